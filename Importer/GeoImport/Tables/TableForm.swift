/// A published form of address tables: which columns hold what.
struct TableForm: Sendable {
  /// The role of a column. The raw value is the word of `--addresses-columns`.
  enum Role: String, CaseIterable, Sendable {
    case latitude = "lat"
    case longitude = "lon"
    case number
    /// The last of a house's range of numbers.
    case lastNumber = "last-number"
    case street
    /// The place to which house numbers belong where there is no street.
    case place
    case city
    case postalCode = "postcode"

    /// Whether a table needs such a column to be accepted as one of addresses.
    var isNeeded: Bool { [.latitude, .longitude, .number, .street].contains(self) }
  }

  /// Lower-case names of columns by role.
  ///
  /// The first name of a needed role must be in the table, unless ``alternatives`` is set. All names found are joined
  /// in ``writtenOrder``. For cities, and if ``alternatives`` is set, only the first name found counts.
  let columns: [Role: [String]]
  /// Whether the columns of a role are alternative names of one column.
  var alternatives = false

  /// The known forms in the order in which they are tried, from the publishers' descriptions of their tables.
  static let known = [ban, gnaf, nad, earlierNAD, general]

  /// Base Adresse Nationale of France: <https://adresse.data.gouv.fr>.
  private static let ban = TableForm(columns: [
    .latitude: ["lat"], .longitude: ["lon"], .number: ["numero", "rep"], .street: ["nom_voie"], .city: ["nom_commune"],
    .postalCode: ["code_postal"],
  ])

  /// G-NAF Core of Australia, with bars between the columns: <https://geoscape.com.au/data/g-naf-core>.
  private static let gnaf = TableForm(columns: [
    .latitude: ["latitude"], .longitude: ["longitude"], .number: ["number_first"], .lastNumber: ["number_last"],
    .street: ["street_name", "street_type", "street_suffix"], .city: ["locality_name"], .postalCode: ["postcode"],
  ])

  /// National Address Database of the United States: <https://www.transportation.gov/gis/national-address-database>.
  private static let nad = TableForm(columns: [
    .latitude: ["latitude"], .longitude: ["longitude"], .number: ["add_number", "addnum_pre", "addnum_suf"],
    .street: [
      "st_name", "st_premod", "st_predir", "st_pretyp", "st_presep", "st_postyp", "st_posdir", "st_posmod",
    ],
    .city: ["post_city", "inc_muni"], .postalCode: ["zip_code"],
  ])

  /// The National Address Database until 2022.
  private static let earlierNAD = TableForm(columns: [
    .latitude: ["latitude"], .longitude: ["longitude"], .number: ["add_number", "addnum_pre", "addnum_suf"],
    .street: [
      "streetname", "stn_premod", "stn_predir", "stn_pretyp", "stn_presep", "stn_postyp", "stn_posdir", "stn_posmod",
    ],
    .city: ["post_comm", "inc_muni"], .postalCode: ["zip_code"],
  ])

  /// OpenAddresses, Overture, and other tables with common column names.
  private static let general = TableForm(
    columns: [
      .latitude: ["latitude", "lat", "y"], .longitude: ["longitude", "lon", "lng", "long", "x"],
      .number: ["number", "house_number", "housenumber", "addr:housenumber", "street_number", "hausnummer"],
      .street: ["street", "street_name", "streetname", "addr:street", "road"], .place: ["place", "addr:place"],
      .city: ["city", "postal_city", "town", "locality", "municipality", "addr:city"],
      .postalCode: ["postcode", "postal_code", "zip", "zip_code", "zipcode", "addr:postcode"],
    ], alternatives: true)

  /// The order in which the parts of a role are joined, where that is not the order of ``columns``.
  static let writtenOrder = [
    "addnum_pre", "add_number", "addnum_suf",
    "st_premod", "st_predir", "st_pretyp", "st_presep", "st_name", "st_postyp", "st_posdir", "st_posmod",
    "stn_premod", "stn_predir", "stn_pretyp", "stn_presep", "streetname", "stn_postyp", "stn_posdir", "stn_posmod",
  ]
}

/// The positions of the columns in one table.
struct TableColumns: Sendable {
  /// Positions by role; several are joined.
  private var latitude: [Int] = [], longitude: [Int] = [], number: [Int] = [], lastNumber: [Int] = []
  private var street: [Int] = [], place: [Int] = [], city: [Int] = [], postalCode: [Int] = []

  /// The columns of a role; empty if the table has none.
  private(set) subscript(role: TableForm.Role) -> [Int] {
    get {
      switch role {
      case .latitude: latitude
      case .longitude: longitude
      case .number: number
      case .lastNumber: lastNumber
      case .street: street
      case .place: place
      case .city: city
      case .postalCode: postalCode
      }
    }
    set {
      switch role {
      case .latitude: latitude = newValue
      case .longitude: longitude = newValue
      case .number: number = newValue
      case .lastNumber: lastNumber = newValue
      case .street: street = newValue
      case .place: place = newValue
      case .city: city = newValue
      case .postalCode: postalCode = newValue
      }
    }
  }

  /// Finds the columns that a header names; nil if it has no known form.
  init?(header: [String]) {
    let names = header.map { $0.lowercased() }
    for form in TableForm.known {
      if let found = TableColumns(form, in: names) {
        self = found
        return
      }
    }
    return nil
  }

  private init?(_ form: TableForm, in names: [String]) {
    for (role, wanted) in form.columns {
      var found = wanted.filter { names.contains($0) }
      if form.alternatives { found = Array(found.prefix(1)) }
      if role.isNeeded, !form.alternatives, !names.contains(wanted[0]) { return nil }
      if role == .city { found = Array(found.prefix(1)) }
      if found.isEmpty, role.isNeeded { return nil }
      let order = TableForm.writtenOrder
      found.sort { (order.firstIndex(of: $0) ?? -1) < (order.firstIndex(of: $1) ?? -1) }
      self[role] = found.compactMap { names.firstIndex(of: $0) }
    }
  }

  /// Finds the columns that the user named; nil if the header lacks one of them, or a latitude or longitude.
  init?(_ asked: [TableForm.Role: [String]], header: [String]) {
    let names = header.map { $0.lowercased() }
    for (role, wanted) in asked {
      let found = wanted.compactMap { names.firstIndex(of: $0.lowercased()) }
      guard found.count == wanted.count else { return nil }
      self[role] = found
    }
    for (role, name) in [(TableForm.Role.latitude, "latitude"), (.longitude, "longitude")] where self[role].isEmpty {
      guard let position = names.firstIndex(of: name) else { return nil }
      self[role] = [position]
    }
  }
}
