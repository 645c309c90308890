import GeoStore

/// The hierarchies found lately, by their areas. Each list of areas has a row of four slots, as much as one line of memory,
/// where it drives out the oldest: points along borders, which have many lists, make a few anew instead of all.
struct HierarchyCache {
  private struct Slot {
    var hash: UInt64 = 0
    var hierarchy: Hierarchy?
  }

  /// Hierarchies kept at most; a town has some dozens, a journey some thousands.
  private static let capacity = 4_096
  private static let slotsInRow = 4
  private var slots = Array(repeating: Slot(), count: capacity)

  /// The hierarchy of a list of areas; nil when it is not kept.
  func hierarchy(of key: borrowing AreaKey, hash: UInt64) -> Hierarchy? {
    let row = HierarchyCache.row(hash)
    for position in row..<row + HierarchyCache.slotsInRow where slots[position].hash == hash {
      if let hierarchy = slots[position].hierarchy, hierarchy.key == key { return hierarchy }
    }
    return nil
  }

  /// Keeps a hierarchy in place of the oldest of its row.
  mutating func insert(_ hierarchy: Hierarchy, hash: UInt64) {
    let row = HierarchyCache.row(hash)
    for position in (row + 1..<row + HierarchyCache.slotsInRow).reversed() { slots[position] = slots[position - 1] }
    slots[row] = Slot(hash: hash, hierarchy: hierarchy)
  }

  /// The first slot of a row.
  private static func row(_ hash: UInt64) -> Int { Int(hash % UInt64(capacity / slotsInRow)) * slotsInRow }
}
