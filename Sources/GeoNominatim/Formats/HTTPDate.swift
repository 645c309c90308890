import GeoSupport

/// Times as people read them in mails and headers, in UTC.
enum HTTPDate {
  /// This moment, such as `Sat, 21 Nov 2026 06:00:00 +00:00`.
  static func now() -> String { text(time(nil)) }

  /// A time in seconds since 1970.
  static func text(_ seconds: time_t) -> String {
    var parts = tm()
    var seconds = seconds
    gmtime_r(&seconds, &parts)
    let clock = "\(padded(parts.tm_hour)):\(padded(parts.tm_min)):\(padded(parts.tm_sec))"
    let date = "\(padded(parts.tm_mday)) \(months[Int(parts.tm_mon)]) \(parts.tm_year + 1900)"
    return "\(days[Int(parts.tm_wday)]), \(date) \(clock) +00:00"
  }

  /// A number with two digits.
  private static func padded(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }

  /// In English, whatever the locale of the process.
  private static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
}
