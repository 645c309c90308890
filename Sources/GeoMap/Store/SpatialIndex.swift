/// Finds the slots in a rectangle.
///
/// It has two levels, as a log-structured store has. A run sorted by Morton key is searched through the quadtree. A
/// rest of recently added or moved slots is scanned. Once the rest exceeds both a limit and an eighth of all slots, it
/// is sorted and merged with the run. The merge handles 32,000 entries per search, so that a search rarely waits for
/// all of it. Up to the limit there is no run at all, because a scan is faster.
///
/// The store has the position of each slot in a run or in the rest, so that its entry can be invalidated. An entry of a
/// run contains the place of its slot, which is correct as long as the entry is valid.
final class SpatialIndex {
  /// The number of the index in the store.
  let number: UInt16
  /// The number of slots in the index.
  private(set) var count = 0

  /// Unowned and unchecked, because the map owns both, and reference counting at each access would be slow.
  private unowned(unsafe) let store: AnnotationStore
  /// The runs: none, one, or during a merge three, namely the old run, the sorted rest, and the merged run so far.
  private var runs: [SortedRun] = []
  private var rest: [Entry] = [] { didSet { sortedRest = nil } }
  private var sortedRest: SortedRun?

  /// A slot of the rest with its place, so that a scan reads a single array.
  private struct Entry {
    var slot: UInt32
    var x: UInt32, y: UInt32
  }

  /// The size of the rest up to which it is not merged into a run.
  private let restLimit: Int
  /// The number of entries merged per search.
  private static let slice = 32_000

  init(_ store: AnnotationStore, number: UInt16) {
    self.store = store
    restLimit = store.restLimit
    self.number = number
  }

  /// Adds a slot that is in no index.
  @inline(__always) func insert(_ slot: Int) {
    store[slot].home = number
    append(slot)
    count += 1
  }

  @inline(__always) private func append(_ slot: Int) {
    store[slot].position = UInt32(rest.count)
    rest.append(Entry(slot: UInt32(slot), x: store[slot].x, y: store[slot].y))
  }

  /// Adds slots that are in no index.
  func insert(_ slots: Range<Int>) {
    if slots.count * 4 > rest.count { rest.reserveCapacity(rest.count + slots.count) }
    store.settle(slots, home: number, position: rest.count)
    for slot in slots { rest.append(Entry(slot: UInt32(slot), x: store[slot].x, y: store[slot].y)) }
    count += slots.count
  }

  /// Removes a slot of this index.
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
    if count == 0 { (runs, rest) = ([], []) }
  }

  /// Updates slots of this index that have moved.
  func moved(_ steps: some Sequence<AnnotationStore.Step>) {
    // Moved into local variables, so that no other reference forces a copy.
    var (runs, rest) = ([SortedRun](), [Entry]())
    swap(&runs, &self.runs)
    swap(&rest, &self.rest)
    store.withRecords { records in
      for step in steps {
        let position = records[step.slot].position
        let tag = position >> SortedRun.tagShift
        let entry = Entry(slot: UInt32(step.slot), x: step.new.x, y: step.new.y)
        if tag == 0 {
          rest[Int(position)] = entry
        } else {
          for index in runs.indices where runs[index].tag == tag { runs[index].strikeOut(position) }
          records[step.slot].position = UInt32(rest.count)
          rest.append(entry)
        }
      }
    }
    swap(&runs, &self.runs)
    swap(&rest, &self.rest)
  }

  /// Invalidates an entry of a run; returns false when the position is in the rest.
  @inline(__always) private func strikeOut(_ position: UInt32) -> Bool {
    let tag = position >> SortedRun.tagShift
    guard tag != 0 else { return false }
    for index in runs.indices where runs[index].tag == tag { runs[index].strikeOut(position) }
    return true
  }

  /// Calls a closure once for each slot of the index in the range, with its place, in no particular order. The closure
  /// must not change the store.
  @inline(__always) func forEach(in range: WorldRange, _ body: (Int, UInt32, UInt32) -> Void) {
    guard count > 0 else { return }
    tidy()
    for entry in rest where range.contains(entry.x, entry.y) { body(Int(entry.slot), entry.x, entry.y) }
    for run in runs where !run.isEmpty {
      let cells = run.cells(of: range)
      run.keys.withUnsafeBufferPointer { keys in
        run.slots.withUnsafeBufferPointer { slots in
          for cell in cells {
            for entry in cell.entries where slots[entry] != SortedRun.struckOut {
              let (x, y) = Morton.place(keys[entry])
              if cell.isInside || range.contains(x, y) { body(Int(slots[entry]), x, y) }
            }
          }
        }
      }
    }
  }

  /// All slots as sorted runs. The sorted rest is kept until the rest changes.
  func sortedRuns() -> [SortedRun] {
    guard count > 0 else { return [] }
    tidy()
    guard !rest.isEmpty else { return runs }
    let sorted = sortedRest ?? SortedRun(sorting: rest.map(\.slot), keys: rest.map { Morton.key($0.x, $0.y) })
    sortedRest = sorted
    return runs + [sorted]
  }

  /// Makes a run of a rest that has become too long, and continues a merge by some entries.
  private func tidy() {
    let isRestLong = rest.count > max(restLimit, count / 8)
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

  /// Continues the merge of two runs.
  private func merge(_ limit: Int) {
    guard var merged = runs.popLast(), var sorted = runs.popLast(), var old = runs.popLast() else { return }
    merged.take(limit, &old, &sorted, store)
    runs = old.isEmpty && sorted.isEmpty ? [merged] : [old, sorted, merged]
  }
}
