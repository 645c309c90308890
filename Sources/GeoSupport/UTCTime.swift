/// A moment in UTC, formatted for protocols: always in English, whatever the locale of the process.
package struct UTCTime {
  private var parts = tm()

  /// Creates a moment from seconds since 1970.
  package init(seconds: Int) {
    var time = time_t(seconds)
    gmtime_r(&time, &parts)
  }

  /// Parses a moment in the form of ``iso8601``, or a day, into seconds since 1970; nil for other texts.
  package static func seconds(of text: String) -> Int? {
    let numbers = text.split { !$0.isASCII || !$0.isNumber }.prefix(6).compactMap { Int32($0) }
    guard numbers.count >= 3, (1...12).contains(numbers[1]), (1...31).contains(numbers[2]) else { return nil }
    var parts = tm()
    (parts.tm_year, parts.tm_mon, parts.tm_mday) = (numbers[0] - 1900, numbers[1] - 1, numbers[2])
    if numbers.count == 6 { (parts.tm_hour, parts.tm_min, parts.tm_sec) = (numbers[3], numbers[4], numbers[5]) }
    return timegm(&parts)
  }

  /// The present moment.
  package static func now() -> UTCTime { UTCTime(seconds: time(nil)) }

  /// The form of ISO 8601: `2026-11-21T06:25:30Z`.
  package var iso8601: String {
    "\(year)-\(padded(parts.tm_mon + 1))-\(padded(parts.tm_mday))T\(clock)Z"
  }

  /// The form of mail and HTTP headers (RFC 9110, 5.6.7): `Sat, 21 Nov 2026 06:25:30 GMT`.
  ///
  /// - Parameter zone: the word for UTC.
  package func inHeaders(zone: String = "GMT") -> String {
    let (day, month) = (UTCTime.days[Int(parts.tm_wday)], UTCTime.months[Int(parts.tm_mon)])
    return "\(day), \(padded(parts.tm_mday)) \(month) \(year) \(clock) \(zone)"
  }

  private var year: Int { Int(parts.tm_year) + 1900 }
  private var clock: String { "\(padded(parts.tm_hour)):\(padded(parts.tm_min)):\(padded(parts.tm_sec))" }

  /// A number with two digits.
  private func padded(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }

  private static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
  private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
}
