/// Reads what browsers and programs write behind the question mark of an address.
enum QueryString {
  /// The names and values in order, decoded: `%41` is a byte of UTF-8 and `+` a space. A `%` without two digits stands for itself;
  /// bytes that are no UTF-8 become U+FFFD.
  static func parse(_ text: Substring) -> [(name: String, value: String)] {
    var pairs: [(name: String, value: String)] = []
    for part in text.utf8.split(separator: UInt8(ascii: "&")) {
      if let equals = part.firstIndex(of: UInt8(ascii: "=")) {
        pairs.append((decode(part[..<equals]), decode(part[part.index(after: equals)...])))
      } else {
        pairs.append((decode(part), ""))
      }
    }
    return pairs
  }

  private static func decode(_ part: Substring.UTF8View) -> String {
    // Numbers and plain words, which is nearly everything, need no decoding.
    guard part.contains(where: { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "+") }) else {
      return String(Substring(part))
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(part.count)
    var index = part.startIndex
    while index < part.endIndex {
      let byte = part[index]
      index = part.index(after: index)
      if byte == UInt8(ascii: "%"), let value = hexadecimal(part[index...].prefix(2)) {
        bytes.append(value)
        index = part.index(index, offsetBy: 2)
      } else {
        bytes.append(byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func hexadecimal(_ digits: Substring.UTF8View) -> UInt8? {
    guard digits.count == 2, digits.allSatisfy({ isHexadecimal($0) }) else { return nil }
    return UInt8(Substring(digits), radix: 16)
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
