import GeoModel
import GeoSupport

/// Which areas of one's own a watched thing is in, without sockets and clocks: the part of a ``LocationWatch`` that knows layers.
///
/// 1. An area is entered with the first position in it, or, where a dwell time is asked for, with the first one that comes so long after it without one
///    outside between them. Positions without a time do not end a dwell time.
/// 2. It is left with the first position outside around which, up to the margin, it is nowhere. So a thing that stands on a border, whose positions
///    jump to and fro, enters once and leaves no more.
struct LayerWatch: Sendable {
  /// An area by what tells it apart from others.
  private struct Key: Hashable {
    let layer: String
    let id: String?
    let name: String

    init(_ layer: String, _ area: LayerArea) { (self.layer, id, name) = (layer, area.id, area.name) }
  }

  private let dwellSeconds: Double
  /// The areas that were entered.
  private var held: [(key: Key, area: LayerArea)] = []
  /// Since when the thing is in areas that are not entered yet.
  private var since: [Key: Double?] = [:]

  /// The rules with a dwell time; 0 for none.
  init(dwellSeconds: Double) { self.dwellSeconds = dwellSeconds }

  private static func keyed(_ layers: [LayerAreas]?) -> [(key: Key, area: LayerArea)] {
    (layers ?? []).flatMap { layer in layer.areas.map { (Key(layer.layer, $0), $0) } }
  }

  /// Whether a position with these areas is outside of one that was entered, so that it must be looked for around it.
  func mayLeave(_ layers: [LayerAreas]?) -> Bool {
    let inside = Set(LayerWatch.keyed(layers).map(\.key))
    return held.contains { !inside.contains($0.key) }
  }

  /// Takes a position.
  ///
  /// - Parameters:
  ///   - layers: the areas that contain it.
  ///   - around: those that contain points around it, up to the margin.
  ///   - time: when it was there, in seconds; nil when that is not known.
  /// - Returns: what is left, then what is entered.
  mutating func update(_ layers: [LayerAreas]?, around: [[LayerAreas]?], at time: Double?) -> [WatchEvent] {
    let inside = LayerWatch.keyed(layers)
    let near = Set(inside.map(\.key)).union(around.flatMap { LayerWatch.keyed($0).map(\.key) })
    var events: [WatchEvent] = []
    for (key, area) in held where !near.contains(key) { events.append(.didExitLayerArea(area, layer: key.layer)) }
    held.removeAll { !near.contains($0.key) }
    var waiting: [Key: Double?] = [:]
    for (key, area) in inside where !held.contains(where: { $0.key == key }) {
      let begin = since[key] ?? time
      guard dwellSeconds == 0 || time.map({ $0 - (begin ?? $0) >= dwellSeconds }) == true else {
        waiting[key] = .some(begin)
        continue
      }
      held.append((key, area))
      events.append(.didEnterLayerArea(area, layer: key.layer))
    }
    since = waiting
    return events
  }
}
