/// Finds the slots in a rectangle.
///
/// Two levels, as in a log-structured store: a run sorted by Morton key, searched by halves of the quadtree, and a rest of what was added
/// or moved since, which is simply scanned. When the rest has become more than ``restLimit`` or an eighth of all, both become one run:
/// 64 ms for a million, so half a microsecond for each change. Up to that limit there is no run at all, as a scan is quicker.
///
/// An entry of the run is valid while its slot lives in this index and is not in the rest; nothing is erased in the run.
final class SpatialIndex {
  /// Which index of the store this is.
  let number: UInt16
  /// How many slots live here.
  private(set) var count = 0

  private unowned let store: AnnotationStore
  private var runKeys: [UInt64] = []
  private var runSlots: [UInt32] = []
  private var rest: [UInt32] = []

  /// Entries of the rest that are scanned without hesitation.
  static let restLimit = 64_000
  /// In place of a position in the rest: the slot is in the run.
  static let inRun = UInt32.max

  init(_ store: AnnotationStore, number: UInt16) {
    self.store = store
    self.number = number
  }

  /// Takes a slot that lives nowhere.
  @inline(__always) func insert(_ slot: Int) {
    store.home[slot] = number
    store.restPosition[slot] = UInt32(rest.count)
    rest.append(UInt32(slot))
    count += 1
  }

  /// Lets go of a slot that lives here.
  func remove(_ slot: Int) {
    leaveRest(slot)
    store.home[slot] = AnnotationStore.nowhere
    count -= 1
    if count == 0 {
      runKeys = []
      runSlots = []
    }
  }

  /// Notes that the place of a slot has changed.
  @inline(__always) func moved(_ slot: Int) {
    guard store.restPosition[slot] == SpatialIndex.inRun else { return }
    store.restPosition[slot] = UInt32(rest.count)
    rest.append(UInt32(slot))
  }

  private func leaveRest(_ slot: Int) {
    let position = store.restPosition[slot]
    guard position != SpatialIndex.inRun else { return }
    let last = rest.removeLast()
    if Int(position) < rest.count {
      rest[Int(position)] = last
      store.restPosition[Int(last)] = position
    }
    store.restPosition[slot] = SpatialIndex.inRun
  }

  /// Makes room for so many more.
  func reserve(_ more: Int) { rest.reserveCapacity(rest.count + more) }

  /// Calls a body with each slot that lives here and stands in the range, once, in no certain order. The body must not change the store.
  @inline(__always) func forEach(in range: WorldRange, _ body: (Int) -> Void) {
    guard count > 0 else { return }
    if rest.count > max(SpatialIndex.restLimit, count / 8) { merge() }
    store.x.withUnsafeBufferPointer { x in
      store.y.withUnsafeBufferPointer { y in
        rest.withUnsafeBufferPointer { rest in
          for slot in rest where range.contains(x[Int(slot)], y[Int(slot)]) { body(Int(slot)) }
        }
        guard !runKeys.isEmpty else { return }
        for stretch in stretches(of: range) {
          for index in stretch.entries {
            let slot = Int(runSlots[index])
            guard store.home[slot] == number, store.restPosition[slot] == SpatialIndex.inRun else { continue }
            if stretch.isInside || range.contains(x[slot], y[slot]) { body(slot) }
          }
        }
      }
    }
  }

  /// Entries of the run in the order of their keys, of cells that meet a range.
  private struct Stretch {
    var entries: Range<Int>
    /// Whether the cell lies in the range with all it holds.
    var isInside: Bool
  }

  private func stretches(of range: WorldRange) -> [Stretch] {
    var found: [Stretch] = []
    runKeys.withUnsafeBufferPointer { keys in
      SpatialIndex.descend(keys, 0..<keys.count, prefix: 0, depth: 0, x: 0, y: 0, range, &found)
    }
    return found
  }

  /// Looks into a cell of the quadtree: its entries of the run are known, and it is 2^(32 − depth) units wide.
  private static func descend(
    _ keys: UnsafeBufferPointer<UInt64>, _ entries: Range<Int>, prefix: UInt64, depth: UInt64, x: UInt64, y: UInt64,
    _ range: WorldRange, _ found: inout [Stretch]
  ) {
    guard !entries.isEmpty else { return }
    let last = (UInt64(1) << (32 - depth)) - 1
    guard x <= range.maxX, y <= range.maxY, x + last >= range.minX, y + last >= range.minY else { return }
    let inside =
      x >= range.minX && x + last <= range.maxX && y >= range.minY && y + last <= range.maxY
    if inside || entries.count <= 64 || depth == Morton.bits {
      found.append(Stretch(entries: entries, isInside: inside))
      return
    }
    var start = entries.lowerBound
    let shift = 2 * (Morton.bits - depth - 1)
    let half = UInt64(1) << (31 - depth)
    for child in UInt64(0)..<4 {
      let childPrefix = prefix | child << shift
      let end =
        child == 3
        ? entries.upperBound : firstIndex(in: keys, start..<entries.upperBound, notBelow: childPrefix + (1 << shift))
      descend(
        keys, start..<end, prefix: childPrefix, depth: depth + 1, x: x + (child & 1) * half, y: y + (child >> 1) * half,
        range, &found)
      start = end
    }
  }

  private static func firstIndex(
    in keys: UnsafeBufferPointer<UInt64>, _ range: Range<Int>, notBelow key: UInt64
  ) -> Int {
    var (low, high) = (range.lowerBound, range.upperBound)
    while low < high {
      let middle = low + (high - low) / 2
      if keys[middle] < key { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Makes one sorted run of all that is valid.
  private func merge() {
    var slots: [UInt32] = []
    slots.reserveCapacity(count)
    for slot in runSlots
    where store.home[Int(slot)] == number && store.restPosition[Int(slot)] == SpatialIndex.inRun { slots.append(slot) }
    slots += rest
    rest = []
    runSlots = []
    runKeys = slots.map { Morton.key(store.x[Int($0)], store.y[Int($0)]) }
    RadixSort.sort(&runKeys, &slots)
    runSlots = slots
    for slot in slots { store.restPosition[Int(slot)] = SpatialIndex.inRun }
  }
}
