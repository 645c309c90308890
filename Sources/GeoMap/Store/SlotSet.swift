/// A set of slots that is quick to go through, to add to and to take from.
struct SlotSet {
  /// The slots, in no certain order.
  private(set) var slots: [UInt32] = []
  /// Where each slot is in `slots`, plus 1; 0 for those that are not.
  private var positions: [UInt32] = []

  var isEmpty: Bool { slots.isEmpty }

  @inline(__always) func contains(_ slot: Int) -> Bool { slot < positions.count && positions[slot] != 0 }

  /// Adds a slot; false when it was there.
  @discardableResult @inline(__always) mutating func insert(_ slot: Int) -> Bool {
    if slot >= positions.count {
      positions.append(contentsOf: repeatElement(0, count: max(slot + 1, positions.count * 3 / 2) - positions.count))
    }
    guard positions[slot] == 0 else { return false }
    slots.append(UInt32(slot))
    positions[slot] = UInt32(slots.count)
    return true
  }

  /// Takes a slot away; false when it was not there.
  @discardableResult mutating func remove(_ slot: Int) -> Bool {
    guard contains(slot) else { return false }
    let hole = Int(positions[slot]) - 1
    let last = slots.removeLast()
    if hole < slots.count {
      slots[hole] = last
      positions[Int(last)] = UInt32(hole + 1)
    }
    positions[slot] = 0
    return true
  }

  mutating func removeAll() {
    for slot in slots { positions[Int(slot)] = 0 }
    slots.removeAll(keepingCapacity: true)
  }
}
