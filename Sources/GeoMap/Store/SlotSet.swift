/// A set of slots with fast iteration, insertion and removal.
struct SlotSet {
  /// The slots, in no particular order.
  private(set) var slots: [UInt32] = []
  /// The index of each slot in `slots`, plus 1; 0 for slots that are not in the set.
  private var positions: [UInt32] = []

  var isEmpty: Bool { slots.isEmpty }

  @inline(__always) func contains(_ slot: Int) -> Bool { slot < positions.count && positions[slot] != 0 }

  /// Adds a slot; returns false when it was already there.
  @discardableResult @inline(__always) mutating func insert(_ slot: Int) -> Bool {
    if slot >= positions.count {
      positions.append(contentsOf: repeatElement(0, count: max(slot + 1, positions.count * 3 / 2) - positions.count))
    }
    guard positions[slot] == 0 else { return false }
    slots.append(UInt32(slot))
    positions[slot] = UInt32(slots.count)
    return true
  }

  /// Adds slots.
  mutating func formUnion(_ slots: some Sequence<Int>) {
    for slot in slots { insert(slot) }
  }

  /// Removes a slot; returns false when it was not there.
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
