extension AdminLevels {
  /// Whether a first-level subdivision is a city itself, such as `DE-BE` or `RU-MOW`.
  ///
  /// - Parameter code: ISO 3166-2.
  public static func isCity(subdivision code: String) -> Bool { citySubdivisions.contains(code) }

  /// ISO 3166-2 codes of cities that are a state or province of their own, by the standard's own categories of
  /// subdivisions (capital city, municipality, metropolitan city, city with special status and the like). Left out are
  /// those that hold several towns, such as `DE-HB` and `BE-BRU`.
  private static let citySubdivisions = Set(
    """
    AM-ER AR-C AT-9 AZ-BA BY-HM CD-KN CF-BGF CG-BZV CN-BJ CN-CQ CN-SH CN-TJ CO-DC CZ-10 DE-BE DE-HH DJ-DJ ES-CE ES-ML
    ET-AA ET-DD GE-TB GN-C GW-BS HU-BU ID-JK KG-GB KG-GO KH-12 KP-01 KP-14 KR-11 KR-26 KR-27 KR-28 KR-29 KR-30 KR-31
    KR-50 KZ-71 KZ-75 KZ-79 KZ-ALA KZ-AST KZ-SHY LA-VT MD-BA MD-CU ML-BKO MN-1 MX-CMX MY-14 MY-16 NE-8 NO-03 PY-ASU
    RO-B RU-MOW RU-SPE TD-ND TH-10 TJ-DU TM-S TW-CYI TW-HSZ TW-KEE TW-KHH TW-NWT TW-TAO TW-TNN TW-TPE TW-TXG UA-30
    UA-40 US-DC UZ-TK VN-CT VN-DN VN-HN VN-HP VN-SG
    """.split { $0 == " " || $0 == "\n" }.map(String.init))
}
