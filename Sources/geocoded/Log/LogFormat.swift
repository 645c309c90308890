import ArgumentParser
import GeoSupport
import GeoWire
import Logging
import Synchronization

/// The format of a log line.
///
/// Both formats begin with the time, written alike.
enum LogFormat: String, CaseIterable, ExpressibleByArgument {
  /// For users: time, level, label, message, then the metadata by name.
  case text
  /// For programs: one object per line; metadata are members beside `time`, `level`, `label` and `message`.
  case json

  /// Returns a line with its line end.
  func line(_ level: Logger.Level, _ label: String, _ message: String, _ figures: Logger.Metadata) -> [UInt8] {
    let figures = figures.sorted { $0.key < $1.key }
    switch self {
    case .text:
      var line = "\(JournalPriority.mark(level))\(Timestamp.now()) \(level.rawValue) \(label): \(message)"
      for (key, value) in figures {
        line += " "
        line += key
        line += "="
        LogFormat.append(value.description, to: &line)
      }
      line += "\n"
      return Array(line.utf8)
    case .json:
      var writer = JSONWriter(bytes: Array(JournalPriority.mark(level).utf8))
      writer.object { json in
        json.member("time", Timestamp.now())
        json.member("level", level.rawValue)
        json.member("label", label)
        json.member("message", message)
        for (key, value) in figures {
          json.dynamicKey(LogFormat.ownMembers.contains(key) ? key + "_" : key)
          if case .stringConvertible(let number as any FixedWidthInteger) = value {
            json.integer(number)
          } else {
            json.string("\(value)")
          }
        }
      }
      writer.endLine()
      return writer.bytes
    }
  }

  private static let ownMembers: Set = ["time", "level", "label", "message"]
  /// Invisible characters, and those that end a line for some readers.
  private static let unseen: Set<Unicode.GeneralCategory> = [.control, .format, .lineSeparator, .paragraphSeparator]

  /// Appends a value unchanged, or in quotes if it contains characters that would split it into two values or two
  /// lines.
  private static func append(_ text: String, to line: inout String) {
    let isPlain = !text.isEmpty && text.utf8.allSatisfy { $0 > 0x20 && $0 != UInt8(ascii: "\"") && $0 < 0x7F }
    if isPlain { return line += text }
    line += "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": line += "\\\(scalar)"
      case _ where unseen.contains(scalar.properties.generalCategory):
        line += "\\u{\(String(scalar.value, radix: 16))}"
      default: line.unicodeScalars.append(scalar)
      }
    }
    line += "\""
  }
}

/// The time in ISO 8601, formatted once a second.
private enum Timestamp {
  private static let last = Mutex((second: -1, text: ""))

  /// The current time, such as `2026-11-21T06:25:30Z`.
  static func now() -> String {
    let now = time(nil)
    return last.withLock { last in
      if last.second != now { last = (now, UTCTime(seconds: now).iso8601) }
      return last.text
    }
  }
}
