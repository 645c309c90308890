import GeoModel
import GeoSupport

/// Tracks which custom areas a watched object is in, without sockets and clocks: the part of a ``LocationWatch`` for
/// layers.
///
/// 1. An area is entered with the first position in it. With a dwell time, it is entered with the first position that
/// comes at least that long after the first one inside with a time, if no position in between was outside. Positions
/// without a time do not end a dwell time.
/// 2. It is left with the first position outside it, if no point on a ring around the position, with the margin as its
/// radius, is in the area. So an object on a border, whose positions jump back and forth, enters once and does not
/// leave.
struct LayerWatch: Sendable {
  /// The identity of an area.
  private struct Key: Hashable {
    let layer: String
    let id: String?
    let name: String

    init(_ layer: String, _ area: LayerArea) { (self.layer, id, name) = (layer, area.id, area.name) }
  }

  private let dwellSeconds: Double
  /// The areas that were entered.
  private var held: [(key: Key, area: LayerArea)] = []
  /// When the object came into areas that are not entered yet.
  private var since: [Key: Double] = [:]

  /// Creates the rules with a dwell time; 0 for none.
  init(dwellSeconds: Double) { self.dwellSeconds = dwellSeconds }

  private static func keyed(_ layers: [LayerAreas]?) -> [(key: Key, area: LayerArea)] {
    (layers ?? []).flatMap { layer in layer.areas.map { (Key(layer.layer, $0), $0) } }
  }

  /// Whether a position with these areas is outside of an entered one, so that the surroundings must be queried.
  func mayLeave(_ layers: [LayerAreas]?) -> Bool {
    let inside = Set(LayerWatch.keyed(layers).map(\.key))
    return held.contains { !inside.contains($0.key) }
  }

  /// Processes a position.
  ///
  /// - Parameters:
  ///   - layers: the areas that contain it.
  ///   - around: the areas that contain points around it, at the distance of the margin.
  ///   - time: the time of the position in seconds; nil if it is unknown.
  /// - Returns: the areas left, then those entered.
  mutating func update(_ layers: [LayerAreas]?, around: [[LayerAreas]?], at time: Double?) -> [WatchEvent] {
    let inside = LayerWatch.keyed(layers)
    let near = Set(inside.map(\.key)).union(around.flatMap { LayerWatch.keyed($0).map(\.key) })
    var events: [WatchEvent] = []
    for (key, area) in held where !near.contains(key) { events.append(.didExitLayerArea(area, layer: key.layer)) }
    held.removeAll { !near.contains($0.key) }
    var waiting: [Key: Double] = [:]
    for (key, area) in inside where !held.contains(where: { $0.key == key }) {
      let begin = since[key] ?? time
      guard dwellSeconds == 0 || time.map({ $0 - (begin ?? $0) >= dwellSeconds }) == true else {
        waiting[key] = begin
        continue
      }
      held.append((key, area))
      events.append(.didEnterLayerArea(area, layer: key.layer))
    }
    since = waiting
    return events
  }
}
