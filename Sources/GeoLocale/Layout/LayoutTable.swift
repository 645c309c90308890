import Synchronization

/// The layouts of all countries.
enum LayoutTable {
  /// The way a country writes addresses. Thread-safe.
  final class Rule: Sendable {
    /// The template for Latin script, and for other scripts without one of their own.
    var latin: LayoutTemplate { Self.template(row.latin, known: latinTemplate) }
    /// The template for the country's own script; nil where it is the same as ``latin``.
    var native: LayoutTemplate? { row.native.map { Self.template($0, known: nativeTemplate) } }

    private let row: Row
    private let latinTemplate = AtomicLazyReference<LayoutTemplate>()
    private let nativeTemplate = AtomicLazyReference<LayoutTemplate>()

    /// Creates the rule of a row. Its notation is parsed at the first use, because a single query needs only one row of
    /// a hundred.
    init(_ row: Row) { self.row = row }

    private static func template(
      _ notation: String, known: borrowing AtomicLazyReference<LayoutTemplate>
    ) -> LayoutTemplate {
      known.load() ?? known.storeIfNil(LayoutTemplate(notation))
    }
  }

  /// The rule of a country; ``standard`` for nil and for a country without a row.
  static func rule(for countryCode: String?) -> Rule {
    countryCode.flatMap { rules[$0] } ?? standard
  }

  /// The usual rule: number after the street, postal code before the city.
  static let standard = Rule(Row("S N|P C", ""))

  /// Whether a country is a city-state.
  static func isCityState(_ countryCode: String?) -> Bool {
    switch countryCode {
    case "GI", "HK", "MC", "MO", "SG", "VA": true
    default: false
    }
  }

  /// Whether addresses of houses without a number have the house's name above the street.
  static func writesHouseNames(_ countryCode: String?) -> Bool {
    switch countryCode {
    case "AU", "BD", "GB", "GG", "GI", "IE", "IM", "IN", "JE", "LK", "MT", "MV", "NZ", "PK", "ZA": true
    default: false
    }
  }

  /// Whether a country has a row of its own.
  static func hasRule(for countryCode: String) -> Bool { rules[countryCode] != nil }

  private static let rules: CountryTable<Rule> = {
    var rules = CountryTable<Rule>()
    for row in rows { rules.set(Rule(row), for: row.countries.utf8[...]) }
    return rules
  }()
}

extension LayoutTable {
  /// Countries that write addresses alike.
  struct Row: Sendable {
    var countries: String
    var latin: String
    var native: String?

    init(_ latin: String, native: String? = nil, _ countries: String) {
      self.countries = countries
      self.latin = latin
      self.native = native
    }
  }

  /// The facts, in the notation of ``LayoutTemplate``, by countries that share them.
  ///
  /// They follow the countries' postal operators and the Universal Postal Union's description of each member's
  /// addresses, for mail inside the country. Postal codes therefore have no country prefix, except where it is part of
  /// the code (`LV-1010`, `AD500`).
  static let rows = europe + asia + africa + america + oceania

  private static let europe = [
    Row(
      "S N|P C",
      "AT AX BA BE BG CH CY CZ DE DK EE FI FO GL GR HR IS LI LT ME MK NL NO PL PT RS SE SI SJ SK SM VA XK"),
    Row("S N|P|C", "AL"),
    Row("S N|P C L", "IT"),
    Row("S, N|P C", "AD MD"),
    Row("S, N|P C[ (K)]", "ES"),
    Row("S [nr. N]|P C|R", "RO"),
    Row("C|S N|P", "HU"),
    Row("S N|C, P", "LV"),
    Row("N S|P C", "FR MC"),
    Row("N, S|P C", "LU"),
    Row("N, S|C P", "MT"),
    Row("N S|C|P", "GB GG GI IM JE"),
    Row("N S|B|C|K|P", "IE"),
    Row("S, N|P, C|R", "BY"),
    Row("S, N|C|R|P", "RU UA"),
  ]

  private static let asia = [
    Row("S N|P C", "AZ GE TJ TM"),
    Row("S N|P|C", "AM"),
    Row("S N|P C|R", "UZ"),
    Row("P C|S, N", "KG"),
    Row("P|R|C|S, N", "KZ"),
    Row("B|S ['No:'N]|P C/R", "TR"),
    Row("N S|C P", native: "S N|C P", "IL"),
    Row("S N|P C", "PS"),
    Row("N S|C P", "BH BT JO LB"),
    Row("N S|B|C|R", "AE"),
    Row("N S|B|C", "SY"),
    Row("N S|C", "QA YE"),
    Row("B|N S|P C", "KW"),
    Row("N S|P|C", "OM"),
    Row("N S, B|C P", "SA"),
    Row("B|N S|C, R|P", "IQ"),
    Row("R|C|B|S, N|P", native: "R، C، S، N|P", "IR"),
    Row("N S|C|R|P", "AF"),
    Row("N, S|B|C P|R", "IN"),
    Row("N, S|B|C P", "BN MV NP PK"),
    Row("N, S|B|C - P", "BD"),
    Row("N, S|B|C|P", "LK"),
    Row("N S|B, C, P|R", "MM"),
    Row("N S|B|C R P", native: "N S|B C R P", "TH"),
    Row("N S|B|C|R P", "VN"),
    Row("N S|B|C P", "KH MN"),
    Row("N S|B|P C", "LA"),
    Row("N, S|B|P C|R", "MY"),
    Row("N S|C P", "SG"),
    Row("S ['No. 'N]|B|C P|R", "ID"),
    Row("N S, B, C|P R", "PH"),
    Row("S N|C", "TL"),
    Row("N S, B|C, R P", native: "[〒P]|RCBSN", "JP"),
    Row("N, S, B|C, R P", native: "R C B S N|P", "KR"),
    Row("N S|B|C|R", native: "R C B S N", "KP"),
    Row("N S, B|C, R P", native: "P|RCBS[N号]", "CN"),
    Row("N, S, B|C P|R", native: "P RCBS[N號]", "TW"),
    Row("N S|B|C|R", native: "RCBS[N號]", "HK"),
    Row("S N|B|C|R", native: "RCBS[N號]", "MO"),
  ]

  private static let africa = [
    Row("N, S|P C", "DZ EH MA SN TN"),
    Row("N S|P C", "NE RE YT"),
    Row("N S|B|P C", "MG"),
    Row("N S|C", "BF CF CG CI CM DJ KM ML MR RW TD TG"),
    Row("N S|B|C", "GA GN"),
    Row("N, S|C", "BJ CD"),
    Row("S, N|C", "ST"),
    Row("S, N|P C", "CV GW MZ"),
    Row("S N|C", "AO BI GQ"),
    Row("N S|C", "BW ER GH GM MW SC SL UG ZW"),
    Row("N S|B|C|R|P", "EG"),
    Row("N S|C P", "LS LY SS"),
    Row("N S|B|C P", "SO"),
    Row("N, S|B|C P", "MU"),
    Row("N S|C P|R", "NG"),
    Row("N S|C|P", "KE NA SH SZ"),
    Row("N S|P C", "ET LR SD ZM"),
    Row("N S|P C|R", "TZ"),
    Row("N S|B|C|P", "ZA"),
  ]

  private static let america = [
    Row("N S|C, A P", "US"),
    Row("N S|C, ['PR 'P]", "PR"),
    Row("N S|C, ['VI 'P]", "VI"),
    Row("N S|C A P", "CA"),
    Row("N S|P C", "BL GF GP MF MQ PM"),
    Row("S N|B|P C, R", "MX"),
    Row("S N|P C|R", "CL UY"),
    Row("S N|B|P C|R", "AR"),
    Row("S N|P - C|R", "SV"),
    Row("S N|P C", "DO PY"),
    Row("S N|P-C", "GT"),
    Row("S N|C, R|P", "CU HN"),
    Row("S N|P|C, R", "NI"),
    Row("S N|R, C|P", "CR"),
    Row("S N|C", "BO"),
    Row("S N|B|C|R", "PA"),
    Row("S # N|B|C, R, P", "CO"),
    Row("S N|B|C P, R", "VE"),
    Row("S N|P|C", "EC"),
    Row("S N|B|C P|R", "PE"),
    Row("S, N|B|C - A|P", "BR"),
    Row("S N|C", "AW BQ CW SR SX"),
    Row("N S|C", "BZ DM"),
    Row("N S|C|R", "GY"),
    Row("N S|B|C|R", "JM"),
    Row("N S|C, R", "AG BS GD"),
    Row("N S|C, R P", "BB KN"),
    Row("N S|C P", "BM KY LC MS TC VC VG"),
    Row("N S|B|C, P", "TT"),
    Row("N S|C|P", "AI FK GS"),
    Row("N, S|P C", "HT"),
  ]

  private static let oceania = [
    Row("N S|T A P", "AU"),
    Row("N S|C P", "CC CX NF"),
    Row("N S|B|C P", "NZ"),
    Row("N S|P C", "NC PF WF"),
    Row("N S|C P R", "PG"),
    Row("N S|C", "CK FJ KI NR NU SB TK TO TV VU WS"),
    Row("N S|C, ['AS 'P]", "AS"),
    Row("N S|C, ['FM 'P]", "FM"),
    Row("N S|C, ['GU 'P]", "GU"),
    Row("N S|C, ['MH 'P]", "MH"),
    Row("N S|C, ['MP 'P]", "MP"),
    Row("N S|C, ['PW 'P]", "PW"),
    Row("N S|C P", "AQ BV HM IO PN TF UM"),
  ]
}
