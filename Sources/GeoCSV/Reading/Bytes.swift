import GeoSupport

/// Names for the bytes with a meaning in the formats.
enum Byte {
  static let tab: UInt8 = 0x09
  static let lineFeed: UInt8 = 0x0A
  static let carriageReturn: UInt8 = 0x0D
  static let recordSeparator: UInt8 = 0x1E
  static let space: UInt8 = 0x20
  static let quote: UInt8 = 0x22
  static let apostrophe: UInt8 = 0x27
  static let plus: UInt8 = 0x2B
  static let comma: UInt8 = 0x2C
  static let minus: UInt8 = 0x2D
  static let dot: UInt8 = 0x2E
  static let slash: UInt8 = 0x2F
  static let zero: UInt8 = 0x30
  static let colon: UInt8 = 0x3A
  static let semicolon: UInt8 = 0x3B
  static let less: UInt8 = 0x3C
  static let equals: UInt8 = 0x3D
  static let greater: UInt8 = 0x3E
  static let at: UInt8 = 0x40
  static let openBracket: UInt8 = 0x5B
  static let backslash: UInt8 = 0x5C
  static let closeBracket: UInt8 = 0x5D
  static let openBrace: UInt8 = 0x7B
  static let pipe: UInt8 = 0x7C
  static let closeBrace: UInt8 = 0x7D

  /// Space, tab or line break.
  @inline(__always) static func isBlank(_ byte: UInt8) -> Bool {
    byte == space || (byte >= tab && byte <= carriageReturn)
  }

  /// `0` to `9`.
  @inline(__always) static func isDigit(_ byte: UInt8) -> Bool { byte &- zero < 10 }

  /// The same letter in lower case; every other byte unchanged.
  @inline(__always) static func lowercased(_ byte: UInt8) -> UInt8 {
    byte &- 0x41 < 26 ? byte | 0x20 : byte
  }
}

extension UnsafeRawBufferPointer {
  /// No bytes, such as the cell that a short row lacks.
  static var empty: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: nil, count: 0) }

  /// A part of the bytes, with offsets from 0.
  @inline(__always) func part(_ range: Range<Int>) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: self[range])
  }

  /// The offset of the first such byte from `start` on and before `end`; `end` when there is none.
  func firstOffset(of byte: UInt8, from start: Int, to end: Int? = nil) -> Int {
    let end = end ?? count
    guard start < end, let base = baseAddress else { return end }
    guard let found = memchr(base + start, Int32(byte), end - start) else { return end }
    return UnsafeRawPointer(found) - base
  }

  /// Whether the bytes begin with an ASCII word, in any case. The word is given in lower case.
  func hasPrefix(_ word: StaticString) -> Bool {
    guard count >= word.utf8CodeUnitCount else { return false }
    for offset in 0..<word.utf8CodeUnitCount where Byte.lowercased(self[offset]) != word.utf8Start[offset] {
      return false
    }
    return true
  }

  /// Whether these bytes equal a word.
  @inline(__always) func equals(_ range: Range<Int>, _ word: StaticString) -> Bool {
    guard range.count == word.utf8CodeUnitCount else { return false }
    for offset in 0..<range.count where self[range.lowerBound + offset] != word.utf8Start[offset] { return false }
    return true
  }
}

extension [UInt8] {
  /// Appends the UTF-8 bytes of a string.
  @inline(__always) mutating func append(_ text: String) {
    if text.utf8.withContiguousStorageIfAvailable({ append(contentsOf: $0) }) == nil { append(contentsOf: text.utf8) }
  }

  /// Appends the bytes of a literal.
  @inline(__always) mutating func append(_ text: StaticString) {
    append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// Like `withUnsafeBytes`, with typed errors.
  func withUnsafeBytesTyped<E: Error>(_ body: (UnsafeRawBufferPointer) throws(E) -> Void) throws(E) {
    let result: Result<Void, E> = withUnsafeBytes { bytes in
      do throws(E) { return .success(try body(bytes)) } catch { return .failure(error) }
    }
    try result.get()
  }
}
