/// Slots in the order of their ``Morton`` keys, and where they stood when the run was made.
struct SortedRun {
  /// Tells the positions of its slots from those of other runs: 1, 2 or 3.
  let tag: UInt32
  private(set) var keys: [UInt64]
  /// ``struckOut`` for entries that are no longer valid.
  private(set) var slots: [UInt32]
  /// The first entry that counts; those before have been taken over by another run.
  private(set) var start = 0

  /// In place of a slot.
  static let struckOut = UInt32.max
  /// The bits of a position that hold the tag of a run.
  static let tagShift: UInt32 = 30

  /// Whether all of its entries have been taken over.
  var isEmpty: Bool { start == keys.count }

  /// A run of nothing that has room.
  init(tag: UInt32, capacity: Int) {
    self.tag = tag
    (keys, slots) = ([], [])
    keys.reserveCapacity(capacity)
    slots.reserveCapacity(capacity)
  }

  /// A run of slots that lie in a rest; they are told where they lie now.
  init(tag: UInt32, sorting unsorted: [UInt32], _ store: AnnotationStore) {
    self.tag = tag
    slots = unsorted
    keys = unsorted.map { Morton.key(store[Int($0)].x, store[Int($0)].y) }
    RadixSort.sort(&keys, &slots, from: Morton.restBits, bits: 2 * Morton.bits)
    for (index, slot) in slots.enumerated() { store[Int(slot)].position = position(index) }
  }

  /// The position of an entry.
  @inline(__always) private func position(_ index: Int) -> UInt32 {
    (tag << SortedRun.tagShift) + UInt32(truncatingIfNeeded: index)
  }

  /// Makes an entry invalid.
  mutating func strikeOut(_ position: UInt32) {
    slots[Int(position & (1 << SortedRun.tagShift - 1))] = SortedRun.struckOut
  }

  /// Takes over entries of two runs in their order, so many at most.
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

  /// Entries in the order of their keys, of a cell of the quadtree that meets a range.
  struct Stretch {
    var entries: Range<Int>
    /// Whether the cell lies in the range with all it holds.
    var isInside: Bool
  }

  /// The entries that may stand in a range.
  func stretches(of range: WorldRange) -> [Stretch] {
    var found: [Stretch] = []
    keys.withUnsafeBufferPointer { keys in
      SortedRun.descend(keys, start..<keys.count, prefix: 0, depth: 0, x: 0, y: 0, range, &found)
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
}
