/// Finds the slots in a rectangle.
///
/// Two levels, as in a log-structured store: a run sorted by Morton key, searched by quarters of the quadtree, and a rest of what was added
/// or moved since, which is simply scanned. When the rest has become more than ``restLimit`` or an eighth of all, it is sorted and both
/// become one run, some thousand entries at each look, so that no look waits for all of it. Up to that limit there is no run at all, as
/// a scan is quicker.
///
/// A slot knows its position in a run or the rest, so that its entry can be struck out; entries of a run say where their slot stood when
/// the run was made, which is where it stands while the entry is valid.
final class SpatialIndex {
  /// Which index of the store this is.
  let number: UInt16
  /// How many slots live here.
  private(set) var count = 0

  /// The map keeps both, so nothing need be counted at each look into it.
  private unowned(unsafe) let store: AnnotationStore
  /// None, one, or three while two become one: the old one, the sorted rest, and what both have become so far.
  private var runs: [SortedRun] = []
  private var rest: [Entry] = []

  /// A slot of the rest and where it stands, so that a scan looks at one array.
  private struct Entry {
    var slot: UInt32
    var x: UInt32, y: UInt32
  }

  /// Entries of the rest that are scanned without hesitation.
  static let restLimit = 64_000
  /// Entries that change from one run to the other at each look.
  private static let slice = 32_000

  init(_ store: AnnotationStore, number: UInt16) {
    self.store = store
    self.number = number
  }

  /// Takes a slot that lives nowhere.
  @inline(__always) func insert(_ slot: Int) {
    store[slot].home = number
    append(slot)
    count += 1
  }

  @inline(__always) private func append(_ slot: Int) {
    store[slot].position = UInt32(rest.count)
    rest.append(Entry(slot: UInt32(slot), x: store[slot].x, y: store[slot].y))
  }

  /// Takes slots that live nowhere.
  func insert(_ slots: Range<Int>) {
    if slots.count * 4 > rest.count { rest.reserveCapacity(rest.count + slots.count) }
    store.settle(slots, home: number, position: rest.count)
    for slot in slots { rest.append(Entry(slot: UInt32(slot), x: store[slot].x, y: store[slot].y)) }
    count += slots.count
  }

  /// Lets go of a slot that lives here.
  func remove(_ slot: Int) {
    let position = store[slot].position
    if !strikeOut(position) {
      let last = rest.removeLast()
      if Int(position) < rest.count {
        rest[Int(position)] = last
        store[Int(last.slot)].position = position
      }
    }
    store[slot].home = AnnotationStore.nowhere
    count -= 1
    if count == 0 { runs = [] }
  }

  /// Notes that the place of a slot has changed.
  @inline(__always) func moved(_ slot: Int) {
    let position = store[slot].position
    if strikeOut(position) {
      append(slot)
    } else {
      rest[Int(position)].x = store[slot].x
      rest[Int(position)].y = store[slot].y
    }
  }

  /// Makes the entry of a run invalid; false when the position is one of the rest.
  @inline(__always) private func strikeOut(_ position: UInt32) -> Bool {
    let tag = position >> SortedRun.tagShift
    guard tag != 0 else { return false }
    for index in runs.indices where runs[index].tag == tag { runs[index].strikeOut(position) }
    return true
  }

  /// Calls a body with each slot that lives here and stands in the range, and where, once, in no certain order. The body must not change
  /// the store.
  @inline(__always) func forEach(in range: WorldRange, _ body: (Int, UInt32, UInt32) -> Void) {
    guard count > 0 else { return }
    tidy()
    for entry in rest where range.contains(entry.x, entry.y) { body(Int(entry.slot), entry.x, entry.y) }
    for run in runs where !run.isEmpty {
      let stretches = run.stretches(of: range)
      run.keys.withUnsafeBufferPointer { keys in
        run.slots.withUnsafeBufferPointer { slots in
          for stretch in stretches {
            for entry in stretch.entries where slots[entry] != SortedRun.struckOut {
              let (x, y) = Morton.place(keys[entry])
              if stretch.isInside || range.contains(x, y) { body(Int(slots[entry]), x, y) }
            }
          }
        }
      }
    }
  }

  /// Makes one run of all that is valid, by and by.
  private func tidy() {
    let isRestLong = rest.count > max(SpatialIndex.restLimit, count / 8)
    if runs.count == 3 { merge(isRestLong ? .max : SpatialIndex.slice) }
    guard isRestLong else { return }
    let tags = (1...3).filter { tag in !runs.contains { $0.tag == UInt32(tag) } }.map { UInt32($0) }
    let sorted = SortedRun(tag: tags[0], sorting: rest.map(\.slot), store)
    rest = []
    guard let old = runs.first else {
      runs = [sorted]
      return
    }
    runs = [old, sorted, SortedRun(tag: tags[1], capacity: count)]
    merge(SpatialIndex.slice)
  }

  /// Goes on to make one run of two.
  private func merge(_ limit: Int) {
    guard var merged = runs.popLast(), var sorted = runs.popLast(), var old = runs.popLast() else { return }
    merged.take(limit, &old, &sorted, store)
    runs = old.isEmpty && sorted.isEmpty ? [merged] : [old, sorted, merged]
  }
}
