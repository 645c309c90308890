extension JSONWriter {
  /// The key of the value that follows, when it is not known before, such as the key of a tag. It is escaped as needed.
  public mutating func dynamicKey(_ key: String) {
    string(key)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  /// A key and its string.
  public mutating func dynamicMember(_ key: String, _ value: String) {
    dynamicKey(key)
    string(value)
  }

  /// Degrees as text, always with seven decimals: `"47.1400000"`.
  ///
  /// - Parameter units: 1e-7 degree.
  public mutating func degreesText(_ units: Int32) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    JSONWriter.appendDegrees(units, to: &bytes)
    bytes.append(UInt8(ascii: "\""))
    needsComma = true
  }

  /// Appends degrees with seven decimals to a text: `47.1400000`.
  ///
  /// - Parameter units: 1e-7 degree.
  public static func appendDegrees(_ units: Int32, to bytes: inout [UInt8]) {
    if units < 0 { bytes.append(UInt8(ascii: "-")) }
    let (whole, fraction) = units.magnitude.quotientAndRemainder(dividingBy: 10_000_000)
    if whole >= 100 { bytes.append(UInt8(ascii: "0") + UInt8(whole / 100)) }
    if whole >= 10 { bytes.append(UInt8(ascii: "0") + UInt8(whole / 10 % 10)) }
    bytes.append(UInt8(ascii: "0") + UInt8(whole % 10))
    bytes.append(UInt8(ascii: "."))
    var place: UInt32 = 1_000_000
    while place > 0 {
      bytes.append(UInt8(ascii: "0") + UInt8(fraction / place % 10))
      place /= 10
    }
  }

  /// Appends degrees with at most seven decimals to a text, without trailing zeros: `47.14`.
  ///
  /// - Parameter units: 1e-7 degree.
  public static func appendShortDegrees(_ units: Int32, to bytes: inout [UInt8]) {
    appendDegrees(units, to: &bytes)
    while bytes.last == UInt8(ascii: "0") { bytes.removeLast() }
    if bytes.last == UInt8(ascii: ".") { bytes.removeLast() }
  }
}
