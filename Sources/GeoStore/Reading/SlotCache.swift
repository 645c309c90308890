/// Values that were read last, by id: each id has one slot, where it drives out another. Bounded, and a hit costs an index.
struct SlotCache<Value> {
  private var ids: [UInt32]
  private var values: [Value?]
  private let mask: UInt32

  /// A cache with 2 to the power of `bits` slots.
  init(bits: Int) {
    ids = Array(repeating: 0, count: 1 << bits)
    values = Array(repeating: nil, count: 1 << bits)
    mask = UInt32(1 << bits) - 1
  }

  /// The value of an id, read when it is not kept.
  @inline(__always) mutating func value(_ id: UInt32, _ read: () throws(StoreError) -> Value) throws(StoreError)
    -> Value
  {
    let slot = Int(id & mask)
    if ids[slot] == id, let value = values[slot] { return value }
    let value = try read()
    ids[slot] = id
    values[slot] = value
    return value
  }
}
