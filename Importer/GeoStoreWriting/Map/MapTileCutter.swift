import GeoMapLayer
import GeoModel
import GeoSupport
import Synchronization

/// Cuts the map layer into squares of all stored levels.
///
/// 1. Threads take things by the thousand. Each is projected, simplified and cut for each level that shows it or the level after it.
/// 2. Its parts are encoded at once, one after the other; what is remembered of each is the square it belongs to.
/// 3. Land and sea come from the coastlines: ``CoastMaker``.
/// 4. Sorted by square and kind, the parts are put together to rows: ``MapRows``.
struct MapTileCutter: Sendable {
  let content: StoreContent
  let numbering: StoreNumbering

  /// Things that a thread takes at once.
  private static let portion = 1_024

  /// Cuts everything.
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
    // Two holders of one array would have it copied.
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
