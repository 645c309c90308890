import Synchronization

/// The languages in which names in a country are written, from this project's own table.
///
/// ICU has only the most likely language of a country, but names on the map need every language on signs.
enum CountryLanguages {
  /// The ISO 639 codes, most usual first; empty for a country without a row.
  ///
  /// - Parameter countryCode: ISO 3166-1 alpha-2 in capitals.
  static func of(_ countryCode: String) -> [String] { byCountry[countryCode]?.languages ?? [] }

  /// The languages of one row. Thread-safe.
  private final class Row: Sendable {
    private let list: Substring
    private let known = AtomicLazyReference<Languages>()

    /// Creates a row. Its list is split at the first use, because a single query needs only one or two rows.
    init(_ list: Substring) { self.list = list }

    var languages: [String] {
      (known.load() ?? known.storeIfNil(Languages(list.split(separator: " ").map { String($0) }))).codes
    }
  }

  private final class Languages: Sendable {
    let codes: [String]
    init(_ codes: [String]) { self.codes = codes }
  }

  private static let byCountry: CountryTable<Row> = {
    var table = CountryTable<Row>()
    // Splits bytes, because this runs at every start of a program: characters would take ten times as long.
    var rest = rows.utf8[...]
    while let colon = rest.firstIndex(of: UInt8(ascii: ":")) {
      let end = rest[colon...].firstIndex(of: UInt8(ascii: "\n")) ?? rest.endIndex
      table.set(Row(Substring(rest[..<colon])), for: rest[colon..<end].dropFirst(2))
      rest = rest[end...].dropFirst()
    }
    return table
  }()
}

extension CountryLanguages {
  /// Each row has languages, most usual first, then the countries where names are written in them.
  ///
  /// These are the official and co-official languages, and those in which places are usually signed, compiled from the
  /// countries' own laws and usage. Where a former colonial language is on the signs, it comes first even if few people
  /// speak it. A language that is spoken but not signed is left out.
  static let rows = """
    am en om: ET
    ar: EG JO LY SY YE
    ar en: AE BH KW OM QA SA SD
    ar es: EH
    ar fr: LB MR TN
    ar fr kab: DZ
    ar fr zgh: MA
    ar he: PS
    ar ku: IQ
    az: AZ
    be ru: BY
    bg: BG
    bi en fr: VU
    bn: BD
    bs sr hr: BA
    ca: AD
    cs: CZ
    da: DK
    de: AT DE LI
    de fr it rm: CH
    dv en: MV
    dz en: BT
    el: GR
    el tr: CY
    en: AG AI AQ AU BB BM BS CC CK CX DM FK FM GD GG GH GI GM GS GY HM IO JE JM KI KN KY LC LR MP MS NA NF NG NU PG
    en: PN SB SH SL TC TK TT TV UM VC VG VI ZM ZW
    en af zu xh: ZA
    en ar: SS
    en ch: GU
    en cy gd: GB
    en es: BZ US
    en fil tl: PH
    en fj hi: FJ
    en fr: CA MU SC
    en ga: IE
    en gv: IM
    en mh: MH
    en mi: NZ
    en na: NR
    en nl: SX
    en ny: MW
    en pau: PW
    en sm: AS
    en ss: SZ
    en st: LS
    en sw: KE UG
    en tn: BW
    en to: TO
    en zh ms ta: SG
    es: AR CL CO CR CU DO GT HN MX NI PA SV UY VE
    es ca gl eu: ES
    es en: PR
    es fr pt: GQ
    es gn: PY
    es qu: EC PE
    es qu ay: BO
    et: EE
    fa: IR
    fa ps: AF
    fi sv: FI
    fo da: FO
    fr: BF BJ BL CD CG CI FR GA GF GN GP MC MF ML MQ NC NE PM RE SN TF TG WF YT
    fr ar: KM TD
    fr ar so: DJ
    fr en: CM
    fr ht: HT
    fr sg: CF
    fr ty: PF
    he ar: IL
    hi en bn te mr ta gu kn ml or pa as ur: IN
    hr: HR
    hu: HU
    hy: AM
    id: ID
    is: IS
    it: SM
    it de fr sl: IT
    it la: VA
    ja: JP
    ka: GE
    kk ru: KZ
    kl da: GL
    km: KH
    ko: KP KR
    ky ru: KG
    lb fr de: LU
    lo: LA
    lt: LT
    lv: LV
    mg fr: MG
    mk sq: MK
    mn: MN
    ms en: BN
    ms en zh: MY
    mt en: MT
    my: MM
    nb: BV
    nb no: SJ
    ne: NP
    nl: SR
    nl fr de: BE
    nl fy: NL
    nl pap: AW BQ CW
    no nb nn se: NO
    pl: PL
    pt: AO BR CV GW MZ PT ST
    pt tet: TL
    rn fr: BI
    ro hu: RO
    ro ru: MD
    ru: RU
    rw en fr: RW
    si ta en: LK
    sk hu: SK
    sl it hu: SI
    sm en: WS
    so ar: SO
    sq: AL
    sq sr: XK
    sr bs sq hr: ME
    sr hu: RS
    sv: AX SE
    sw en: TZ
    tg ru: TJ
    th: TH
    ti ar en: ER
    tk ru: TM
    tr: TR
    uk ru: UA
    ur en: PK
    uz ru: UZ
    vi: VN
    zh: CN TW
    zh en: HK
    zh pt: MO
    """
}
