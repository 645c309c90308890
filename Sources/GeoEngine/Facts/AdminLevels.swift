import GeoLocale
import Synchronization

/// The meaning of OpenStreetMap's `admin_level` in each country, for addresses.
///
/// The facts come from the OpenStreetMap wiki's table of levels by country (page "Tag:boundary=administrative") and
/// from the data itself, reduced to the five parts of an address.
public enum AdminLevels {
  /// The facts of a country; ``standard`` for nil and for a country that is not in the table.
  ///
  /// - Parameter countryCode: ISO 3166-1 alpha-2 in capitals.
  public static func facts(for countryCode: String?) -> AdminLevelFacts {
    countryCode.flatMap { byCountry[$0]?.facts } ?? standard
  }

  /// The facts for countries without a row: 4 (else 3) is the state, 6 (else 5) the county, 8 (else 7) the city, 9
  /// (else 10) the suburb, and 10 (else 11) the neighborhood. A county or state counts as the city where the data says
  /// that it is one.
  public static let standard = facts(fromColumns: "4 3|6 5|8 7 6? 4?|9 10|10 11"[...].utf8)

  /// The columns of a row, parsed at the first use, as a single query needs only one row. Thread-safe.
  private final class Row: Sendable {
    private let columns: Substring
    private let known = AtomicLazyReference<Known>()
    init(_ columns: Substring) { self.columns = columns }
    var facts: AdminLevelFacts {
      (known.load() ?? known.storeIfNil(Known(AdminLevels.facts(fromColumns: columns.utf8)))).facts
    }
  }

  private final class Known: Sendable {
    let facts: AdminLevelFacts
    init(_ facts: AdminLevelFacts) { self.facts = facts }
  }

  private static let byCountry: CountryTable<Row> = {
    var table = CountryTable<Row>()
    // Splits bytes, because this runs at every start of a program: characters would take ten times as long.
    for row in rows.utf8.split(separator: UInt8(ascii: "\n")) where row.first != UInt8(ascii: "#") {
      guard let colon = row.firstIndex(of: UInt8(ascii: ":")) else { continue }
      table.set(Row(Substring(row[..<colon])), for: row[colon...].dropFirst(2))
    }
    return table
  }()

  /// Parses the five columns of a row, each a list of levels or empty.
  private static func facts(fromColumns text: Substring.UTF8View) -> AdminLevelFacts {
    let mark = UInt8(ascii: "?")
    let columns = text.split(separator: UInt8(ascii: "|"), omittingEmptySubsequences: false).map {
      $0.split(separator: UInt8(ascii: " "))
    }
    let lists = columns.map { column in
      AdminLevelList(column.compactMap { Int(Substring($0.last == mark ? $0.dropLast() : $0)) })
    }
    let doubtful = columns[2].filter { $0.last == mark }.compactMap { Int(Substring($0.dropLast())) }
    return AdminLevelFacts(
      state: lists[0], county: lists[1], city: lists[2], suburb: lists[3], neighborhood: lists[4],
      doubtfulCities: AdminLevelList(doubtful))
  }
}

/// The part of an address that an administrative area gives.
public enum AddressRole: UInt8, Hashable, Sendable, CaseIterable {
  /// A part that no address shows.
  case none = 0
  /// A sovereign state, or a territory with a country code of its own.
  case country
  /// State, province, region: the part that an address of the country names, or its nearest equivalent.
  case state
  /// County, department, district: the level between state and city.
  case county
  /// City, town, municipality, commune.
  case city
  /// Borough, district or quarter of a city.
  case suburb
  /// A part of a suburb.
  case neighborhood
}

/// The meaning of one country's administrative levels for its addresses.
///
/// A value of a few bytes, which allocates nothing when it is copied or used.
public struct AdminLevelFacts: Hashable, Sendable {
  private let state: AdminLevelList
  private let county: AdminLevelList
  private let city: AdminLevelList
  private let suburb: AdminLevelList
  private let neighborhood: AdminLevelList
  private let doubtfulCities: AdminLevelList

  /// Creates facts from the columns of ``AdminLevels``' table, each a list of levels, best first.
  init(
    state: AdminLevelList, county: AdminLevelList, city: AdminLevelList, suburb: AdminLevelList,
    neighborhood: AdminLevelList, doubtfulCities: AdminLevelList
  ) {
    self.state = state
    self.county = county
    self.city = city
    self.suburb = suburb
    self.neighborhood = neighborhood
    self.doubtfulCities = doubtfulCities
  }

  /// The levels that can give a part of the address, best first. The first level with an area around the point gives
  /// the part, unless that area already gives a coarser part.
  ///
  /// `levels(for: .city)` is `[8, 6, 4]` in Germany: the municipality, else the city that is a county, else the city
  /// that is a state. For the last two ``isCityOnlyIfSettlement(_:)`` is true.
  public func levels(for role: AddressRole) -> AdminLevelList {
    switch role {
    case .none: []
    case .country: [2]
    case .state: state
    case .county: county
    case .city: city
    case .suburb: suburb
    case .neighborhood: neighborhood
    }
  }

  /// Whether only some areas of a level are cities, such as Munich (6) and Berlin (4) among Germany's counties and
  /// states.
  ///
  /// Such an area counts as the city only where the data says that it is one: by its `place` or `border_type`, by a
  /// label place of the same name that is a city or town, or by ``AdminLevels/isCity(subdivision:)``.
  public func isCityOnlyIfSettlement(_ level: Int) -> Bool { doubtfulCities.rank(of: level) != nil }

  /// The main role of a level: the role whose list has the level earliest, or the coarser of two such roles.
  ///
  /// A level where only some areas are cities takes its other role, if it has one.
  public func role(ofLevel level: Int) -> AddressRole {
    if level == 2 { return .country }
    var best: (rank: Int, role: AddressRole) = (.max, .none)
    for role in [AddressRole.state, .county, .city, .suburb, .neighborhood] {
      guard var rank = levels(for: role).rank(of: level) else { continue }
      if role == .city, isCityOnlyIfSettlement(level) { rank += 100 }
      if rank < best.rank { best = (rank, role) }
    }
    return best.role
  }
}

/// Some administrative levels (1 to 15) in order, packed into one integer.
public struct AdminLevelList: Hashable, Sendable, Sequence, IteratorProtocol, ExpressibleByArrayLiteral {
  /// Four bits a level, the first in the lowest; 0 ends the list.
  private var packed: UInt64 = 0

  /// A list of levels, at most 16.
  public init(arrayLiteral levels: Int...) { self.init(levels) }

  /// A list of levels, at most 16.
  public init(_ levels: some BidirectionalCollection<Int>) {
    for level in levels.reversed() { packed = packed << 4 | UInt64(level) }
  }

  /// The next level; nil at the end.
  public mutating func next() -> Int? {
    guard packed != 0 else { return nil }
    defer { packed >>= 4 }
    return Int(packed & 0xF)
  }

  /// Whether the list has no levels.
  public var isEmpty: Bool { packed == 0 }

  /// The place of a level in the list, 0 for the best; nil when the list does not have it.
  public func rank(of level: Int) -> Int? {
    var rest = packed
    var rank = 0
    while rest != 0 {
      if rest & 0xF == UInt64(level) { return rank }
      rest >>= 4
      rank += 1
    }
    return nil
  }
}
