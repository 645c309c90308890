/// Which road a point is on, where on it, and what holds there, as the map has it. A nil value is not on the map.
public struct PlacemarkRoad: Hashable, Sendable {
  /// What the road is called, in the asked language.
  public var name: String?
  /// Its number, such as `A 9`; several with semicolons between.
  public var ref: String?
  /// The value of the way's tag `highway`, such as `motorway` or `residential`.
  public var roadClass: String
  /// The OpenStreetMap way.
  public var way: SourceReference
  /// The point of its line that is nearest to the asked point, in WGS84 degrees.
  public var coordinate: Coordinate
  /// Meters from the asked point to ``coordinate``, 0 or more.
  public var distanceMeters: Double
  /// Where traffic goes: of a road with one direction, else of the direction that the asked bearing says; nil for two directions.
  public var direction: CompassPoint?
  /// Where the road leads in that direction, as its signs say; several with semicolons between.
  public var destination: String?
  /// Whether the point is on a bridge.
  public var isBridge = false
  /// Whether the point is in a tunnel.
  public var isTunnel = false
  /// What that bridge or tunnel is called.
  public var structureName: String?
  /// The nearest corners; nil on motorways, and where no other road meets this one within ``CrossStreets/reachMeters`` along it.
  public var crossStreets: CrossStreets?
  /// The last junction that was passed in the direction of travel, on motorways and the like. On a road with two directions, and without a
  /// bearing, that of the way's first vertex.
  public var previousJunction: RoadJunction?
  /// The next junction in the direction of travel.
  public var nextJunction: RoadJunction?
  /// The kilometer of the road by the milestones before and behind, or by one that is here; miles are kilometers, too.
  public var kilometer: Double?
  /// How fast one may go.
  public var maxSpeed: RoadSpeed?
  /// What the road is made of, such as `asphalt`.
  public var surface: String?
  /// Whether it costs toll.
  public var hasToll: Bool?
  /// Whether it has one direction.
  public var isOneway = false
  /// How many lanes it has, in all directions that it has.
  public var lanes: Int?
  /// Who may use it, such as `private`.
  public var access: String?

  /// A road that is known by its way and where that is.
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
  /// There is a corner on one side alone: the road ends on the other one.
  case near(String)

  /// How far a point may be from a corner to be at it, in meters.
  public static let cornerMeters = 20.0
  /// How far along the road corners are looked for, in meters.
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

  /// `72 München-Schwabing`: the number and the name, as far as there are.
  public var title: String { [ref, name].compactMap { $0 }.joined(separator: " ") }
}

/// How fast one may go on a road.
public struct RoadSpeed: Hashable, Codable, Sendable {
  /// How a speed is known; the raw value is the word on the wire.
  public enum Origin: String, Hashable, Codable, Sendable, CaseIterable {
    /// The way has a number.
    case tagged
    /// The way says what law holds, such as `RU:urban`.
    case implicit
    /// The way says nothing: it is what law says of such roads in the country, where no sign says otherwise.
    case countryDefault = "default"
  }

  /// The value as it is on the map, such as `30 mph`, `none` or `RU:urban`; the kilometers per hour of a default.
  public var text: String
  /// The speed in kilometers per hour, more than 0; nil where there is no limit, or where it depends on signs that change.
  public var kilometersPerHour: Double?
  /// How it is known.
  public var origin: Origin

  /// A speed.
  public init(text: String, kilometersPerHour: Double?, origin: Origin) {
    (self.text, self.kilometersPerHour, self.origin) = (text, kilometersPerHour, origin)
  }
}
