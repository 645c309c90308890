extension AdminLevels {
  /// One row for countries that use the levels alike: levels for state | county | city | suburb | neighborhood, best first,
  /// then the countries. `?` marks a level whose areas are cities only where they say so.
  ///
  /// A level may stand in several columns: what an area is used for first, from left to right, it is not used for again.
  static let rows = europe + asia + africa + america + oceania

  private static let europe = """
    4||8 7|9 10|10 11: NO
    4|6|8|9 10|10 11: FR GP MQ GF RE YT
    4|6|8|9 10|10: BE CH IT ES SJ
    4|6|8 6? 4?|9 10|10 11: AT DE
    |6|8|9 10|10 11: LI LU AX
    ||7|8 9|10: AD
    ||8 2?|10 9|11: MC
    4||8|9 10|10: MT
    ||8|9|10: SM GI
    ||2?||: VA
    4||10 8|9 11|11: NL
    4|7|8|9 10|10: DK SE
    6 4|7|8|10 9|11 10: FI
    5 4||6 8|9 10|10: IS
    4||7 8|9 10|10: FO GL
    4|6 5|10? 8? 6?|9|: GB
    5|6|8? 7?|9|: IE
    |6|8 6|9 10|10: GG IM JE
    6 4|5|7 8|9 10|10: PT
    4|6|8 7 6?|9 10|10 11: PL
    6 4|7|8 6?|9 10|10: CZ HU
    4|8|9 6?|10 11|11: SK
    5 4|6|8|9 10|10: SI
    6||8 7 6?|9|10: HR
    4|5|6 7 8|8 9|10: BA
    4|6|7 8|8 9|9 10: RS
    ||6 7 8|9 10|10: ME
    4|6|7 8|9 10|10: MK
    4||7 8 6|9 10|10: XK
    4||7 8|8 9|9 10: AL
    5 4|6|7 8|8 9|9 10: GR
    6 4|5|8|9 10|10: CY
    4|6 7|8|9|10: BG
    4||8? 6 4?|9 8|10: RO
    4||8 6 4?|9 10|10: MD
    6||7 8|9 8|10: EE
    5 4||7 8 5?|9 8|10: LV
    4|5|8 5?|6 9|10: LT
    4|6|8? 6? 4?|9|10: BY
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
    4||5 4?|6|8 10: CN
    5||4?|6 8|9 10: HK
    ||4? 5?|6 7 8|10: MO
    4||4? 7 6|7 9|9 10: TW
    4|6|7 4?|8 9|9 10: JP
    4||4? 6|6 7 8|8 10: KR
    4||4? 6|6 8|8 10: KH KP LA VN
    4|6|4? 7? 6|6 8|8 10: TH
    4|5|6 7 8 4?|9|10: MM
    4|6|8 4?|9 10|10: MY
    ||8? 2?|6 8|10: SG
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
    4|6|8 5? 7 6?|9 10|10 11: US
    ||8 6|8 9|10: AS GU MP PR UM VI
    4|6|8 7 6?|9 10|10: CA
    4|6|4? 8|9 10|10: MX
    4|6|8|9 10|10: SR EC PE CL UY
    4||8|10 9|11: BR
    4|5|4? 8 7|9|10: AR
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
    4|6|9 10|10|10: AU
    4|6|8|9 10|10: NZ FJ PG SB VU NC PF WF
    4||6 8|9 10|10: FM MH NR PW
    4||8 6|9 10|10: CK KI NU NF TK TO TV WS CC CX PN

    """
}
