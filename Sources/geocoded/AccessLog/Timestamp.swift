import GeoSupport
import GeoWire
import Synchronization

/// The time in ISO 8601, made anew once a second.
enum Timestamp {
  private static let last = Mutex((second: -1, text: ""))

  /// The time now, such as `2026-11-21T06:25:30Z`.
  static func now() -> String {
    let now = time(nil)
    return last.withLock { last in
      if last.second != now { last = (now, format(now)) }
      return last.text
    }
  }

  private static func format(_ seconds: Int) -> String {
    var time = time_t(seconds)
    var parts = tm()
    gmtime_r(&time, &parts)
    var text = [CChar](repeating: 0, count: 32)
    let count = strftime(&text, text.count, "%Y-%m-%dT%H:%M:%SZ", &parts)
    return String(decoding: text[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
