import GeoSupport

/// How old a server's data is.
struct StoreAge: Hashable, Sendable {
  /// Whether requests are answered.
  var isReady: Bool
  /// Seconds since the store was opened.
  var openSeconds: Double
  /// Times that a new store took over.
  var reloads: Int
  /// Seconds since the moment that the map data reflects; nil when the data does not say.
  var dataSeconds: Double?

  /// Seconds from a moment in ISO 8601 UTC, such as `2022-12-15T21:21:02Z`, to a time in seconds since 1970; nil when it is none.
  static func seconds(from moment: String, to now: Int) -> Double? {
    let numbers = moment.split { !$0.isNumber }.prefix(6).compactMap { Int($0) }
    guard numbers.count >= 3, (1...12).contains(numbers[1]), (1...31).contains(numbers[2]) else { return nil }
    var parts = tm()
    parts.tm_year = Int32(clamping: numbers[0] - 1900)
    parts.tm_mon = Int32(numbers[1] - 1)
    parts.tm_mday = Int32(numbers[2])
    if numbers.count == 6 {
      parts.tm_hour = Int32(clamping: numbers[3])
      parts.tm_min = Int32(clamping: numbers[4])
      parts.tm_sec = Int32(clamping: numbers[5])
    }
    return Double(now - timegm(&parts))
  }
}
