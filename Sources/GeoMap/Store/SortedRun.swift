/// Slots in the order of their ``Morton`` keys, with the places that they had when the run was made.
struct SortedRun {
  /// The number of the run in positions, from 1 to 3; 0 for a run without positions in the store.
  let tag: UInt32
  private(set) var keys: [UInt64]
  /// The slot of each entry; ``struckOut`` for invalid entries.
  private(set) var slots: [UInt32]
  /// The first entry that counts; earlier ones have moved to another run.
  private(set) var start = 0

  /// The slot number of an invalid entry.
  static let struckOut = UInt32.max
  /// The lowest bit of the run's tag in a position.
  static let tagShift: UInt32 = 30

  /// Whether all entries have moved to another run.
  var isEmpty: Bool { start == keys.count }

  /// Creates an empty run with reserved memory.
  init(tag: UInt32, capacity: Int) {
    self.tag = tag
    (keys, slots) = ([], [])
    keys.reserveCapacity(capacity)
    slots.reserveCapacity(capacity)
  }

  /// Creates a run from slots and their keys, without updating the slots' positions in the store.
  init(tag: UInt32 = 0, sorting unsorted: [UInt32], keys unsortedKeys: [UInt64]) {
    self.tag = tag
    (keys, slots) = (unsortedKeys, unsorted)
    RadixSort.sort(&keys, &slots, from: Morton.restBits, bits: 2 * Morton.bits)
  }

  /// Creates a run from slots, and updates their positions in the store.
  init(tag: UInt32, sorting unsorted: [UInt32], _ store: AnnotationStore) {
    self.init(tag: tag, sorting: unsorted, keys: unsorted.map { Morton.key(store[Int($0)].x, store[Int($0)].y) })
    for (index, slot) in slots.enumerated() { store[Int(slot)].position = position(index) }
  }

  /// The position of an entry.
  @inline(__always) private func position(_ index: Int) -> UInt32 {
    (tag << SortedRun.tagShift) + UInt32(truncatingIfNeeded: index)
  }

  /// Invalidates an entry.
  mutating func strikeOut(_ position: UInt32) {
    slots[Int(position & (1 << SortedRun.tagShift - 1))] = SortedRun.struckOut
  }

  /// Merges up to `limit` entries of two runs into this one, in key order.
  mutating func take(_ limit: Int, _ a: inout SortedRun, _ b: inout SortedRun, _ store: AnnotationStore) {
    for _ in 0..<limit {
      if a.isEmpty, b.isEmpty { return }
      if b.isEmpty || (!a.isEmpty && a.keys[a.start] <= b.keys[b.start]) {
        append(a.keys[a.start], a.slots[a.start], store)
        a.start += 1
      } else {
        append(b.keys[b.start], b.slots[b.start], store)
        b.start += 1
      }
    }
  }

  @inline(__always) private mutating func append(_ key: UInt64, _ slot: UInt32, _ store: AnnotationStore) {
    guard slot != SortedRun.struckOut else { return }
    store[Int(slot)].position = position(keys.count)
    keys.append(key)
    slots.append(slot)
  }

  /// A cell of the quadtree over the world, with its entries.
  struct Cell {
    /// The first entry, and the one after the last.
    var start: Int32, end: Int32
    /// The upper left place.
    var x: UInt32 = 0, y: UInt32 = 0
    /// The cell is 2^(32 − depth) units wide.
    var depth: UInt8 = 0
    /// Whether the whole cell lies in the range.
    var isInside = false

    var entries: Range<Int> { Int(start)..<Int(end) }
    /// The distance from the first column or row of the cell to the last.
    var lastUnit: UInt32 { UInt32.max >> UInt32(depth) }
    /// Whether the cell cannot be divided further.
    var isSmallest: Bool { UInt64(depth) == Morton.bits }
  }

  /// The cell of the whole world.
  var root: Cell { Cell(start: Int32(start), end: Int32(keys.count)) }

  /// The slot and place of an entry; nil when the entry is invalid.
  @inline(__always) func entry(_ index: Int) -> (slot: Int, x: UInt32, y: UInt32)? {
    guard slots[index] != SortedRun.struckOut else { return nil }
    let (x, y) = Morton.place(keys[index])
    return (Int(slots[index]), x, y)
  }

  /// Calls a closure with the quarters of a cell that have entries.
  @inline(__always) func forEachQuarter(of cell: Cell, _ body: (Cell) -> Void) {
    let depth = UInt64(cell.depth)
    let shift = Morton.restBits + 2 * (Morton.bits - depth - 1)
    let half = UInt32(1) << (31 - UInt32(cell.depth))
    let first = Morton.key(cell.x, cell.y)
    var quarter = cell
    quarter.depth += 1
    for number in UInt32(0)..<4 {
      quarter.end =
        number == 3 ? cell.end : firstIndex(quarter.start, cell.end, notBelow: first &+ (UInt64(number + 1) &<< shift))
      quarter.x = cell.x &+ (number & 1) &* half
      quarter.y = cell.y &+ (number >> 1) &* half
      if quarter.start < quarter.end { body(quarter) }
      quarter.start = quarter.end
    }
  }

  private func firstIndex(_ start: Int32, _ end: Int32, notBelow key: UInt64) -> Int32 {
    keys.withUnsafeBufferPointer { keys in
      var (low, high) = (Int(start), Int(end))
      while low < high {
        let middle = low + (high - low) / 2
        if keys[middle] < key { low = middle + 1 } else { high = middle }
      }
      return Int32(low)
    }
  }

  /// The cells whose entries may lie in a range, in key order.
  func cells(of range: WorldRange) -> [Cell] {
    var found: [Cell] = []
    descend(root, range, &found)
    return found
  }

  private func descend(_ cell: Cell, _ range: WorldRange, _ found: inout [Cell]) {
    guard cell.start < cell.end, range.meets(cell.x, cell.y, cell.lastUnit) else { return }
    var cell = cell
    cell.isInside = range.contains(cell.x, cell.y) && range.contains(cell.x + cell.lastUnit, cell.y + cell.lastUnit)
    if cell.isInside || cell.entries.count <= 64 || cell.isSmallest {
      found.append(cell)
    } else {
      forEachQuarter(of: cell) { descend($0, range, &found) }
    }
  }
}
