/// Finds the slots in a rectangle.
///
/// Two levels, as in a log-structured store: a run sorted by Morton key, searched by quarters of the quadtree, and a rest of what was added
/// or moved since, which is simply scanned. When the rest has become more than a limit or an eighth of all, it is sorted and both
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
  private var rest: [Entry] = [] { didSet { sortedRest = nil } }
  private var sortedRest: SortedRun?

  /// A slot of the rest and where it stands, so that a scan looks at one array.
  private struct Entry {
    var slot: UInt32
    var x: UInt32, y: UInt32
  }

  /// Entries of the rest that are scanned without hesitation.
  private let restLimit: Int
  /// Entries that change from one run to the other at each look.
  private static let slice = 32_000

  init(_ store: AnnotationStore, number: UInt16) {
    self.store = store
    restLimit = store.restLimit
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
    if count == 0 { (runs, rest) = ([], []) }
  }

  /// Notes that slots which live here have changed their places.
  func moved(_ steps: some Sequence<AnnotationStore.Step>) {
    // As variables of its own, which nobody else can look at meanwhile.
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

  /// Runs of all that lives here, the rest in one that is kept until the rest changes.
  func sortedRuns() -> [SortedRun] {
    guard count > 0 else { return [] }
    tidy()
    guard !rest.isEmpty else { return runs }
    let sorted = sortedRest ?? SortedRun(sorting: rest.map(\.slot), keys: rest.map { Morton.key($0.x, $0.y) })
    sortedRest = sorted
    return runs + [sorted]
  }

  /// Makes one run of all that is valid, by and by.
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

  /// Goes on to make one run of two.
  private func merge(_ limit: Int) {
    guard var merged = runs.popLast(), var sorted = runs.popLast(), var old = runs.popLast() else { return }
    merged.take(limit, &old, &sorted, store)
    runs = old.isEmpty && sorted.isEmpty ? [merged] : [old, sorted, merged]
  }
}
