/// Checks single UTF-8 sequences, so that a reader can refuse bad bytes at the place where they stand.
enum UTF8Check {
  /// The length of the valid sequence of two to four bytes at an offset; 0 when it is overlong, a surrogate, beyond
  /// U+10FFFF or cut short (Unicode 15, table 3-7).
  static func sequenceLength(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> Int {
    let first = bytes[offset]
    switch first {
    case 0xC2...0xDF: return continues(bytes, offset, 1, 0x80...0xBF) ? 2 : 0
    case 0xE0: return continues(bytes, offset, 2, 0xA0...0xBF) ? 3 : 0
    case 0xED: return continues(bytes, offset, 2, 0x80...0x9F) ? 3 : 0
    case 0xE1...0xEF: return continues(bytes, offset, 2, 0x80...0xBF) ? 3 : 0
    case 0xF0: return continues(bytes, offset, 3, 0x90...0xBF) ? 4 : 0
    case 0xF1...0xF3: return continues(bytes, offset, 3, 0x80...0xBF) ? 4 : 0
    case 0xF4: return continues(bytes, offset, 3, 0x80...0x8F) ? 4 : 0
    default: return 0
    }
  }

  /// Whether `count` continuation bytes follow, the first of them in a range of its own.
  private static func continues(
    _ bytes: UnsafeRawBufferPointer, _ offset: Int, _ count: Int, _ second: ClosedRange<UInt8>
  ) -> Bool {
    guard offset + count < bytes.count, second.contains(bytes[offset + 1]) else { return false }
    return bytes[(offset + 2)..<(offset + 1 + count)].allSatisfy { $0 & 0xC0 == 0x80 }
  }
}
