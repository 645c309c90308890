/// Finds the slots in a rectangle.
///
/// Two levels, as in a log-structured store: a run sorted by Morton key, searched by halves of the quadtree, and a rest of what was added
/// or moved since, which is simply scanned. When the rest has become more than ``restLimit`` or an eighth of all, both become one run:
/// half a microsecond for each change. Up to that limit there is no run at all, as a scan is quicker.
///
/// A slot knows its position in the run or the rest, so that its entry can be struck out; entries of the run say where their slot stood when
/// the run was made, which is where it stands while the entry is valid.
final class SpatialIndex {
  /// Which index of the store this is.
  let number: UInt16
  /// How many slots live here.
  private(set) var count = 0

  private unowned let store: AnnotationStore
  /// See ``Morton``.
  private var runKeys: [UInt64] = []
  /// ``struckOut`` for entries that are no longer valid.
  private var runSlots: [UInt32] = []
  private var rest: [UInt32] = []

  /// Entries of the rest that are scanned without hesitation.
  static let restLimit = 64_000
  /// Added to positions in the run.
  private static let inRun: UInt32 = 1 << 31
  /// In place of a slot.
  private static let struckOut = UInt32.max

  init(_ store: AnnotationStore, number: UInt16) {
    self.store = store
    self.number = number
  }

  /// Takes a slot that lives nowhere.
  @inline(__always) func insert(_ slot: Int) {
    store[slot].home = number
    store[slot].position = UInt32(rest.count)
    rest.append(UInt32(slot))
    count += 1
  }

  /// Takes slots that live nowhere.
  func insert(_ slots: Range<Int>) {
    if slots.count * 4 > rest.count { rest.reserveCapacity(rest.count + slots.count) }
    for slot in slots { insert(slot) }
  }

  /// Lets go of a slot that lives here.
  func remove(_ slot: Int) {
    let position = store[slot].position
    if position >= SpatialIndex.inRun {
      runSlots[Int(position - SpatialIndex.inRun)] = SpatialIndex.struckOut
    } else {
      let last = rest.removeLast()
      if Int(position) < rest.count {
        rest[Int(position)] = last
        store[Int(last)].position = position
      }
    }
    store[slot].home = AnnotationStore.nowhere
    count -= 1
    if count == 0 {
      runKeys = []
      runSlots = []
    }
  }

  /// Notes that the place of a slot has changed.
  @inline(__always) func moved(_ slot: Int) {
    let position = store[slot].position
    guard position >= SpatialIndex.inRun else { return }
    runSlots[Int(position - SpatialIndex.inRun)] = SpatialIndex.struckOut
    store[slot].position = UInt32(rest.count)
    rest.append(UInt32(slot))
  }

  /// Calls a body with each slot that lives here and stands in the range, and where, once, in no certain order. The body must not change
  /// the store.
  @inline(__always) func forEach(in range: WorldRange, _ body: (Int, UInt32, UInt32) -> Void) {
    guard count > 0 else { return }
    if rest.count > max(SpatialIndex.restLimit, count / 8) { merge() }
    for slot in rest {
      let record = store[Int(slot)]
      if range.contains(record.x, record.y) { body(Int(slot), record.x, record.y) }
    }
    guard !runKeys.isEmpty else { return }
    runKeys.withUnsafeBufferPointer { keys in
      runSlots.withUnsafeBufferPointer { slots in
        for stretch in SpatialIndex.stretches(keys, of: range) {
          for entry in stretch.entries where slots[entry] != SpatialIndex.struckOut {
            let (x, y) = Morton.place(keys[entry])
            if stretch.isInside || range.contains(x, y) { body(Int(slots[entry]), x, y) }
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

  private static func stretches(_ keys: UnsafeBufferPointer<UInt64>, of range: WorldRange) -> [Stretch] {
    var found: [Stretch] = []
    descend(keys, 0..<keys.count, prefix: 0, depth: 0, x: 0, y: 0, range, &found)
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
    let shift = Morton.restBits + 2 * (Morton.bits - depth - 1)
    let half = UInt64(1) << (31 - depth)
    for child in UInt64(0)..<4 {
      let childPrefix = prefix &+ (child &<< shift)
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
    var slots = runSlots.filter { $0 != SpatialIndex.struckOut }
    slots.append(contentsOf: rest)
    rest = []
    runSlots = []
    runKeys = slots.map { Morton.key(store[Int($0)].x, store[Int($0)].y) }
    RadixSort.sort(&runKeys, &slots)
    runSlots = slots
    for (position, slot) in slots.enumerated() {
      store[Int(slot)].position = SpatialIndex.inRun + UInt32(truncatingIfNeeded: position)
    }
  }
}
