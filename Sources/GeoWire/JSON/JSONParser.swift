/// Parses JSON texts strictly by RFC 8259, several of them with the same memory.
///
/// 1. One pass over the bytes checks the grammar and notes every value in a flat list (the tape): kind, first and last
/// byte, and the entry after the value, so that a member can be skipped without looking into it.
/// 2. Nothing is converted yet: ``JSONNode`` reads numbers and strings from the bytes on demand. A request needs only
/// three or four values, so this allocates no memory.
///
/// A byte order mark before the text is skipped, as the RFC allows, because many Windows programs write one.
///
/// It also rejects input that other parsers might understand differently: invalid UTF-8, lone surrogates, and nesting
/// deeper than ``maximumDepth``. If a key occurs twice, the last one counts.
package struct JSONParser {
  /// The maximum nesting of arrays and objects.
  package static let maximumDepth = 32
  /// A text must have fewer bytes than this, because a tape counts bytes in 32 bits.
  package static let maximumLength = Int(UInt32.max) - 1

  private var tape: [JSONTapeEntry] = []
  private let keptEntries: Int

  /// Creates a parser without memory yet.
  ///
  /// - Parameter keptEntries: the number of values beyond which the memory for a text is not kept for the next one.
  package init(keptEntries: Int = .max) { self.keptEntries = keptEntries }

  /// Parses one text and passes its root value to `body`. The node and all nodes reached from it are valid only inside
  /// `body`.
  ///
  /// - Throws: ``JSONError`` if the bytes are not exactly one JSON text.
  package mutating func parse(_ bytes: UnsafeRawBufferPointer, _ body: (JSONNode) -> Void) throws(JSONError) {
    guard bytes.count < JSONParser.maximumLength else { throw JSONError(0, "text too long") }
    tape.removeAll(keepingCapacity: true)
    var scanner = JSONScanner(bytes: bytes, tape: tape)
    tape = []
    defer { tape = scanner.tape.capacity <= keptEntries ? scanner.tape : [] }
    try scanner.scanText()
    scanner.tape.withUnsafeBufferPointer { body(JSONNode(bytes: bytes, tape: $0, index: 0)) }
  }

  /// Parses one text and returns the result of `body`. The overload without a result exists because generics are
  /// resolved at run time.
  package mutating func parse<Result>(
    _ bytes: UnsafeRawBufferPointer, _ body: (JSONNode) -> Result
  ) throws(JSONError) -> Result {
    var result: Result?
    try parse(bytes) { (root: JSONNode) -> Void in result = body(root) }
    return result!
  }

  /// Parses the bytes of an array; see ``parse(_:_:)-(UnsafeRawBufferPointer,_)``.
  package mutating func parse<Result>(_ bytes: [UInt8], _ body: (JSONNode) -> Result) throws(JSONError) -> Result {
    let result: Swift.Result<Result, JSONError> = bytes.withUnsafeBytes { buffer in
      do throws(JSONError) { return .success(try parse(buffer, body)) } catch { return .failure(error) }
    }
    return try result.get()
  }
}

/// One value of a text.
struct JSONTapeEntry {
  enum Kind: UInt8 { case null, yes, no, number, string, escapedString, array, object }

  var kind: Kind
  /// The first byte of the value and the byte after it; for strings without the quotes.
  var start: UInt32, end: UInt32
  /// The entry after this value and everything in it.
  var next: UInt32
}

/// An error in a JSON text (RFC 8259), with its position.
package struct JSONError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The number of bytes before the error.
  package var offset: Int
  /// The error in words for users.
  package var reason: String
  /// Reason and position in one sentence.
  package var description: String { "\(reason) at byte \(offset)" }

  init(_ offset: Int, _ reason: StaticString) {
    self.offset = offset
    self.reason = String(describing: reason)
  }
}

/// Checks single UTF-8 sequences, so that a parser can report invalid bytes at their position.
enum UTF8Check {
  /// The length of the valid sequence of two to four bytes at an offset; 0 if it is overlong, a surrogate, beyond
  /// U+10FFFF or truncated (Unicode 15, table 3-7).
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

  /// Whether `count` continuation bytes follow, the first of them in a given range.
  private static func continues(
    _ bytes: UnsafeRawBufferPointer, _ offset: Int, _ count: Int, _ second: ClosedRange<UInt8>
  ) -> Bool {
    guard offset + count < bytes.count, second.contains(bytes[offset + 1]) else { return false }
    return bytes[(offset + 2)..<(offset + 1 + count)].allSatisfy { $0 & 0xC0 == 0x80 }
  }
}
