import GeoSupport

/// What stands in one cell of a group's grid, added up. Sums of whole numbers, so the order of additions does not matter.
struct ClusterCell {
  /// How many annotations there are.
  var count = 0
  /// The sum of their places, in units of ``WorldPoint``.
  var sumX: UInt64 = 0, sumY: UInt64 = 0
  /// The sum of their slots: the slot itself when there is one annotation.
  var slots: UInt64 = 0
  /// A sum that differs for nearly all different members.
  var fingerprint: UInt64 = 0

  /// The middle of its members, in units.
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

  /// One of them has moved within the cell.
  @inline(__always) mutating func move(_ old: WorldPoint, _ new: WorldPoint) {
    sumX &+= UInt64(new.x) &- UInt64(old.x)
    sumY &+= UInt64(new.y) &- UInt64(old.y)
  }
}

/// Blocks of cells by their column and row: a hash table, as each move of an annotation looks into it.
struct BlockTable {
  /// More blocks than these are not kept.
  static let limit = 2_048

  /// Empty until there is a block.
  private var keys: [UInt64] = []
  private var numbers: [Int32] = []
  /// How many blocks there are; their numbers count up from 0.
  private(set) var count = 0

  private static let bits = 12
  private static let none = UInt64.max

  /// The number of a block; nil when it is not there.
  @inline(__always) func number(of block: CellKey) -> Int? {
    guard count > 0 else { return nil }
    let place = place(of: block.number)
    return keys[place] == BlockTable.none ? nil : Int(numbers[place])
  }

  /// The number of a new block; nil when it is there. The caller sees to it that there are no more than ``limit``.
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

  /// Bytes of the table.
  var byteCount: Int { 12 * keys.count }

  /// Where a key is, or would be.
  @inline(__always) private func place(of key: UInt64) -> Int {
    var place = Int(truncatingIfNeeded: Hashing.mix(key) >> UInt64(64 - BlockTable.bits))
    while keys[place] != key, keys[place] != BlockTable.none { place = (place + 1) & (keys.count - 1) }
    return place
  }
}
