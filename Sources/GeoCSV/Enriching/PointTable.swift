/// A hash table by point that only grows: a third of the cost of a dictionary, as points need no protection against chosen keys beyond
/// one multiplication (Fibonacci hashing, Knuth volume 3, 6.4).
struct PointTable<Value> {
  /// How many points it holds.
  private(set) var count = 0
  /// The key of each slot.
  private var keys: [PointKey] = []
  /// The value of each slot; nil where the slot is free.
  private var values: [Value?] = []
  /// Of the product's 64 bits so many are dropped, which leaves a slot.
  private var shift: UInt64 = 64

  /// The value of a point; nil when it is not there.
  subscript(key: PointKey) -> Value? {
    get { keys.isEmpty ? nil : values[slot(of: key)] }
    set {
      guard let newValue else { return }
      if count * 2 >= keys.count { grow() }
      let slot = slot(of: key)
      if values[slot] == nil { count += 1 }
      keys[slot] = key
      values[slot] = newValue
    }
  }

  /// The slot that holds the point, or the free one where it belongs. At most half of the slots are taken, so there is one.
  @inline(__always) private func slot(of key: PointKey) -> Int {
    var slot = Int(truncatingIfNeeded: (key.bits &* 0x9E37_79B9_7F4A_7C15) >> shift)
    while values[slot] != nil, keys[slot] != key { slot = (slot + 1) & (keys.count - 1) }
    return slot
  }

  private mutating func grow() {
    let oldKeys = keys
    let oldValues = values
    let capacity = max(1024, keys.count * 2)
    keys = [PointKey](repeating: PointKey(bits: 0), count: capacity)
    values = [Value?](repeating: nil, count: capacity)
    shift = UInt64(64 - capacity.trailingZeroBitCount)
    for (index, value) in oldValues.enumerated() where value != nil {
      let slot = slot(of: oldKeys[index])
      keys[slot] = oldKeys[index]
      values[slot] = value
    }
  }
}
