/// Remembers results by numbers: each number has one slot, where it drives out another. For what is asked millions of times and worked out
/// quickly: a look costs one access to an array, where a ``BoundedCache`` hashes and compares.
@usableFromInline package struct SlotTable<Value> {
  @usableFromInline struct Slot {
    @usableFromInline var key: UInt64
    @usableFromInline var value: Value?
    @usableFromInline init(key: UInt64, value: Value?) { (self.key, self.value) = (key, value) }
  }

  @usableFromInline var slots: [Slot]
  @usableFromInline let slotBits: Int

  /// An empty table of 2^slotBits slots, 1 or more bits.
  @inlinable package init(slotBits: Int) {
    self.slotBits = slotBits
    slots = Array(repeating: Slot(key: 0, value: nil), count: 1 << slotBits)
  }

  /// The result for a key that is kept; nil when it is not.
  @inlinable @inline(__always)
  package subscript(key: UInt64) -> Value? {
    let slot = slots[Hashing.slot(of: key, slotBits: slotBits)]
    return slot.key == key ? slot.value : nil
  }

  /// Keeps a result in the place of another one.
  @inlinable @inline(__always)
  package mutating func keep(_ value: Value, for key: UInt64) {
    slots[Hashing.slot(of: key, slotBits: slotBits)] = Slot(key: key, value: value)
  }
}
