/// Encodes and decodes text as a part of a web address (RFC 3986, 2.1), with `%` and two hexadecimal digits for a byte
/// that cannot stand for itself.
package enum PercentCoding {
  /// The position of a part in an address, which decides the meaning of `+`.
  package enum Place: Sendable {
    /// Before the question mark: `+` is itself.
    case path
    /// After it: `+` is a space, as in forms.
    case query
  }

  /// The text with `%` and two digits for each byte except ASCII letters, digits, `-`, `_` and `.`.
  package static func encode(_ text: String) -> String {
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

  /// Returns the path of an address in its usual form (RFC 3986, 6.2.2.2): characters that need no encoding in a path
  /// stand for themselves. Everything else stays encoded, such as a slash within a segment and the percent sign, so a
  /// segment can still be decoded, and is decoded once.
  ///
  /// A path with a `%` without two digits is returned as it is. Otherwise decoded characters could become its digits.
  package static func normalized(path: Substring) -> Substring {
    guard path.utf8.contains(UInt8(ascii: "%")) else { return path }
    let encoded = Array(path.utf8)
    var bytes: [UInt8] = []
    var index = 0
    while index < encoded.count {
      guard encoded[index] == UInt8(ascii: "%") else {
        bytes.append(encoded[index])
        index += 1
        continue
      }
      guard index + 2 < encoded.count, let high = encoded[index + 1].hexDigitValue,
        let low = encoded[index + 2].hexDigitValue
      else { return path }
      let byte = high << 4 | low
      if needsNoCode(byte) { bytes.append(byte) } else { bytes += encoded[index...index + 2] }
      index += 3
    }
    return String(decoding: bytes, as: UTF8.self)[...]
  }

  /// Whether a byte is a letter, a digit or a mark that separates nothing in a path.
  private static func needsNoCode(_ byte: UInt8) -> Bool {
    (byte | 0x20) &- UInt8(ascii: "a") < 26 || byte &- UInt8(ascii: "0") < 10 || "-._~@".utf8.contains(byte)
  }

  /// Decodes a part of an address. A `%` without two digits is kept; bytes that are not UTF-8 become U+FFFD.
  package static func decode(_ text: Substring, in place: Place) -> String {
    var text = text
    return text.withUTF8 { decode($0, in: place) }
  }

  /// Decodes the bytes of a part; see ``decode(_:in:)``.
  package static func decode(_ part: UnsafeBufferPointer<UInt8>, in place: Place) -> String {
    // Numbers and plain words, which are by far the most common, need no decoding.
    guard part.contains(where: { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "+") }) else {
      return String(decoding: part, as: UTF8.self)
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(part.count)
    var index = part.startIndex
    while index < part.endIndex {
      let byte = part[index]
      index += 1
      if byte == UInt8(ascii: "%"), index + 1 < part.endIndex, let high = part[index].hexDigitValue,
        let low = part[index + 1].hexDigitValue
      {
        bytes.append(high << 4 | low)
        index += 2
      } else {
        bytes.append(byte == UInt8(ascii: "+") && place == .query ? UInt8(ascii: " ") : byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
