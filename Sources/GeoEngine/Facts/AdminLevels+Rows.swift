extension AdminLevels {
  /// One row for each group of countries that use the levels alike: the levels for state | county | city | suburb |
  /// neighborhood, best first, then the countries. `?` marks a level whose areas are cities only where the data says
  /// so. Lines that begin with `#` give reasons.
  ///
  /// A level may stand in several columns. Columns are filled from left to right, and an area that has filled one is
  /// not used again, except as a city of a level with `?`.
  static let rows = europe + asia + africa + america + oceania

  private static let europe = """
    4||8 7|9 10|10 11: NO
    4|6|8|9 10|10 11: FR GP MQ GF RE YT
    4|6|8|9 10|10: BE CH IT ES SJ
    # 5 is a Regierungsbezirk, which no address names. Statutory cities (6) and city states (4) have no 8.
    4|6|8 6? 4?|9 10|10 11: AT DE
    # Electoral districts, cantons; no state above them that an address would name.
    |6|8|9 10|10 11: LI LU AX
    # Parishes are municipalities; they are the ISO 3166-2 subdivisions as well, but no address has a state.
    ||7|8 9|10: AD
    # The commune is the country; quarters are 10.
    ||8 2?|10 9|11: MC
    4||8|9 10|10: MT
    ||8|9|10: SM GI
    ||2?||: VA
    # A woonplaats (10) is the city of addresses, the gemeente (8) around it often has another name.
    4||10 8|9 11|11: NL
    # Municipalities are as large as counties and named so; the city is a settlement.
    4|7|8|9 10|10: DK SE
    # 4 is an agency's region; maakunta (6) is the ISO subdivision. The districts that people know are 10.
    6 4|7|8|10 9|11 10: FI
    5 4||6 8|9 10|10: IS
    4||7 8|9 10|10: FO GL
    # A post town is not a boundary. Parishes, districts and unitary areas are the city only if they say so.
    4|6 5|10? 8? 6?|9|: GB
    # Provinces (5), counties (6); electoral divisions and townlands are not part of addresses.
    5|6|8? 7?|9|: IE
    |6|8 6|9 10|10: GG IM JE
    # Districts (6), autonomous regions (4) on the islands; the concelho (7) is the city.
    6 4||7 8|9 8|10: PT
    4|6|8 7 6?|9 10|10 11: PL
    6 4|7|8 6?|9 10|10: CZ HU
    # Okres is 8, obec 9.
    4|8|9 6?|10 11|11: SK
    5 4|6|8|9 10|10: SI
    6||8 7 6?|9|10: HR
    # Entities (4), cantons (5) in one of them.
    4|5|6 7 8|8 9|10: BA
    4|6|7 8|8 9|9 10: RS
    ||6 7 8|9 10|10: ME
    4|6|7 8|9 10|10: MK
    4||7 8 6|9 10|10: XK
    4||7 8|8 9|9 10: AL
    # Regions (5) are the ISO subdivisions; dimos is 7.
    5 4|6|7 8|8 9|9 10: GR
    6 4|5|8|9 10|10: CY
    4|6 7|8|9|10: BG
    4||8? 6 4?|9 8|10: RO
    4||8 6 4?|9 10|10: MD
    # Counties are 6, parishes and towns 7, settlements and districts of Tallinn 9.
    6||7 8|9 8|10: EE
    5 4||7 8 5?|9 8|10: LV
    4|5|8 5?|6 9|10: LT
    4|6|8? 6? 4?|9|10: BY
    # 8 is a settlement of villages, in Moscow a district; city districts are 9, okrugs of Moscow 5.
    4|6|8? 6? 4?|9 8 5|10: RU
    4|6|9? 8? 7? 4?|10 8|11: UA
    4|6 5|8 4?|9 10|10: GE
    4|5|6 7 8 4?|9 5|10: AM

    """

  private static let asia = """
    4|5 6|8 7|9 10|10: AF BT
    4||8 6?|9 10|10: AE BH KW QA
    5 4|6|8|9 10|10: AZ
    4|5 6|7 8? 6?|9|10: BD
    4|6|8|9 10|10: BN TL YE
    # A prefecture-level city (5) is the city, also for its counties; its districts are 6.
    4||5 4?|6|8 10: CN
    5||4?|6 8|9 10: HK
    ||4? 5?|6 7 8|10: MO
    # Special municipalities (4) go before their districts (7); in counties 7 is the township or city.
    4||4? 7 6|7 9|9 10: TW
    # Municipalities and Tokyo's wards are 7, wards of other cities 8, machi 9, chome 10.
    4|6|7 4?|8 9|9 10: JP
    # Seoul and the metropolitan cities (4) go before their gu (6).
    4||4? 6|6 7 8|8 10: KR
    4||4? 6|6 8|8 10: KH KP LA VN
    4|6|4? 7? 6|6 8|8 10: TH
    4|5|6 7 8 4?|9|10: MM
    4|6|8 4?|9 10|10: MY
    ||8? 2?|6 8|10: SG
    # Jakarta (4) and kota (5) are cities; elsewhere the kecamatan (6) within a kabupaten (5).
    4|5|4? 5? 6|6 7|8: ID
    4 3||6|10 9 8|10: PH
    4|5|8 7 6?|9 10|10: IN
    4|6 5|8? 7|9 10|10: PK
    4|5|8 7|9|10: LK
    4|6 5|7 8|9|10: NP
    4||8 10|9|10: MV
    4|5|8|9|10: IR
    4|6 5|8 7|9 10|10: IQ
    4|5|8|9|10: IL
    4|6|8|9 10|10: JO LB PS SA
    4|5|8 6?|9 10|10: SY
    4||6 8|9 10|10: OM
    # The ilçe (6) is what stands before the province in an address; mahalle is 8.
    4||6|8|9 10: TR
    4|6|8? 6? 4?|9|10: KG KZ TJ TM UZ
    4||4? 6 8|6 8|8 10: MN

    """

  private static let africa = """
    4|6|7 8|9 10|10: AO
    4||6|8|10: BJ
    4|5 6|8|9 10|10: BF BW ER KE MA EH MG TZ UG RW TD SN
    4|6|8|9 10|10: BI CF DJ DZ GH GN ML MR MW NE NG ZW
    4|5 6|8 7|9 10|10: CM CI
    4|6 5|7 8 5?|9 10|10: CD CG
    4|6|8? 4?|8 9|10: EG
    4|5 6|8 4?|6 9|10: ET
    4|5|6 8|9 10|10: TN TG
    4||8|9 10|10: GM GW LY LS NA SC SZ
    4 6||8|9 10|10: MU
    4|6|9 8? 6?|10|10: ZA
    4|6|8 7|9 10|10: MZ SL SO SS SD LR ZM GA GQ ST CV KM

    """

  private static let america = """
    # New York is 5; townships (7) where no city or village is; consolidated city-counties are 6.
    4|6|8 5? 7 6?|9 10|10 11: US
    ||8 6|8 9|10: AS GU MP PR UM
    # An island (6) has several towns.
    |6|8|8 9|10: VI
    4|6|8 7 6?|9 10|10: CA
    # Ciudad de México is a state; elsewhere the municipio (6) is the county.
    4|6|4? 8|9 10|10: MX
    4|6|8|9 10|10: SR EC PE CL UY
    # The distrito (9) often repeats the city: the bairro (10) goes before it.
    4||8|10 9|11: BR
    # Buenos Aires is a state; departamentos and partidos are 5.
    4|5|4? 8 7|9|10: AR
    # Bogotá is a departamento and a municipio.
    4||4? 6|8 7 9|10 11: CO
    4|6|8 7|9 10|10: BO CR PA GY
    4|6|7|8 9 10|10: VE
    4||8 6|9 10|10: BZ CU DO GT HN NI PY SV
    4|5|6 7|8 9|10: HT
    6 4||8|9 10|10: AG BB BM BS DM GD JM KN KY LC VC
    4 6||8|9 10|10: TT
    4||8|9 10|10: AW BL BQ CW MF PM SX TC
    4|6|8|9 10|10: AI FK MS VG

    """

  private static let oceania = """
    # The suburb or locality (9, once 10) is the city of addresses.
    4|6|9 10|10|10: AU
    4|6|8|9 10|10: NZ FJ PG SB VU NC PF WF
    4||6 8|9 10|10: FM MH NR PW
    4||8 6|9 10|10: CK KI NU NF TK TO TV WS CC CX PN

    """
}

extension AdminLevels {
  /// Whether a first-level subdivision is a city itself, such as `DE-BE` or `RU-MOW`.
  ///
  /// - Parameter code: ISO 3166-2.
  public static func isCity(subdivision code: String) -> Bool { citySubdivisions.contains(code) }

  /// ISO 3166-2 codes of cities that are a state or province of their own, by the standard's categories of subdivisions
  /// (capital city, municipality, metropolitan city, city with special status and the like). Subdivisions that contain
  /// several towns, such as `DE-HB` and `BE-BRU`, are left out.
  private static let citySubdivisions = Set(
    """
    AM-ER AR-C AT-9 AZ-BA BY-HM CD-KN CF-BGF CG-BZV CN-BJ CN-CQ CN-SH CN-TJ CO-DC CZ-10 DE-BE DE-HH DJ-DJ ES-CE ES-ML
    ET-AA ET-DD GE-TB GN-C GW-BS HU-BU ID-JK KG-GB KG-GO KH-12 KP-01 KP-14 KR-11 KR-26 KR-27 KR-28 KR-29 KR-30 KR-31
    KR-50 KZ-71 KZ-75 KZ-79 KZ-ALA KZ-AST KZ-SHY LA-VT MD-BA MD-CU ML-BKO MN-1 MX-CMX MY-14 MY-16 NE-8 NO-03 PY-ASU
    RO-B RU-MOW RU-SPE TD-ND TH-10 TJ-DU TM-S TW-CYI TW-HSZ TW-KEE TW-KHH TW-NWT TW-TAO TW-TNN TW-TPE TW-TXG UA-30
    UA-40 US-DC UZ-TK VN-CT VN-DN VN-HN VN-HP VN-SG
    """.split { $0 == " " || $0 == "\n" }.map(String.init))
}
