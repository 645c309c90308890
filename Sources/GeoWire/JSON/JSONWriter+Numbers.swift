extension JSONWriter {
  /// A whole number.
  public mutating func integer(_ value: some FixedWidthInteger) {
    separate()
    appendDigits(Int64(value))
    needsComma = true
  }

  /// A number in the shortest form that reads back as the same double; whole numbers come without a fraction.
  public mutating func number(_ value: Double) {
    assert(value.isFinite, "JSON has no NaN and no infinities")
    guard value.isFinite else { return integer(0) }
    // Up to 2^53 every whole double is exact as an integer.
    if value == value.rounded(), abs(value) < 9_007_199_254_740_992 { return integer(Int64(value)) }
    raw(value.description.utf8)
  }

  /// Degrees with at most seven decimals (1.1 cm, as OpenStreetMap keeps them), trailing zeros left out.
  public mutating func degrees(_ value: Double) { fixed(value, decimals: 7, scale: 1e7) }

  /// Metres with at most one decimal: map data is not better than that.
  public mutating func meters(_ value: Double) { fixed(value, decimals: 1, scale: 10) }

  /// Rounds to a number of decimals and prints the digits of the scaled integer: far quicker than printing a double.
  private mutating func fixed(_ value: Double, decimals: Int, scale: Double) {
    guard abs(value) < 1e11 else { return number(value) }
    separate()
    var scaled = Int64((value * scale).rounded())
    if scaled < 0 {
      bytes.append(UInt8(ascii: "-"))
      scaled = -scaled
    }
    let (whole, fraction) = scaled.quotientAndRemainder(dividingBy: Int64(scale))
    appendDigits(whole)
    if fraction != 0 { appendFraction(fraction, decimals: decimals) }
    needsComma = true
  }

  private mutating func appendFraction(_ fraction: Int64, decimals: Int) {
    var rest = fraction
    var places = decimals
    while rest % 10 == 0 {
      rest /= 10
      places -= 1
    }
    bytes.append(UInt8(ascii: "."))
    let start = bytes.count
    bytes.append(contentsOf: repeatElement(UInt8(ascii: "0"), count: places))
    var index = start + places
    while rest > 0 {
      index -= 1
      bytes[index] = UInt8(ascii: "0") + UInt8(rest % 10)
      rest /= 10
    }
  }

  private mutating func appendDigits(_ value: Int64) {
    var rest = value.magnitude
    if value < 0 { bytes.append(UInt8(ascii: "-")) }
    if rest < 10 { return bytes.append(UInt8(ascii: "0") + UInt8(rest)) }
    var count = 0
    var probe = rest
    while probe > 0 {
      probe /= 10
      count += 1
    }
    bytes.append(contentsOf: repeatElement(UInt8(ascii: "0"), count: count))
    var index = bytes.count
    while rest > 0 {
      index -= 1
      bytes[index] = UInt8(ascii: "0") + UInt8(rest % 10)
      rest /= 10
    }
  }
}
