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
}

/// Which cell of a grid: its column from the antimeridian and its row from the north.
struct CellKey: Hashable {
  var column: Int
  var row: Int

  /// A number that is different for each cell and in no order.
  var rank: UInt64 { Hashing.mix(number) }

  /// Row and column in one number; a sum, as the optimizer of Swift 6.3.1 spoils keys that are made with `|` in a loop.
  private var number: UInt64 {
    (UInt64(truncatingIfNeeded: row) &<< 32) &+ UInt64(truncatingIfNeeded: column)
  }

  func hash(into hasher: inout Hasher) { hasher.combine(number) }
}
