import GeoModel

extension DelimitedFormat {
  func appendAnswer(_ placemark: Placemark, to bytes: inout [UInt8]) {
    for field in fields { appendField(&bytes) { field.appendPlain(placemark, to: &$0) } }
  }

  func appendAnswer(_ status: RowStatus, to bytes: inout [UInt8]) {
    for field in fields { appendField(&bytes) { field.appendPlain(status, to: &$0) } }
  }

  /// The names of the new columns, each behind a delimiter, for the header.
  func appendNames(to bytes: inout [UInt8]) {
    for field in fields { appendField(&bytes) { $0.append(field.name) } }
  }

  /// A delimiter and a value, in quotes where the value or the file asks for them.
  @inline(__always) private func appendField(_ bytes: inout [UInt8], _ value: (inout [UInt8]) -> Void) {
    bytes.append(delimiter)
    let start = bytes.count
    value(&bytes)
    if quotesEverything || needsQuotes(bytes, from: start) { DelimitedFormat.quote(&bytes, from: start) }
  }

  /// Whether a value has a delimiter, quote or line break in it, or a blank at an end that a reader might trim.
  @inline(__always) private func needsQuotes(_ bytes: [UInt8], from start: Int) -> Bool {
    guard start < bytes.count else { return false }
    return bytes.withUnsafeBufferPointer { bytes in
      var isSpecial = bytes[start] == Byte.space || bytes[bytes.count - 1] == Byte.space
      for index in start..<bytes.count {
        let byte = bytes[index]
        isSpecial =
          isSpecial || byte == delimiter || byte == Byte.quote || byte == Byte.lineFeed || byte == Byte.carriageReturn
      }
      return isSpecial
    }
  }

  /// Puts quotes around the bytes from `start` on, and doubles those inside.
  private static func quote(_ bytes: inout [UInt8], from start: Int) {
    let value = bytes[start...]
    var quoted: [UInt8] = [Byte.quote]
    for byte in value {
      if byte == Byte.quote { quoted.append(Byte.quote) }
      quoted.append(byte)
    }
    quoted.append(Byte.quote)
    bytes.replaceSubrange(start..., with: quoted)
  }
}
