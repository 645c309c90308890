/// How often a client may ask, such as `5/s`, `100/m` or `10000/h`.
public struct RateLimit: Hashable, Sendable {
  /// Requests that are granted every second in the long run.
  public var perSecond: Double
  /// Requests that may come at once after a pause.
  public var burst: Double

  /// A limit.
  public init(perSecond: Double, burst: Double) {
    self.perSecond = perSecond
    self.burst = burst
  }

  /// Reads a limit as it is typed: a number, a slash and `s`, `m`, `h` or `d`. The number is the burst, too.
  ///
  /// - Throws: ``ServerError`` of code `badOption` that names the text.
  public init(parsing text: String) throws(ServerError) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    let units = ["s": 1.0, "m": 60, "h": 3600, "d": 86_400]
    guard let count = parts.first.flatMap({ Double($0) }), count.isFinite, (0.001...1e9).contains(count),
      parts.count <= 2,
      let seconds = units[parts.count == 2 ? String(parts[1]) : "s"]
    else {
      throw ServerError(.badOption, "'\(text)' is no rate limit; write requests per time, like 5/s, 100/m or 10000/h")
    }
    self.init(perSecond: count / seconds, burst: max(1, count))
  }
}
