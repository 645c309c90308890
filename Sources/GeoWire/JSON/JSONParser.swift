/// Reads JSON texts strictly after RFC 8259, several of them with the same memory.
///
/// 1. One pass over the bytes checks the grammar and notes every value in a flat list (the tape): kind, first and last
///    byte, and the place behind the value, so that a member can be skipped without looking into it.
/// 2. Nothing is converted yet: ``JSONNode`` reads numbers and strings out of the bytes when they are asked for. A request
///    has three or four values that matter, so this costs no allocation at all.
///
/// Beyond the grammar it refuses what other readers might understand differently: invalid UTF-8, lone surrogates, nesting
/// deeper than ``maximumDepth``. Of a key that comes twice, the last one counts.
public struct JSONParser {
  /// Arrays and objects within each other.
  public static let maximumDepth = 32
  /// A tape counts bytes in 32 bits.
  public static let maximumLength = Int(UInt32.max) - 1

  private var tape: [JSONTapeEntry] = []

  /// A parser without memory yet.
  public init() {}

  /// Parses one text and hands its root value to `body`. The node and all it leads to are valid only inside `body`.
  ///
  /// - Throws: ``JSONError`` when the bytes are not exactly one JSON text.
  public mutating func parse<Result>(
    _ bytes: UnsafeRawBufferPointer, _ body: (JSONNode) -> Result
  ) throws(JSONError) -> Result {
    guard bytes.count < JSONParser.maximumLength else { throw JSONError(0, "text too long") }
    tape.removeAll(keepingCapacity: true)
    var scanner = JSONScanner(bytes: bytes, tape: tape)
    tape = []
    defer { tape = scanner.tape }
    try scanner.scanText()
    return scanner.tape.withUnsafeBufferPointer { entries in
      body(JSONNode(bytes: bytes, tape: entries, index: 0))
    }
  }

  /// Parses the bytes of an array; see ``parse(_:_:)-(UnsafeRawBufferPointer,_)``.
  public mutating func parse<Result>(_ bytes: [UInt8], _ body: (JSONNode) -> Result) throws(JSONError) -> Result {
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
  /// First byte of the value and the byte behind it; for strings without the quotes.
  var start: UInt32, end: UInt32
  /// The entry behind this value and all it holds.
  var next: UInt32
}
