import GeoSupport

/// The texts of a column, each stored once, with a number for each row: Arrow's dictionary encoding.
///
/// It is filled by one thread. Most rows have the text of the previous row, or one of a few.
struct TextColumn {
  /// The bytes of all texts, one after the other.
  private(set) var bytes: [UInt8] = []
  /// The end of each text.
  private(set) var ends: [Int] = []
  /// A hash table of numbers plus one; 0 for an empty slot. The number of slots is a power of two.
  private var slots = [UInt32](repeating: 0, count: 64)
  private var last: UInt32 = 0

  /// The number of a text, from 0, the same for equal texts. Adds the text if it is new.
  mutating func number(of text: String) -> Int32 {
    var text = text
    return text.withUTF8 { number(of: UnsafeRawBufferPointer($0)) }
  }

  /// The number of a text in UTF-8.
  mutating func number(of text: UnsafeRawBufferPointer) -> Int32 {
    if Int(last) < ends.count, isText(Int(last), text) { return Int32(last) }
    var slot = Int(truncatingIfNeeded: TextColumn.hash(text)) & (slots.count - 1)
    while slots[slot] != 0 {
      if isText(Int(slots[slot]) - 1, text) {
        last = slots[slot] - 1
        return Int32(last)
      }
      slot = (slot + 1) & (slots.count - 1)
    }
    last = UInt32(ends.count)
    bytes.append(contentsOf: text)
    ends.append(bytes.count)
    slots[slot] = last + 1
    if ends.count * 2 > slots.count { growSlots() }
    return Int32(last)
  }

  /// The range of a text's bytes.
  func range(_ number: Int) -> Range<Int> { (number == 0 ? 0 : ends[number - 1])..<ends[number] }

  private func isText(_ number: Int, _ text: UnsafeRawBufferPointer) -> Bool {
    let range = range(number)
    guard range.count == text.count else { return false }
    return bytes.withUnsafeBytes { own in
      text.isEmpty || memcmp(own.baseAddress! + range.lowerBound, text.baseAddress!, text.count) == 0
    }
  }

  private mutating func growSlots() {
    slots = [UInt32](repeating: 0, count: slots.count * 2)
    for number in ends.indices {
      let hash = bytes.withUnsafeBytes { TextColumn.hash(UnsafeRawBufferPointer(rebasing: $0[range(number)])) }
      var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
      while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = UInt32(number) + 1
    }
  }

  private static func hash(_ text: UnsafeRawBufferPointer) -> UInt64 { Hashing.mix(Hashing.fnv1a(text)) }
}
