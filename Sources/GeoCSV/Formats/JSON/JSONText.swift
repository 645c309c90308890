import GeoSupport

/// Decodes the escapes of JSON strings.
///
/// Many programs write only ASCII, so that 緯度 is `\u7def\u5ea6` and a degree sign is `\u00b0`. The mark of seconds is
/// always `\"`, and some programs escape every slash.
enum JSONText {
  /// Whether the bytes contain an escape.
  @inline(__always) static func hasEscape(_ bytes: UnsafeRawBufferPointer) -> Bool {
    bytes.firstOffset(of: Byte.backslash, from: 0) < bytes.count
  }

  /// The text of a key or of a string without its quotes. An invalid escape stays as it is.
  static func unescaped(_ written: UnsafeRawBufferPointer) -> [UInt8] {
    var (text, index) = ([UInt8](), 0)
    text.reserveCapacity(written.count)
    while index < written.count {
      let byte = written[index]
      index += 1
      guard byte == Byte.backslash, index < written.count else {
        text.append(byte)
        continue
      }
      let letter = written[index]
      index += 1
      switch letter {
      case UInt8(ascii: "u"): text.append(contentsOf: character(written, &index))
      case UInt8(ascii: "n"): text.append(Byte.lineFeed)
      case UInt8(ascii: "r"): text.append(Byte.carriageReturn)
      case UInt8(ascii: "t"): text.append(Byte.tab)
      case UInt8(ascii: "b"): text.append(0x08)
      case UInt8(ascii: "f"): text.append(0x0C)
      case Byte.quote, Byte.backslash, Byte.slash: text.append(letter)
      default: text += [byte, letter]
      }
    }
    return text
  }

  /// Decodes the digits behind `\u`, or a pair of such escapes that forms one character.
  private static func character(_ written: UnsafeRawBufferPointer, _ index: inout Int) -> [UInt8] {
    guard let unit = unit(written, at: index) else { return Array("\\u".utf8) }
    index += 4
    if UTF16.isLeadSurrogate(unit), index + 1 < written.count, written[index] == Byte.backslash,
      written[index + 1] == UInt8(ascii: "u"), let trail = self.unit(written, at: index + 2),
      UTF16.isTrailSurrogate(trail)
    {
      index += 6
      return Array(String(decoding: [unit, trail], as: UTF16.self).utf8)
    }
    return Array(String(decoding: [unit], as: UTF16.self).utf8)
  }

  /// Four hexadecimal digits.
  private static func unit(_ written: UnsafeRawBufferPointer, at index: Int) -> UInt16? {
    guard index + 4 <= written.count else { return nil }
    var value: UInt16 = 0
    for byte in written[index..<index + 4] {
      guard let digit = byte.hexDigitValue else { return nil }
      value = value << 4 | UInt16(digit)
    }
    return value
  }
}

extension UnsafeRawBufferPointer {
  /// Whether a key, as written, is this text. Escapes only make it longer.
  @inline(__always) func isKey(_ key: Range<Int>, _ text: [UInt8]) -> Bool {
    if key.count == text.count { return self[key].elementsEqual(text) }
    return key.count > text.count && JSONText.hasEscape(part(key)) && JSONText.unescaped(part(key)) == text
  }
}
