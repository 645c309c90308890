/// Windows-1252, the encoding of old spreadsheets in western Europe and the Americas.
enum Windows1252 {
  /// The characters of bytes 0x80 to 0x9F (from the table of the Unicode Consortium, CP1252.TXT); 0 where none is defined.
  private static let upper: [UInt32] = [
    0x20AC, 0, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0, 0x017D, 0,
    0, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0, 0x017E,
    0x0178,
  ]

  /// Turns the UTF-8 bytes from `start` on into Windows-1252; what it lacks becomes `?`.
  static func encode(_ bytes: inout [UInt8], from start: Int) {
    guard bytes[start...].contains(where: { $0 >= 0x80 }) else { return }
    let text = String(decoding: bytes[start...], as: UTF8.self)
    bytes.replaceSubrange(start..., with: text.unicodeScalars.map(byte))
  }

  private static func byte(of scalar: Unicode.Scalar) -> UInt8 {
    let value = scalar.value
    if value < 0x80 || (0xA0...0xFF).contains(value) { return UInt8(value) }
    guard let index = upper.firstIndex(of: value) else { return UInt8(ascii: "?") }
    return UInt8(0x80 + index)
  }
}
