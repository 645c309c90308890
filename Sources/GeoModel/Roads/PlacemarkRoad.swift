/// The road, railway or ferry that a point is on, the position on it, and the rules there, as mapped. A nil value is
/// unknown.
public struct PlacemarkRoad: Hashable, Sendable {
  /// The road's name, in the query's language.
  public var name: String?
  /// Its number, such as `A 9`; several with semicolons between.
  public var ref: String?
  /// The value of the way's tag `highway`, such as `motorway` or `residential`, or of its tag `railway`, such as `rail`
  /// or `tram`; `ferry` for ferries.
  public var roadClass: String
  /// The OpenStreetMap way.
  public var way: SourceReference
  /// The point of its line that is nearest to the query's point, in WGS84 degrees.
  public var coordinate: Coordinate
  /// Meters from the query's point to ``coordinate``, 0 or more.
  public var distanceMeters: Double
  /// The direction of traffic: that of a one-way road, else the one that fits the query's bearing; nil for two
  /// directions without a bearing.
  public var direction: CompassPoint?
  /// The destination in that direction, as on the road's signs; several with semicolons between.
  public var destination: String?
  /// Whether the point is on a bridge.
  public var isBridge = false
  /// Whether the point is in a tunnel.
  public var isTunnel = false
  /// The name of that bridge or tunnel.
  public var structureName: String?
  /// The nearest corners; nil on motorways, on roads without name and number, and where no other road meets this one
  /// within ``CrossStreets/reachMeters`` along it.
  public var crossStreets: CrossStreets?
  /// The hundred of house numbers at the point, such as 1200; only in the United States, and only where the address has
  /// a number on the road.
  public var hundredBlock: Int?
  /// The last junction behind in the direction of travel, on motorways and similar roads. Without a direction of
  /// travel, it is the one towards the way's first vertex.
  public var previousJunction: RoadJunction?
  /// The next junction in the direction of travel.
  public var nextJunction: RoadJunction?
  /// The kilometer of the road or railway, by the milestones before and behind or by one close by; miles are converted.
  public var kilometer: Double?
  /// The speed limit.
  public var maxSpeed: RoadSpeed?
  /// The surface, such as `asphalt`.
  public var surface: String?
  /// Whether the road has a toll.
  public var hasToll: Bool?
  /// Whether it is one-way.
  public var isOneway = false
  /// The number of lanes, in all directions together.
  public var lanes: Int?
  /// The access rule, such as `private`.
  public var access: String?

  /// Creates a road by its way and the nearest place on it.
  public init(roadClass: String, way: SourceReference, coordinate: Coordinate, distanceMeters: Double) {
    self.roadClass = roadClass
    self.way = way
    self.coordinate = coordinate
    self.distanceMeters = distanceMeters
  }
}

/// The corners of a road that are nearest to a point, along the road.
public enum CrossStreets: Hashable, Sendable, CustomStringConvertible {
  /// The point is at a corner, no more than ``cornerMeters`` away.
  case at(String)
  /// The point is between two corners, the one behind in the direction of travel first.
  case between(String, String)
  /// Only one cross street is within reach: on one side, or the same one on both sides.
  case near(String)

  /// How far a point may be from a corner to be at it, in meters.
  public static let cornerMeters = 20.0
  /// How far along the road the search for corners goes, in meters.
  public static let reachMeters = 2_000.0

  /// The names of the other roads: one, or two where the point is between.
  public var names: [String] {
    switch self {
    case .at(let name), .near(let name): [name]
    case .between(let behind, let ahead): [behind, ahead]
    }
  }

  /// `at 9th Street`, `between 9th Street and 10th Street`, `near 9th Street`.
  public var description: String {
    switch self {
    case .at(let name): "at \(name)"
    case .between(let behind, let ahead): "between \(behind) and \(ahead)"
    case .near(let name): "near \(name)"
    }
  }
}

/// A junction of a motorway, as its signs name it.
public struct RoadJunction: Hashable, Codable, Sendable {
  /// Its number, such as `72`; nil when it has none.
  public var ref: String?
  /// Its name; nil when it has none.
  public var name: String?
  /// Meters along the road from the point to it, 0 or more.
  public var distanceMeters: Double

  /// A junction with a number or a name.
  public init(ref: String?, name: String?, distanceMeters: Double) {
    (self.ref, self.name, self.distanceMeters) = (ref, name, distanceMeters)
  }

  /// The number and the name, as far as they are known: `72 München-Schwabing`.
  public var title: String { [ref, name].compactMap { $0 }.joined(separator: " ") }
}

/// The speed limit of a road.
public struct RoadSpeed: Hashable, Codable, Sendable {
  /// The origin of a speed limit; the raw value is the word on the wire.
  public enum Origin: String, Hashable, Codable, Sendable, CaseIterable {
    /// The way is tagged with the value.
    case tagged
    /// The way is tagged with the law that applies, such as `RU:urban`.
    case implicit
    /// The way has no tag, and the limit is the law's for such roads without signs in the country.
    case countryDefault = "default"
  }

  /// The value on the map, such as `30 mph`, `none` or `RU:urban`; the kilometers per hour of a default.
  public var text: String
  /// The speed in kilometers per hour, more than 0; nil where there is no limit, where it depends on variable signs,
  /// and where the number is unknown.
  public var kilometersPerHour: Double?
  /// The origin of the limit.
  public var origin: Origin

  /// Creates a speed limit.
  public init(text: String, kilometersPerHour: Double?, origin: Origin) {
    (self.text, self.kilometersPerHour, self.origin) = (text, kilometersPerHour, origin)
  }
}

extension Placemark {
  /// The hundred in which the house number on a road lies, such as 1200 for `1252, 1256`.
  ///
  /// People in the United States name stretches of streets so. Nil in other countries, on other roads, below 100,
  /// and where the first part of a number is the cross street, as in `104-20` in Queens.
  package func hundredBlock(on road: String?) -> Int? {
    guard isoCountryCode == "US", let road, road == thoroughfare, let number = subThoroughfare,
      let first = Int(Substring(number.utf8.prefix { (0x30...0x39).contains($0) })), first >= 100
    else { return nil }
    let rest = number.utf8.drop { (0x30...0x39).contains($0) }
    if rest.first == UInt8(ascii: "-"),
      let second = Int(Substring(rest.dropFirst().prefix { (0x30...0x39).contains($0) })),
      second < first
    {
      return nil
    }
    return first / 100 * 100
  }
}
