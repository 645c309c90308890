import GeoModel
import GeoSupport

/// One value of a parsed text: a view into its bytes, valid only inside the closure of ``JSONParser``.
///
/// Reading a value as another kind returns nil; there are no silent conversions.
package struct JSONNode {
  let bytes: UnsafeRawBufferPointer
  let tape: UnsafeBufferPointer<JSONTapeEntry>
  let index: Int

  @inline(__always) var entry: JSONTapeEntry { tape[index] }

  /// Whether the value is `null`.
  package var isNull: Bool { entry.kind == .null }
  /// Whether the value is an object.
  package var isObject: Bool { entry.kind == .object }
  /// Whether the value is an array.
  package var isArray: Bool { entry.kind == .array }
  /// Whether the value is a string.
  package var isString: Bool { entry.kind == .string || entry.kind == .escapedString }
  /// Whether the value is a number.
  package var isNumber: Bool { entry.kind == .number }

  /// The value if it is `true` or `false`.
  package var bool: Bool? {
    switch entry.kind {
    case .yes: true
    case .no: false
    default: nil
    }
  }

  /// The bytes of the value as in the text; for strings without the quotes.
  package var text: UnsafeRawBufferPointer { JSONNode.text(entry, of: bytes) }

  @inline(__always) private static func text(
    _ entry: JSONTapeEntry, of bytes: UnsafeRawBufferPointer
  ) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: bytes[Int(entry.start)..<Int(entry.end)])
  }

  /// The value of a member; nil if this is not an object or has no such member.
  ///
  /// If the key occurs twice, the last one counts.
  package func member(_ name: StaticString) -> JSONNode? {
    guard isObject else { return nil }
    var found: JSONNode?
    var position = index + 1
    let end = Int(entry.next)
    while position < end {
      if JSONNode.equals(tape[position], of: bytes, name) {
        found = JSONNode(bytes: bytes, tape: tape, index: position + 1)
      }
      position = Int(tape[position + 1].next)
    }
    return found
  }

  /// Whether the value is an object with exactly one member.
  var hasOneMember: Bool { isObject && index + 2 < Int(entry.next) && tape[index + 2].next == entry.next }

  /// The members in order, including duplicate keys; empty if this is not an object.
  package var members: [(name: String, value: JSONNode)] {
    guard isObject else { return [] }
    var members: [(name: String, value: JSONNode)] = []
    var position = index + 1
    while position < Int(entry.next) {
      let key = JSONNode(bytes: bytes, tape: tape, index: position)
      members.append((key.string ?? "", JSONNode(bytes: bytes, tape: tape, index: position + 1)))
      position = Int(tape[position + 1].next)
    }
    return members
  }

  /// The elements in order; empty if this is not an array.
  package var elements: JSONElements { JSONElements(self) }

  /// Whether the value is this string.
  package func equals(_ text: StaticString) -> Bool { JSONNode.equals(entry, of: bytes, text) }

  /// The value of a member whose name is known only at run time; see ``member(_:)``.
  package func member(named name: String) -> JSONNode? {
    members.last { $0.name == name }?.value
  }

  /// Compares lengths first, which rules out nearly all other keys.
  @inline(__always) private static func equals(
    _ entry: JSONTapeEntry, of bytes: UnsafeRawBufferPointer, _ text: StaticString
  ) -> Bool {
    if entry.kind == .string {
      let length = Int(entry.end) - Int(entry.start)
      guard length == text.utf8CodeUnitCount, let base = bytes.baseAddress else { return false }
      return memcmp(base + Int(entry.start), text.utf8Start, length) == 0
    }
    guard entry.kind == .escapedString else { return false }
    return JSONNode.unescaped(JSONNode.text(entry, of: bytes)) == String(describing: text)
  }
}

extension JSONNode {
  /// The value if it is a string, its escapes resolved.
  package var string: String? {
    switch entry.kind {
    case .string: String(decoding: text, as: UTF8.self)
    case .escapedString: JSONNode.unescaped(text)
    default: nil
    }
  }

  /// The value if it is a number: the nearest double, infinite if the number is beyond the range of doubles.
  package var double: Double? { isNumber ? JSONNode.double(text) : nil }

  /// The nearest double of a number in JSON syntax.
  static func double(_ text: UnsafeRawBufferPointer) -> Double? {
    // Nearly all coordinates take this path.
    if let plain = PlainDecimal(text), plain.isExact { return plain.value }
    return Double(String(decoding: text, as: UTF8.self))
  }

  /// The value if it is a whole number that fits; `1.0` and `1e2` count as whole.
  package var integer: Int? {
    guard isNumber else { return nil }
    let text = text
    if let plain = JSONNode.plainInteger(text) { return plain }
    if let exact = Int(String(decoding: text, as: UTF8.self)) { return exact }
    return double.flatMap { Int(exactly: $0) }
  }

  /// Parses up to 18 digits, as in nearly all ids and numbers of objects; nil for anything else.
  static func plainInteger(_ text: UnsafeRawBufferPointer) -> Int? {
    guard text.count <= 18 else { return nil }
    var value = 0
    for byte in text {
      guard byte &- UInt8(ascii: "0") <= 9 else { return nil }
      value = value &* 10 &+ Int(byte &- UInt8(ascii: "0"))
    }
    return value
  }

  /// The strings of an array; nil if this is not an array or has other elements.
  package var strings: [String]? {
    guard isArray else { return nil }
    var strings: [String] = []
    for element in elements {
      guard let string = element.string else { return nil }
      strings.append(string)
    }
    return strings
  }

  /// The scanner has checked every escape, so none can fail here.
  private static func unescaped(_ text: UnsafeRawBufferPointer) -> String {
    var result: [UInt8] = []
    result.reserveCapacity(text.count)
    var offset = 0
    while offset < text.count {
      if text[offset] != UInt8(ascii: "\\") {
        result.append(text[offset])
        offset += 1
      } else {
        offset += appendUnescaped(text, at: offset, to: &result)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Appends the character of an escape, and returns the escape's length.
  private static func appendUnescaped(_ text: UnsafeRawBufferPointer, at offset: Int, to result: inout [UInt8]) -> Int {
    switch text[offset + 1] {
    case UInt8(ascii: "b"): result.append(0x08)
    case UInt8(ascii: "t"): result.append(0x09)
    case UInt8(ascii: "n"): result.append(0x0A)
    case UInt8(ascii: "f"): result.append(0x0C)
    case UInt8(ascii: "r"): result.append(0x0D)
    case UInt8(ascii: "u"): return appendUnicode(text, at: offset, to: &result)
    case let itself: result.append(itself)
    }
    return 2
  }

  private static func appendUnicode(_ text: UnsafeRawBufferPointer, at offset: Int, to result: inout [UInt8]) -> Int {
    var scalar = JSONScanner.hexadecimal(text, at: offset + 2) ?? 0xFFFD
    var length = 6
    if scalar & 0xFC00 == 0xD800 {
      let low = JSONScanner.hexadecimal(text, at: offset + 8) ?? 0xDC00
      scalar = 0x10000 + ((scalar & 0x3FF) << 10) + (low & 0x3FF)
      length = 12
    }
    result.append(contentsOf: String(Unicode.Scalar(scalar) ?? "\u{FFFD}").utf8)
    return length
  }
}
