/// A number in the usual form: an optional sign, then digits, with an optional point among them. Parsed from bytes
/// without creating a string.
@frozen @usableFromInline package struct PlainDecimal {
  /// The number, accurate to a unit in the last place.
  @usableFromInline package let value: Double
  /// Whether ``value`` is the nearest double. Digits up to 2^53 and a power of ten up to 10^22 are both exact doubles,
  /// so one division rounds rightly (Clinger 1990).
  @usableFromInline package let isExact: Bool
  /// The number of digits after the point; nil where there is no point.
  @usableFromInline package let decimals: Int?
  /// The most digits kept; further decimals are dropped, as they hardly change a double.
  @usableFromInline static var mostDigits: Int { 18 }

  /// Parses a number; nil for any other text, and for a whole part of too many digits.
  @inlinable package init?(_ text: UnsafeRawBufferPointer) {
    guard let first = text.first else { return nil }
    let isNegative = first == UInt8(ascii: "-")
    var mantissa: UInt64 = 0
    var (digits, kept) = (0, 0)
    var decimals: Int?
    for index in (isNegative || first == UInt8(ascii: "+") ? 1 : 0)..<text.count {
      let digit = text[index] &- UInt8(ascii: "0")
      if digit <= 9 {
        digits &+= 1
        if digits <= PlainDecimal.mostDigits {
          mantissa = mantissa &* 10 &+ UInt64(digit)
          if decimals != nil { kept &+= 1 }
        } else if decimals == nil {
          return nil
        }
        decimals = decimals.map { $0 &+ 1 }
      } else if text[index] == UInt8(ascii: "."), decimals == nil {
        decimals = 0
      } else {
        return nil
      }
    }
    guard digits > 0 else { return nil }
    let magnitude = Double(mantissa) / PlainDecimal.powersOfTen[kept]
    value = isNegative ? -magnitude : magnitude
    isExact = digits <= PlainDecimal.mostDigits && mantissa <= 1 << 53
    self.decimals = decimals
  }

  @usableFromInline static let powersOfTen: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18,
  ]
}

extension Coordinate {
  /// Parses the form of nearly every line from a program: two decimals, latitude first, with a comma or blanks between;
  /// nil for any other text, valid or not. This is only a fast path: ``init(parsing:)`` gives the same coordinate
  /// without it.
  init?(plainDecimals text: String) {
    var text = text
    let found = text.withUTF8 { text -> Coordinate? in
      let bytes = UnsafeRawBufferPointer(text)
      let isBetween = { (byte: UInt8) in byte == UInt8(ascii: " ") || byte == UInt8(ascii: ",") }
      guard let end = bytes.firstIndex(where: isBetween) else { return nil }
      var start = end + 1
      while start < bytes.count, bytes[start] == UInt8(ascii: " ") { start += 1 }
      guard let latitude = PlainDecimal.ofDegrees(UnsafeRawBufferPointer(rebasing: bytes[..<end])),
        let longitude = PlainDecimal.ofDegrees(UnsafeRawBufferPointer(rebasing: bytes[start...]))
      else { return nil }
      return try? Coordinate(latitude: latitude, longitude: longitude)
    }
    guard let found else { return nil }
    self = found
  }
}

extension PlainDecimal {
  /// Parses a number with decimals, as degrees have; nil for others, as whole numbers may be degrees and minutes.
  fileprivate static func ofDegrees(_ text: UnsafeRawBufferPointer) -> Double? {
    guard let number = PlainDecimal(text), number.isExact, number.decimals ?? 0 > 0, text[0] != UInt8(ascii: "+"),
      text[0] != UInt8(ascii: ".")
    else { return nil }
    return number.value
  }
}
