/// Finds the bytes of JSON strings that need special treatment. Names rarely have any, so it skips eight bytes at a
/// time.
enum PlainRun {
  /// The number of bytes at the beginning of a text before the first quote, backslash or control character.
  static func length(of text: UnsafeRawBufferPointer) -> Int { length(of: text, besides: 0) }

  /// The number of bytes before the first quote, backslash, control character or byte beyond ASCII.
  static func lengthInASCII(of text: UnsafeRawBufferPointer) -> Int { length(of: text, besides: highBits) }

  private static let highBits: UInt64 = 0x8080_8080_8080_8080

  /// - Parameter besides: a mask of each byte's highest bit, if such bytes end the run too; otherwise 0.
  @inline(__always)
  private static func length(of text: UnsafeRawBufferPointer, besides: UInt64) -> Int {
    guard let base = text.baseAddress else { return 0 }
    var offset = 0
    while text.count - offset >= 8 {
      let marks = marks((base + offset).loadUnaligned(as: UInt64.self), besides)
      if marks != 0 { return offset + marks.trailingZeroBitCount >> 3 }
      offset += 8
    }
    // Checks the last eight bytes at once; some of them are already known to be plain.
    if offset < text.count, text.count >= 8 {
      offset = text.count - 8
      let marks = marks((base + offset).loadUnaligned(as: UInt64.self), besides)
      return marks != 0 ? offset + marks.trailingZeroBitCount >> 3 : text.count
    }
    while offset < text.count, isPlain(text[offset], besides) { offset += 1 }
    return offset
  }

  @inline(__always)
  private static func isPlain(_ byte: UInt8, _ besides: UInt64) -> Bool {
    byte >= 0x20 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\") && (byte < 0x80 || besides == 0)
  }

  /// Sets the highest bit of the first byte that ends a run; those of later bytes are undefined. The first byte is the
  /// lowest.
  @inline(__always)
  private static func marks(_ bytes: UInt64, _ besides: UInt64) -> UInt64 {
    let word = UInt64(littleEndian: bytes)
    let quotes = word ^ 0x2222_2222_2222_2222
    let backslashes = word ^ 0x5C5C_5C5C_5C5C_5C5C
    // A byte borrows from the next higher one only if it is smaller than its subtrahend.
    let controls = (word &- 0x2020_2020_2020_2020) & ~word
    let found = (quotes &- 0x0101_0101_0101_0101) & ~quotes | (backslashes &- 0x0101_0101_0101_0101) & ~backslashes
    return (controls | found) & highBits | word & besides
  }
}
