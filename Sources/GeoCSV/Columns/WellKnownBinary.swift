import GeoSupport

/// A point as PostGIS writes a geometry column: its bytes in hexadecimal, in WKB or in EWKB, which adds the number of a
/// reference system.
enum WellKnownBinary {
  /// The point; nil for text that does not look like one.
  static func point(_ text: UnsafeRawBufferPointer) -> CombinedText.Value? {
    // The shortest form has the byte order, the kind and two numbers. The longest has a reference system and two more
    // numbers.
    guard (42...82).contains(text.count), let bytes = bytes(hexadecimal: text), bytes[0] <= 1 else { return nil }
    func whole(_ range: Range<Int>) -> UInt64 {
      let digits = bytes[range]
      return (bytes[0] == 1 ? Array(digits.reversed()) : Array(digits)).reduce(0) { $0 << 8 | UInt64($1) }
    }
    let kind = whole(1..<5)
    // PostGIS marks the numbers that are present with the upper bits; the standard adds thousands to the kind.
    guard [1, 1001, 2001, 3001].contains(kind & 0x1FFF_FFFF) else { return nil }
    let hasSystem = kind & 0x2000_0000 != 0
    let start = hasSystem ? 9 : 5
    guard [16, 24, 32].contains(bytes.count - start) else { return nil }
    // The numbers of another reference system would be taken for degrees.
    guard !hasSystem || whole(5..<9) == 4326 else { return .bad }
    let longitude = Double(bitPattern: whole(start..<start + 8))
    let latitude = Double(bitPattern: whole(start + 8..<start + 16))
    // An empty point has two NaNs.
    return longitude.isNaN && latitude.isNaN ? .missing : .named(latitude: latitude, longitude: longitude)
  }

  private static func bytes(hexadecimal text: UnsafeRawBufferPointer) -> [UInt8]? {
    guard text.count % 2 == 0 else { return nil }
    var bytes: [UInt8] = []
    for index in stride(from: 0, to: text.count, by: 2) {
      guard let high = text[index].hexDigitValue, let low = text[index + 1].hexDigitValue else { return nil }
      bytes.append(high << 4 | low)
    }
    return bytes
  }
}
