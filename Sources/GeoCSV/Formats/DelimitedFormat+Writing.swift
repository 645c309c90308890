import GeoModel

/// How new values are written: quoted as RFC 4180 asks (section 2, 5 to 7), and where the file's own habit is to quote everything.
extension DelimitedFormat {
  func appendAnswer(_ placemark: Placemark, to bytes: inout [UInt8]) {
    for field in fields {
      appendField(&bytes) {
        let start = $0.count
        field.appendPlain(placemark, to: &$0)
        if escapesFormulas, !field.isNumber { DelimitedFormat.escapeFormula(&$0, from: start) }
      }
    }
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

  /// Puts the apostrophe that spreadsheets take for "this is text" before what they would compute, as OWASP advises ("CSV injection").
  private static func escapeFormula(_ bytes: inout [UInt8], from start: Int) {
    guard start < bytes.count else { return }
    switch bytes[start] {
    case Byte.equals, Byte.plus, Byte.minus, Byte.at, Byte.tab, Byte.carriageReturn:
      bytes.insert(Byte.apostrophe, at: start)
    default: break
    }
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

  /// Puts quotes around the bytes from `start` on, and doubles those inside. It works in place, from the back: an array of its own
  /// for each quoted value would cost more than everything else.
  private static func quote(_ bytes: inout [UInt8], from start: Int) {
    var source = bytes.count
    let inner = bytes[start...].count { $0 == Byte.quote }
    bytes.append(contentsOf: repeatElement(Byte.quote, count: inner + 2))
    // The last of the new bytes is the closing quote already.
    var target = bytes.count - 1
    while source > start {
      source -= 1
      target -= 1
      bytes[target] = bytes[source]
      if bytes[source] == Byte.quote {
        target -= 1
        bytes[target] = Byte.quote
      }
    }
    bytes[start] = Byte.quote
  }
}
