import CPrefetch

/// Values that were read last, by id: each id has one slot, where it drives out another. Bounded, and a hit costs an index.
struct SlotCache<Value> {
  /// An id beside its value, so that both are in one line of the processor's cache.
  private struct Slot {
    var id: UInt32
    var value: Value
  }

  private var slots: [Slot?]
  private let mask: UInt32

  /// A cache with 2 to the power of `bits` slots.
  init(bits: Int) {
    slots = Array(repeating: nil, count: 1 << bits)
    mask = UInt32(1 << bits) - 1
  }

  /// The value of an id, read when it is not kept.
  @inline(__always) mutating func value(_ id: UInt32, _ read: () throws(StoreError) -> Value) throws(StoreError)
    -> Value
  {
    let position = Int(id & mask)
    if let slot = slots[position], slot.id == id { return slot.value }
    let value = try read()
    slots[position] = Slot(id: id, value: value)
    return value
  }

  /// Begins to fetch what ``value(_:_:)`` looks at.
  func expect(_ id: UInt32) {
    slots.withUnsafeBufferPointer { slots in
      if let start = slots.baseAddress { cprefetch(start + Int(id & mask)) }
    }
  }

  /// Whether the value of an id is kept.
  func contains(_ id: UInt32) -> Bool { slots[Int(id & mask)]?.id == id }
}
