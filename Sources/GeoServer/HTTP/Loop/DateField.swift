import GeoSupport

/// The value of the `Date` field (RFC 9110, 5.6.7), made anew once a second.
struct DateField {
  private var second = -1
  private var text = ""

  /// A field without a value yet.
  init() {}

  /// The value at a time in seconds since 1970.
  mutating func value(at now: Int) -> String {
    if now != second {
      second = now
      text = DateField.format(now)
    }
    return text
  }

  private static func format(_ seconds: Int) -> String {
    var time = time_t(seconds)
    var parts = tm()
    gmtime_r(&time, &parts)
    let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    let clock = [parts.tm_hour, parts.tm_min, parts.tm_sec].map { padded($0) }.joined(separator: ":")
    let day = "\(days[Int(parts.tm_wday)]), \(padded(parts.tm_mday)) \(months[Int(parts.tm_mon)])"
    return "\(day) \(parts.tm_year + 1900) \(clock) GMT"
  }

  private static func padded(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
