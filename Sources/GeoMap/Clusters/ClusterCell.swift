import GeoSupport

/// The sums over the annotations in one cell of a group's grid. They are integers, so the order of additions does not
/// matter.
struct ClusterCell {
  /// The number of annotations.
  var count = 0
  /// The sum of the annotations' positions, in units of ``WorldPoint``.
  var sumX: UInt64 = 0, sumY: UInt64 = 0
  /// The sum of the annotations' slots: the slot itself when there is one annotation.
  var slots: UInt64 = 0
  /// A sum that almost always differs between different sets of members.
  var fingerprint: UInt64 = 0

  /// The mean position of the members, in units.
  var middleX: Double { Double(sumX) / Double(count) }
  /// See ``middleX``.
  var middleY: Double { Double(sumY) / Double(count) }

  @inline(__always) mutating func add(_ slot: Int, _ x: UInt32, _ y: UInt32) {
    count += 1
    sumX &+= UInt64(x)
    sumY &+= UInt64(y)
    slots &+= UInt64(slot)
    fingerprint &+= Hashing.mix(UInt64(slot) + 1)
  }

  @inline(__always) mutating func subtract(_ slot: Int, _ x: UInt32, _ y: UInt32) {
    count -= 1
    sumX &-= UInt64(x)
    sumY &-= UInt64(y)
    slots &-= UInt64(slot)
    fingerprint &-= Hashing.mix(UInt64(slot) + 1)
  }

  /// Accounts for an annotation that moved within the cell.
  @inline(__always) mutating func move(_ old: WorldPoint, _ new: WorldPoint) {
    sumX &+= UInt64(new.x) &- UInt64(old.x)
    sumY &+= UInt64(new.y) &- UInt64(old.y)
  }
}

/// A hash table of blocks of cells, by column and row. It must be fast, as each move of an annotation looks into it.
struct BlockTable {
  /// The largest number of blocks.
  static let limit = 2_048

  /// The keys of the table; empty until there is a block.
  private var keys: [UInt64] = []
  private var numbers: [Int32] = []
  /// The number of blocks. They are numbered from 0.
  private(set) var count = 0

  private static let bits = 12
  private static let none = UInt64.max

  /// The number of a block; nil when the table does not have it.
  @inline(__always) func number(of block: CellKey) -> Int? {
    guard count > 0 else { return nil }
    let place = place(of: block.number)
    return keys[place] == BlockTable.none ? nil : Int(numbers[place])
  }

  /// Adds a block and returns its number; nil when the table already has it or is full. The caller keeps the number of
  /// blocks within ``limit``.
  mutating func insert(_ block: CellKey) -> Int? {
    if keys.isEmpty {
      keys = [UInt64](repeating: BlockTable.none, count: 1 << BlockTable.bits)
      numbers = [Int32](repeating: 0, count: 1 << BlockTable.bits)
    }
    let place = place(of: block.number)
    guard keys[place] == BlockTable.none, count < BlockTable.limit else { return nil }
    keys[place] = block.number
    numbers[place] = Int32(count)
    count += 1
    return count - 1
  }

  mutating func removeAll() { self = BlockTable() }

  /// The size of the table in bytes.
  var byteCount: Int { 12 * keys.count }

  /// The index of a key in the table, or the free index where it belongs.
  @inline(__always) private func place(of key: UInt64) -> Int {
    var place = Int(truncatingIfNeeded: Hashing.mix(key) >> UInt64(64 - BlockTable.bits))
    while keys[place] != key, keys[place] != BlockTable.none { place = (place + 1) & (keys.count - 1) }
    return place
  }
}
