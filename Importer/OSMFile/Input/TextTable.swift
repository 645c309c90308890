import GeoSupport

/// The texts of a block, each once.
struct TextTable {
  private var bytes: [UInt8] = []
  private var starts = [0]
  /// A hash table of text indexes, with 0 for free slots. Its size is a power of two, of which at most half is used.
  private var slots = [Int32](repeating: 0, count: 1 << 12)

  /// The approximate size of all texts, in bytes.
  var size: Int { bytes.count + starts.count * 2 }

  /// The index of a text, 1 or more. The format reserves index 0.
  mutating func index(of text: UnsafePointer<CChar>) -> Int64 {
    let given = UnsafeRawBufferPointer(start: text, count: strlen(text))
    var slot = self.slot(of: given)
    while slots[slot] != 0 {
      if isEqual(Int(slots[slot]), given) { return Int64(slots[slot]) }
      slot = (slot + 1) & (slots.count - 1)
    }
    slots[slot] = Int32(starts.count)
    bytes.append(contentsOf: given)
    starts.append(bytes.count)
    if starts.count * 2 > slots.count { grow() }
    return Int64(starts.count - 1)
  }

  /// The slot at which the search for a text begins.
  private func slot(of text: UnsafeRawBufferPointer) -> Int {
    Int(truncatingIfNeeded: Hashing.mix(Hashing.fnv1a(text))) & (slots.count - 1)
  }

  private func isEqual(_ index: Int, _ text: UnsafeRawBufferPointer) -> Bool {
    let start = starts[index - 1]
    guard starts[index] - start == text.count else { return false }
    if text.isEmpty { return true }
    return bytes.withUnsafeBytes { memcmp($0.baseAddress! + start, text.baseAddress!, text.count) == 0 }
  }

  private mutating func grow() {
    slots = [Int32](repeating: 0, count: slots.count * 2)
    for index in 1..<starts.count {
      var slot = bytes.withUnsafeBytes {
        self.slot(of: UnsafeRawBufferPointer(rebasing: $0[starts[index - 1]..<starts[index]]))
      }
      while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = Int32(index)
    }
  }

  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    starts = [0]
    for slot in slots.indices { slots[slot] = 0 }
  }

  /// The StringTable message.
  func encoded() -> [UInt8] {
    var table = ProtobufEncoder()
    table.field(1, [])
    for index in 1..<max(1, starts.count) { table.field(1, bytes[starts[index - 1]..<starts[index]]) }
    return table.bytes
  }
}
