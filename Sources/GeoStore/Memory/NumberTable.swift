import GeoSupport

/// Numbers by key: a hash table for keys that are known to be different, as many as it was made for.
struct NumberTable: Sendable {
  /// Keys with their numbers; 0 marks an empty slot. A power of two of them, at most half of them in use.
  private var slots: MappedArray<KeyedPosition>

  /// A table for so many keys.
  ///
  /// - Parameter workspace: where it lives if it is large; nil for the heap.
  init(capacity: Int, in workspace: Workspace?) {
    var size = 64
    while size < capacity * 2 { size *= 2 }
    slots = MappedArray(repeating: KeyedPosition(key: 0, position: 0), count: size, in: workspace)
    slots.expectAccess(random: true)
  }

  /// The number of a key, 1 or more; nil for a key without one. A number is never taken away.
  subscript(key: UInt64) -> Int? {
    get {
      let slot = slots[slot(of: key)]
      return slot.position == 0 ? nil : slot.position
    }
    set { if let newValue { slots[slot(of: key)] = KeyedPosition(key: key, position: newValue) } }
  }

  /// The slot that has a key, or the empty one that would take it.
  private func slot(of key: UInt64) -> Int {
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: Hashing.mix(key)) & mask
    while slots[slot].position != 0, slots[slot].key != key { slot = (slot + 1) & mask }
    return slot
  }
}
