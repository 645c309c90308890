/// Finds what a reader or writer of JSON strings must look at: names seldom hold any of it, so eight bytes at a time are passed over.
enum PlainRun {
  /// The number of bytes at the beginning of a text that are no quote, no backslash and no control character.
  static func length(of text: UnsafeRawBufferPointer) -> Int { length(of: text, besides: 0) }

  /// The same, up to the first byte beyond ASCII.
  static func lengthInASCII(of text: UnsafeRawBufferPointer) -> Int { length(of: text, besides: highBits) }

  private static let highBits: UInt64 = 0x8080_8080_8080_8080

  /// - Parameter besides: the highest bit of each byte where bytes that have it end the run, too.
  @inline(__always)
  private static func length(of text: UnsafeRawBufferPointer, besides: UInt64) -> Int {
    guard let base = text.baseAddress else { return 0 }
    var offset = 0
    while text.count - offset >= 8 {
      let marks = marks((base + offset).loadUnaligned(as: UInt64.self), besides)
      if marks != 0 { return offset + marks.trailingZeroBitCount >> 3 }
      offset += 8
    }
    // The last bytes once more with some before them, which are known to be plain.
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

  /// The highest bit of the first byte that ends a run is set, those of bytes behind it may be. Bytes come lowest first.
  @inline(__always)
  private static func marks(_ bytes: UInt64, _ besides: UInt64) -> UInt64 {
    let word = UInt64(littleEndian: bytes)
    let quotes = word ^ 0x2222_2222_2222_2222
    let backslashes = word ^ 0x5C5C_5C5C_5C5C_5C5C
    // A byte borrows from the one above it only if it is itself below what is taken from it.
    let controls = (word &- 0x2020_2020_2020_2020) & ~word
    let found = (quotes &- 0x0101_0101_0101_0101) & ~quotes | (backslashes &- 0x0101_0101_0101_0101) & ~backslashes
    return (controls | found) & highBits | word & besides
  }
}
