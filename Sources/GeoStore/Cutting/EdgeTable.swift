import GeoModel
import GeoSupport

/// A hash table of edges that is emptied in no time, for one tile after the other.
struct EdgeTable {
  private struct Entry {
    var low: UInt64 = 0, high: UInt64 = 0
    var signature: UInt64 = 0
    var generation: UInt32 = 0
    var chain: Int32 = -1
  }

  private var entries = [Entry](repeating: Entry(), count: 256)
  private var generation: UInt32 = 0
  /// Distinct edges.
  private(set) var count = 0

  /// Forgets all edges and makes room.
  mutating func reset(expecting edges: Int) {
    generation += 1
    count = 0
    var size = entries.count
    while size < edges * 2 { size *= 2 }
    if size > entries.count { entries = [Entry](repeating: Entry(), count: size) }
  }

  /// Notes that a polygon has an edge.
  ///
  /// - Returns: the edge's slot.
  mutating func note(_ from: FixedPoint, _ to: FixedPoint, polygon: Int) -> Int {
    let (a, b) = (from.packed, to.packed)
    let (low, high) = a < b ? (a, b) : (b, a)
    var slot = Int(truncatingIfNeeded: Hashing.mix(low ^ Hashing.mix(high))) & (entries.count - 1)
    while entries[slot].generation == generation, entries[slot].low != low || entries[slot].high != high {
      slot = (slot + 1) & (entries.count - 1)
    }
    if entries[slot].generation != generation {
      entries[slot] = Entry(low: low, high: high, signature: 0, generation: generation, chain: -1)
      count += 1
    }
    entries[slot].signature ^= Hashing.mix(UInt64(polygon) + 1)
    return slot
  }

  /// The polygons that have the edge of a slot, as one number.
  func signature(_ slot: Int) -> UInt64 { entries[slot].signature }
  /// The chain that the edge of a slot was put into; -1 for none yet.
  func chain(_ slot: Int) -> Int { Int(entries[slot].chain) }
  /// Notes the chain that the edge of a slot was put into.
  mutating func setChain(_ slot: Int, _ chain: Int) { entries[slot].chain = Int32(chain) }
}

extension FixedPoint {
  /// Both coordinates in one number.
  var packed: UInt64 { UInt64(UInt32(bitPattern: x)) << 32 | UInt64(UInt32(bitPattern: y)) }
}
