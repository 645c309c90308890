/// Reads what browsers and programs write after the question mark of an address.
enum QueryString {
  /// The names and values in order, decoded: `%41` is a byte of UTF-8 and `+` a space. A `%` without two digits stands for itself;
  /// bytes that are not UTF-8 become U+FFFD.
  static func parse(_ text: Substring) -> [(name: String, value: String)] {
    var text = text
    return text.withUTF8 { bytes in
      var pairs: [(name: String, value: String)] = []
      pairs.reserveCapacity(8)
      var rest = bytes[...]
      while !rest.isEmpty {
        let part = rest.prefix { $0 != UInt8(ascii: "&") }
        rest = rest[part.endIndex...].dropFirst()
        let name = part.prefix { $0 != UInt8(ascii: "=") }
        guard !part.isEmpty else { continue }
        pairs.append((decode(name), decode(part[name.endIndex...].dropFirst())))
      }
      return pairs
    }
  }

  private static func decode(_ part: Slice<UnsafeBufferPointer<UInt8>>) -> String {
    // Numbers and plain words, which is nearly everything, need no decoding.
    guard part.contains(where: { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "+") }) else {
      return String(decoding: UnsafeBufferPointer(rebasing: part), as: UTF8.self)
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(part.count)
    var index = part.startIndex
    while index < part.endIndex {
      let byte = part[index]
      index += 1
      if byte == UInt8(ascii: "%"), let value = hexadecimal(part[index...].prefix(2)) {
        bytes.append(value)
        index += 2
      } else {
        bytes.append(byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func hexadecimal(_ digits: Slice<UnsafeBufferPointer<UInt8>>) -> UInt8? {
    guard digits.count == 2, digits.allSatisfy({ isHexadecimal($0) }) else { return nil }
    return UInt8(String(decoding: UnsafeBufferPointer(rebasing: digits), as: UTF8.self), radix: 16)
  }

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
      UInt8(ascii: "A")...UInt8(ascii: "F"):
      true
    default: false
    }
  }
}
