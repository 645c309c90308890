/// A moment in UTC, as protocols write it: always in English, whatever the locale of the process.
package struct UTCTime {
  private var parts = tm()

  /// A time in seconds since 1970.
  package init(seconds: Int) {
    var time = time_t(seconds)
    gmtime_r(&time, &parts)
  }

  /// This moment.
  package static func now() -> UTCTime { UTCTime(seconds: time(nil)) }

  /// As in ISO 8601: `2026-11-21T06:25:30Z`.
  package var iso8601: String {
    "\(parts.tm_year + 1900)-\(padded(parts.tm_mon + 1))-\(padded(parts.tm_mday))T\(clock)Z"
  }

  /// As in the fields of mails and HTTP (RFC 9110, 5.6.7): `Sat, 21 Nov 2026 06:25:30 GMT`.
  ///
  /// - Parameter zone: what stands for UTC.
  package func inHeaders(zone: String = "GMT") -> String {
    let (day, month) = (UTCTime.days[Int(parts.tm_wday)], UTCTime.months[Int(parts.tm_mon)])
    return "\(day), \(padded(parts.tm_mday)) \(month) \(parts.tm_year + 1900) \(clock) \(zone)"
  }

  private var clock: String { "\(padded(parts.tm_hour)):\(padded(parts.tm_min)):\(padded(parts.tm_sec))" }

  /// A number with two digits.
  private func padded(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }

  private static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
  private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
}
