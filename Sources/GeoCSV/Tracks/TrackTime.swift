import GeoSupport

/// Parses the times in files of tracks.
package enum TrackTime {
  /// Parses a text to seconds since 1970.
  ///
  /// Accepts ISO 8601, in UTC unless it has a time zone, and seconds, milliseconds, microseconds or nanoseconds since
  /// 1970; nil for anything else.
  ///
  /// Numbers from 10^11 on are milliseconds: as seconds they would be in the year 5138. So are those from 10^14 and 10^17
  /// on, which data frames write, micro- and nanoseconds.
  package static func seconds(of text: String) -> Double? {
    let text = text.drop { $0 == " " }
    if let number = Double(text) {
      switch abs(number) {
      case ..<1e11: return number
      case ..<1e14: return number / 1e3
      case ..<1e17: return number / 1e6
      case ..<1e20: return (number / 1e3).rounded() / 1e6
      default: return nil
      }
    }
    return calendar(Array(text.utf8))
  }

  /// Parses `2026-01-31T12:00:00.5+01:00`, also with a blank instead of the T, and without fraction, seconds or zone.
  private static func calendar(_ bytes: [UInt8]) -> Double? {
    var scanner = DigitScanner(bytes: bytes)
    guard let year = scanner.number(4), scanner.skip(Byte.minus), let month = scanner.number(2),
      scanner.skip(Byte.minus), let day = scanner.number(2), isDay(year, month, day)
    else { return nil }
    guard let midnight = UTCTime.seconds(of: "\(year)-\(month)-\(day)") else { return nil }
    if scanner.isAtEnd { return Double(midnight) }
    guard scanner.skip(UInt8(ascii: "T")) || scanner.skip(UInt8(ascii: "t")) || scanner.skip(Byte.space),
      let hour = scanner.number(2), hour <= 24, scanner.skip(Byte.colon), let minute = scanner.number(2), minute < 60
    else { return nil }
    var seconds = Double(midnight + hour * 3_600 + minute * 60)
    if scanner.skip(Byte.colon) {
      guard let second = scanner.number(2), second <= 60 else { return nil }
      seconds += Double(second)
      if scanner.skip(Byte.dot) || scanner.skip(Byte.comma) { seconds += scanner.fraction() }
    }
    guard let offset = scanner.zone(), scanner.isAtEnd else { return nil }
    return seconds - Double(offset)
  }

  private static func isDay(_ year: Int, _ month: Int, _ day: Int) -> Bool {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    return year >= 1900 && (1...12).contains(month) && (1...days[month - 1]).contains(day)
  }
}

/// Reads the digits of a time one after the other.
private struct DigitScanner {
  let bytes: [UInt8]
  private var position = 0

  init(bytes: [UInt8]) { self.bytes = bytes }

  var isAtEnd: Bool { bytes[position...].allSatisfy { $0 == Byte.space } }

  mutating func skip(_ byte: UInt8) -> Bool {
    guard position < bytes.count, bytes[position] == byte else { return false }
    position += 1
    return true
  }

  /// Reads a number of this many digits.
  mutating func number(_ digits: Int) -> Int? {
    guard position + digits <= bytes.count, bytes[position..<position + digits].allSatisfy(Byte.isDigit) else {
      return nil
    }
    defer { position += digits }
    return bytes[position..<position + digits].reduce(0) { $0 * 10 + Int($1 - Byte.zero) }
  }

  /// Reads the digits behind a decimal point.
  mutating func fraction() -> Double {
    var (value, scale) = (0.0, 0.1)
    while position < bytes.count, Byte.isDigit(bytes[position]) {
      value += Double(bytes[position] - Byte.zero) * scale
      (scale, position) = (scale / 10, position + 1)
    }
    return value
  }

  /// Reads the zone as seconds east of Greenwich; 0 where there is none, nil for an invalid one.
  mutating func zone() -> Int? {
    if isAtEnd || skip(UInt8(ascii: "Z")) || skip(UInt8(ascii: "z")) { return 0 }
    let isEast = skip(Byte.plus)
    guard isEast || skip(Byte.minus), let hours = number(2), hours <= 18 else { return nil }
    _ = skip(Byte.colon)
    let minutes = isAtEnd ? 0 : number(2)
    guard let minutes, minutes < 60 else { return nil }
    return (isEast ? 1 : -1) * (hours * 3_600 + minutes * 60)
  }
}
