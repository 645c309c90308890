import GeoMapLayer
import GeoModel
import GeoSupport
import Synchronization

/// Cuts the map layer into squares of all stored levels.
///
/// 1. Threads take features by the thousand. Each feature is projected, simplified and cut for each stored level that
///    shows it, or whose next level does.
/// 2. The parts of a feature are encoded immediately, one after the other. Beside the bytes of a part, only its square
///    and kind are kept.
/// 3. ``CoastMaker`` makes land and sea from the coastlines.
/// 4. The parts are sorted by square and kind, and ``MapRows`` assembles them into rows.
struct MapTileCutter: Sendable {
  let content: StoreContent
  let numbering: StoreNumbering

  /// The number of features that a thread takes at once.
  private static let portion = 1_024

  /// Cuts all features.
  func cut(threads: Int, isCancelled: @escaping @Sendable () -> Bool) -> MapFragments {
    let map = content.map
    let workspace = content.workspace
    let all = Mutex(MapFragments(in: workspace))
    let count = (map.features.count + MapTileCutter.portion - 1) / MapTileCutter.portion
    let sink = OrderedSink<MapFragments> { fragments in all.withLock { $0.append(fragments) } }
    let next = Atomic(0)
    SystemThread.perform(onThreads: threads) {
      while !isCancelled() {
        let portion = next.wrappingAdd(1, ordering: .relaxed).oldValue
        guard portion < count else { return }
        var cutter = MapFeatureCutter(content: map, numbering: numbering)
        let start = portion * MapTileCutter.portion
        for position in start..<min(map.features.count, start + MapTileCutter.portion) {
          cutter.cut(map.features[position])
        }
        sink.deliver(cutter.fragments, at: portion)
      }
    }
    // A second reference to the arrays would cause them to be copied.
    var fragments = all.withLock { held in
      let taken = held
      held = MapFragments(in: nil)
      return taken
    }
    CoastMaker(content, for: .map) { fragments.cells(ofLevel: MapCell.finestLevel) }.add(to: &fragments)
    fragments.sort()
    return fragments
  }
}
