import GeoModel
import GeoStore
import GeoSupport

/// A road, railway or ferry of the map, with parsed tags.
final class RoadWay {
  /// What travels on it.
  enum Kind: Hashable {
    /// Vehicles on wheels, or pedestrians.
    case road
    case railway, ferry
  }

  /// The row in the store, which tells ways apart.
  let id: MapObjectID
  let source: SourceReference
  let kind: Kind
  /// The value of `highway` or `railway`; `ferry` for ferries.
  let roadClass: String
  /// `name` and its translations, `ref` and the like.
  let names: [MapTag]
  /// All other tags.
  let tags: [String: String]
  /// At least two vertices.
  let line: [FixedPoint]
  let name: String?
  /// The numbers of `ref`.
  let refs: [Substring]
  /// The direction of traffic: 1 along the line, -1 against it, 0 both ways.
  let flow: Int
  /// `layer`, bridges at least 1, tunnels at most -1.
  let layer: Int
  /// The milestones beside it; nil until they are searched for.
  var milestones: [RoadMilestone]?

  /// Creates a road from a map object; nil for other objects, roads under construction and areas.
  init?(_ object: MapObject) {
    guard let kind = RoadWay.kind(of: object.mainTag) else { return nil }
    guard case .line(let line) = object.geometry, line.count > 1 else { return nil }
    self.kind = kind
    (id, source) = (object.id, object.source)
    (roadClass, names, self.line) = (object.mainTag.value, object.names, line)
    let tags = Dictionary(object.extraTags.map { ($0.key, $0.value) }, uniquingKeysWith: { first, _ in first })
    self.tags = tags
    name = names.first { $0.key == "name" }?.value
    refs = names.first { $0.key == "ref" }?.value.split(separator: ";").map { RoadWay.trimmed($0) } ?? []
    flow = RoadWay.flow(tags, roadClass)
    let mapped = Int(tags["layer"] ?? "").map { max(-5, min(5, $0)) } ?? 0
    layer = RoadWay.isSet(tags["bridge"]) ? max(1, mapped) : RoadWay.isSet(tags["tunnel"]) ? min(-1, mapped) : mapped
  }

  private static let railways: Set = [
    "rail", "light_rail", "subway", "tram", "narrow_gauge", "monorail", "funicular", "preserved",
  ]

  private static func kind(of tag: MapTag) -> Kind? {
    switch tag.key {
    case "highway": tag.value == "construction" ? nil : .road
    case "railway": railways.contains(tag.value) ? .railway : nil
    case "route": tag.value == "ferry" ? .ferry : nil
    default: nil
    }
  }

  var isBridge: Bool { RoadWay.isSet(tags["bridge"]) }
  var isTunnel: Bool { RoadWay.isSet(tags["tunnel"]) }
  var ref: String? { refs.isEmpty ? nil : refs.joined(separator: ";") }
  /// Whether it has junctions instead of corners.
  var isMotorway: Bool { roadClass == "motorway" || roadClass == "trunk" && tags["motorroad"] == "yes" }
  var isLink: Bool { roadClass.utf8.suffix(5).elementsEqual("_link".utf8) }
  /// Whether it is not meant for motor vehicles.
  var isPath: Bool { RoadWay.paths.contains(roadClass) }

  /// Whether this way belongs to the same road as another one.
  func continues(_ other: RoadWay) -> Bool {
    guard kind == other.kind else { return false }
    let sharesRef = refs.contains { other.refs.contains($0) }
    if let name, let otherName = other.name { return name == otherName || isMotorway && other.isMotorway && sharesRef }
    if sharesRef { return true }
    return name == nil && other.name == nil && refs.isEmpty && other.refs.isEmpty && roadClass == other.roadClass
  }

  /// Whether traffic of a profile may use it.
  func isOpen(to profile: RoadProfile) -> Bool {
    if kind == .railway { return profile == .any }
    switch profile {
    case .any: return true
    case .driving:
      let rule = ["motorcar", "motor_vehicle", "vehicle", "access"].lazy.compactMap { self.tags[$0] }.first
      return isPath ? tags["motor_vehicle"].map(RoadWay.isSet) ?? false : rule != "no"
    case .walking:
      if let foot = tags["foot"] { return foot != "no" }
      return !isMotorway && roadClass != "motorway_link" && tags["access"] != "no"
    }
  }

  private static let paths: Set = ["footway", "path", "cycleway", "steps", "bridleway", "pedestrian"]

  /// Whether a tag is there with another value than `no`.
  static func isSet(_ value: String?) -> Bool { value.map { $0 != "no" } ?? false }

  private static func flow(_ tags: [String: String], _ roadClass: String) -> Int {
    switch tags["oneway"] {
    case "yes", "true", "1": 1
    case "-1", "reverse": -1
    case nil: roadClass == "motorway" || tags["junction"] == "roundabout" ? 1 : 0
    default: 0
    }
  }

  static func trimmed(_ text: Substring) -> Substring {
    let start = text.drop { $0 == " " }
    return start[..<(start.lastIndex { $0 != " " }.map { start.index(after: $0) } ?? start.startIndex)]
  }
}

/// A stone or sign beside a road that shows the kilometer.
struct RoadMilestone {
  /// The number of the road's segment beside it, and the distance from that segment's first vertex.
  var segment: Int
  var metersInSegment: Double
  var kilometer: Double
}

/// A vertex of roads.
struct RoadVertex {
  /// The roads that have it among their vertices.
  var ways: [RoadWay]
  /// The names of a motorway's junction; nil where there is none.
  var junction: [MapTag]?
}

/// The place on a road nearest to a point.
struct RoadPlace {
  var way: RoadWay
  /// The number of the segment's first vertex.
  var segment: Int
  var point: FixedPoint
  /// Meters from the query's point.
  var meters: Double

  /// The place on a road that is nearest to a point.
  init(_ way: RoadWay, nearestTo projection: LocalProjection) {
    var best = (segment: 0, point: projection.project(way.line[0]))
    var from = best.point
    for (position, vertex) in way.line.enumerated().dropFirst() {
      let to = projection.project(vertex)
      let candidate = from.nearestToOrigin(onSegmentTo: to)
      if candidate.squaredLength < best.point.squaredLength || position == 1 { best = (position - 1, candidate) }
      from = to
    }
    self.way = way
    (segment, point) = (best.segment, projection.unproject(best.point))
    meters = best.point.squaredLength.squareRoot()
  }

  /// The direction of the line here, in degrees clockwise from north.
  var bearing: Double { way.line[segment].bearing(to: way.line[segment + 1]) }
}

extension FixedPoint {
  /// Meters to another point nearby.
  func meters(to other: FixedPoint) -> Double {
    LocalProjection(origin: self).project(other).squaredLength.squareRoot()
  }

  /// The direction to another point nearby, in degrees clockwise from north.
  func bearing(to other: FixedPoint) -> Double {
    let way = LocalProjection(origin: self).project(other)
    let degrees = atan2(way.x, way.y) * 180 / .pi
    return degrees < 0 ? degrees + 360 : degrees
  }
}
