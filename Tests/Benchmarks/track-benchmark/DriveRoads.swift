import ArgumentParser
import GeoEngine
import GeoModel
import GeoStore
import GeoSupport
import GeoTestKit

/// A piece of a road between two vertices, independent of the direction.
struct RoadPiece: Hashable {
  let one: FixedPoint
  let other: FixedPoint

  init(_ from: FixedPoint, _ to: FixedPoint) {
    let isFirst = (from.x, from.y) < (to.x, to.y)
    (one, other) = isFirst ? (from, to) : (to, from)
  }

  /// The length in meters.
  var meters: Double { LocalProjection(origin: one).project(other).squaredLength.squareRoot() }
}

/// A simulated drive and the output of its receiver.
struct Drive {
  /// The completely driven pieces of roads, with their ways.
  var pieces: [(piece: RoadPiece, way: Int64)] = []
  var points: [TrackPoint] = []
}

/// The roads of a store, read independently of the matcher, for simulated cars.
struct DriveRoads {
  private struct Exit {
    var to: FixedPoint
    var way: Int64
    var metersPerSecond: Double
  }

  /// Kilometers per hour.
  private static let speeds: [String: Double] = [
    "motorway": 115, "motorway_link": 60, "trunk": 90, "trunk_link": 50, "primary": 70, "primary_link": 40,
    "secondary": 60, "secondary_link": 40, "tertiary": 50, "tertiary_link": 40, "unclassified": 45, "residential": 30,
    "living_street": 15,
  ]

  private var exits: [FixedPoint: [Exit]] = [:]
  private var starts: [FixedPoint] = []
  private var random = SeededGenerator(seed: 20_090_611)

  init(store path: String) throws {
    let store = try StoreReader(path: path)
    var ids: [MapObjectID] = []
    try store.objects(around: FixedPoint(x: 0, y: 0), withinMeters: 2.1e7, ranks: 26...31) { ids.append($0.id) }
    for id in ids {
      let object = try store.object(id, withGeometry: true)
      guard object.mainTag.key == "highway", object.source.type == .way, case .line(let line) = object.geometry,
        let speed = DriveRoads.speeds[object.mainTag.value]
      else { continue }
      add(line, object, speed / 3.6)
    }
    starts = exits.keys.sorted { ($0.x, $0.y) < ($1.x, $1.y) }
    guard !starts.isEmpty else { throw ValidationError("\(path) has no roads") }
  }

  private mutating func add(_ line: [FixedPoint], _ object: MapObject, _ speed: Double) {
    func tag(_ key: String) -> String? { object.extraTags.first { $0.key == key }?.value }
    for key in ["access", "vehicle", "motor_vehicle"] where tag(key) == "no" { return }
    let isOneWay = ["yes", "1", "true"].contains(tag("oneway") ?? "")
    let isImplied =
      object.mainTag.value == "motorway" || tag("junction") == "roundabout" || tag("junction") == "circular"
    let isBackward = tag("oneway") == "-1" || tag("oneway") == "reverse"
    for (from, to) in zip(line, line.dropFirst()) where from != to {
      let way = object.source.id
      if !isBackward { exits[from, default: []].append(Exit(to: to, way: way, metersPerSecond: speed)) }
      if isBackward || !isOneWay && !(isImplied && tag("oneway") == nil) {
        exits[to, default: []].append(Exit(to: from, way: way, metersPerSecond: speed))
      }
    }
  }

  /// Simulates a car that drives mostly straight on, until it reaches a dead end or the time is over.
  mutating func drive(seconds: Double, every interval: Double, noise: Double) -> Drive {
    while true {
      let drive = attempt(seconds: seconds, every: interval, noise: noise)
      if Double(drive.points.count) * interval >= min(seconds, 300) { return drive }
    }
  }

  private mutating func attempt(seconds: Double, every interval: Double, noise: Double) -> Drive {
    var drive = Drive()
    var (place, before) = (starts[Int.random(in: 0..<starts.count, using: &random)], FixedPoint?.none)
    var (time, next) = (0.0, 0.0)
    var ends: [Double] = []
    while time < seconds, let exit = choose(place, before) {
      let piece = RoadPiece(place, exit.to)
      let duration = piece.meters / exit.metersPerSecond
      let projection = LocalProjection(origin: place)
      let end = projection.project(exit.to)
      while next < time + duration {
        let share = (next - time) / duration
        let point = projection.unproject(
          LocalPoint(x: end.x * share + gaussian() * noise, y: end.y * share + gaussian() * noise))
        let coordinate = Coordinate(point)
        drive.points.append(
          TrackPoint(latitude: coordinate.latitude, longitude: coordinate.longitude, seconds: next))
        next += interval
      }
      time += duration
      drive.pieces.append((piece, exit.way))
      ends.append(time)
      (place, before) = (exit.to, place)
    }
    // The part behind the last point cannot be known.
    drive.pieces = Array(drive.pieces.prefix(ends.prefix { $0 <= next - interval }.count))
    return drive
  }

  /// Chooses the next piece at a vertex: straight on in four cases of five, otherwise any direction but back.
  private mutating func choose(_ place: FixedPoint, _ before: FixedPoint?) -> Exit? {
    let open = (exits[place] ?? []).filter { $0.to != before }
    guard let before, open.count > 1, Int.random(in: 0..<5, using: &random) > 0 else {
      return open.randomElement(using: &random)
    }
    let projection = LocalProjection(origin: place)
    let back = projection.project(before)
    func straightness(_ exit: Exit) -> Double {
      let ahead = projection.project(exit.to)
      return -(back.x * ahead.x + back.y * ahead.y) / (back.squaredLength * ahead.squaredLength).squareRoot()
    }
    return open.max { straightness($0) < straightness($1) }
  }

  private mutating func gaussian() -> Double {
    let radius = (-2 * log(Double.random(in: Double.leastNormalMagnitude..<1, using: &random))).squareRoot()
    return radius * cos(Double.random(in: 0..<2 * .pi, using: &random))
  }
}
