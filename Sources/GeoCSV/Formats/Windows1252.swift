/// Windows-1252, the encoding of old spreadsheets in western Europe and the Americas.
enum Windows1252 {
  /// The characters of bytes 0x80 to 0x9F (from the table of the Unicode Consortium, CP1252.TXT); 0 where undefined.
  private static let upper: [UInt32] = [
    0x20AC, 0, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0, 0x017D, 0,
    0, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0, 0x017E,
    0x0178,
  ]

  /// Converts the UTF-8 bytes from `start` on to Windows-1252. A character that it lacks becomes `?`.
  ///
  /// - Returns: whether all characters could be converted.
  @discardableResult static func encode(_ bytes: inout [UInt8], from start: Int) -> Bool {
    guard bytes[start...].contains(where: { $0 >= 0x80 }) else { return true }
    let encoded = String(decoding: bytes[start...], as: UTF8.self).unicodeScalars.map(byte)
    bytes.replaceSubrange(start..., with: encoded.map { $0 ?? UInt8(ascii: "?") })
    return !encoded.contains(nil)
  }

  /// Decodes bytes in Windows-1252.
  static func decode(_ bytes: some Sequence<UInt8>) -> String {
    var text = String.UnicodeScalarView()
    for byte in bytes { text.append(scalar(of: byte)) }
    return String(text)
  }

  private static func scalar(of byte: UInt8) -> Unicode.Scalar {
    guard (0x80..<0xA0).contains(byte) else { return Unicode.Scalar(byte) }
    let value = upper[Int(byte) - 0x80]
    return value == 0 ? "\u{FFFD}" : Unicode.Scalar(value) ?? "\u{FFFD}"
  }

  private static func byte(of scalar: Unicode.Scalar) -> UInt8? {
    let value = scalar.value
    if value < 0x80 || (0xA0...0xFF).contains(value) { return UInt8(value) }
    return upper.firstIndex(of: value).map { UInt8(0x80 + $0) }
  }
}
