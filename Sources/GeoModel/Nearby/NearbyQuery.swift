/// A query for the things around a point.
public struct NearbyQuery: Hashable, Sendable {
  /// The point, in WGS84 degrees.
  public var coordinate: Coordinate
  /// The wanted kinds, at most ``mostKinds``; empty for everything that has a name or a house number.
  public var kinds: [NearbyKind] = []
  /// The radius of the search in meters: more than 0, at most ``largestRadiusMeters``.
  public var radiusMeters = 1_000.0
  /// The greatest number of results: 1 to ``mostThings``.
  public var limit = 10
  /// Preferred languages of names and addresses, best first, as BCP 47 tags; empty for the local names.
  public var languages: [String] = []

  /// The largest radius, in meters.
  public static let largestRadiusMeters = 50_000.0
  /// The largest limit.
  public static let mostThings = 100
  /// The most kinds in one query.
  public static let mostKinds = 32

  /// Creates a query with the default options.
  public init(coordinate: Coordinate) { self.coordinate = coordinate }

  /// Validates the query, whatever its origin.
  ///
  /// - Throws: ``GeocodingError`` `.invalidQuery` that names the radius, the limit or the kinds.
  package func check() throws(GeocodingError) {
    guard radiusMeters > 0, radiusMeters <= NearbyQuery.largestRadiusMeters else {
      let most = Int(NearbyQuery.largestRadiusMeters)
      throw GeocodingError(.invalidQuery, "the radius must be more than 0 and at most \(most) meters")
    }
    guard (1...NearbyQuery.mostThings).contains(limit) else {
      throw GeocodingError(.invalidQuery, "the limit must be 1 to \(NearbyQuery.mostThings)")
    }
    guard kinds.count <= NearbyQuery.mostKinds else {
      throw GeocodingError(.invalidQuery, "there may be \(NearbyQuery.mostKinds) kinds at most")
    }
  }
}

/// A kind of thing: streets, houses, settlements, or objects with an OpenStreetMap tag.
public enum NearbyKind: Hashable, Sendable, CustomStringConvertible {
  /// Streets with a name.
  case street
  /// Objects with a house number.
  case house
  /// Cities, towns, villages, hamlets and their parts, tagged `place`, with a name.
  case settlement
  /// Objects with this tag, such as `amenity=fuel`; with a nil value all objects with the key.
  case tag(key: String, value: String?)

  /// Parses a kind: `street`, `house`, `settlement`, `amenity=fuel`, `amenity` or `amenity=*`; nil for anything else.
  public init?(_ text: String) {
    switch text {
    case "street": self = .street
    case "house": self = .house
    case "settlement": self = .settlement
    default:
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      let isKey = parts[0].utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F && $0 != 0x2C }
      guard !parts[0].isEmpty, isKey, parts.last != "" else { return nil }
      self = .tag(key: parts[0], value: parts.count > 1 && parts[1] != "*" ? parts[1] : nil)
    }
  }

  /// The kind as text.
  public var description: String {
    switch self {
    case .street: "street"
    case .house: "house"
    case .settlement: "settlement"
    case .tag(let key, let value): value.map { "\(key)=\($0)" } ?? key
    }
  }
}
