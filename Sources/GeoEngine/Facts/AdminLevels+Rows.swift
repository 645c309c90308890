extension AdminLevels {
  /// One row a country: its code, then levels for state | county | city | suburb | neighborhood, best first; `?` marks a
  /// level whose areas are cities only where they say so.
  static let rows = """
    AD ||7|8 9|10
    AT 4|6|8 6? 4?|9 10|10 11
    AU 4|5|6 7|9 10|10
    BE 4|6|8|9|10
    BR 4|5|8|9 10|10 11
    CA 4|6 5|8|9 10|10
    CH 4|6|8 4?|9 10|10
    CI 4|6 5|8 7 6? 4?|9 10|10
    CN 4|5|6 5? 4?|8|9 10
    CZ 6 4|7|8 6?|9 10|10
    DE 4|6|8 6? 4?|9 10|10 11
    DK 4||7|9 10|10
    ES 4|6|8|9 10|10
    FI 4|6|8|9 10|10
    FR 4|6|8|9 10|10 11
    GB 4|6|8|9 10|10
    IE |6|8 7|9 10|10
    IN 4|5|8 7 6?|9 10|10
    IT 4|6|8|9 10|10
    JP 4|6 5|7 4?|8 9|9 10
    LI |6|8|9 10|10
    LU |6|8|9|10
    MC ||8 2?|10|11
    MT 4||8|9 10|10
    NL 4||8 10|9 10|10 11
    NO 4||7|9|10
    PL 4|6|7 8|9 10|10 11
    PT |6|7|8|9 10
    RU 4|6|8 6? 4?|5 9 8 10|10
    SE 4||7|9 10|10
    SM ||8|9|10
    US 4|6|8 7 6? 4?|9 10|10 11
    VA ||2?||
    """
}
