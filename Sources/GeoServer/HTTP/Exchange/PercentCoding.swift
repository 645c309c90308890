/// Any text as a part of a path (RFC 3986, 2.1).
enum PercentCoding {
  /// The text with `%` and two digits for each byte that may not stand there.
  static func encode(_ text: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
        bytes.append(byte)
      default: bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The text that a part of a path stands for. Here `+` is itself.
  static func decode(_ part: some StringProtocol) -> String {
    let safe = part.map { $0 == "+" ? "%2B" : $0 == "&" ? "%26" : String($0) }.joined()
    return QueryString.parse("x=\(safe)"[...]).first?.value ?? ""
  }
}
