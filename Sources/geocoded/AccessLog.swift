import GeoSupport
import GeoWire
import Logging
import Synchronization

/// Writes one line for each request: the time, then the figures by their names. Lines go to a ``LineWriter``, so that a slow terminal
/// holds nobody up.
struct AccessLogHandler: LogHandler {
  var metadata: Logger.Metadata = [:]
  var logLevel: Logger.Level = .info
  private let label: String
  private let writer: LineWriter

  /// A handler that writes to a writer.
  init(label: String, writer: LineWriter) {
    self.label = label
    self.writer = writer
  }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    var line = ""
    line.reserveCapacity(200)
    line += Timestamp.now()
    line += " "
    line += event.level.rawValue
    line += " "
    line += label
    line += ":"
    for (key, value) in (event.metadata ?? [:]).sorted(by: { $0.key < $1.key }) {
      line += " "
      line += key
      line += "="
      append(value, to: &line)
    }
    line += "\n"
    writer.append(line)
  }

  /// Characters that nobody sees, or that end a line for some reader.
  private static let unseen: Set<Unicode.GeneralCategory> = [.control, .format, .lineSeparator, .paragraphSeparator]

  /// A value as it is, or in quotes where it contains what would split it into two values or two lines.
  private func append(_ value: Logger.Metadata.Value, to line: inout String) {
    guard case .string(let text) = value else { return line += "\(value)" }
    let isPlain = !text.isEmpty && text.utf8.allSatisfy { $0 > 0x20 && $0 != UInt8(ascii: "\"") && $0 < 0x7F }
    if isPlain { return line += text }
    line += "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": line += "\\\(scalar)"
      case _ where Self.unseen.contains(scalar.properties.generalCategory):
        line += "\\u{\(String(scalar.value, radix: 16))}"
      default: line.unicodeScalars.append(scalar)
      }
    }
    line += "\""
  }
}

/// Writes lines to standard error from a thread of its own, a few times a second. Who logs only appends to memory.
///
/// When standard error takes nothing for long, lines are dropped and counted: requests do not wait for their log.
final class LineWriter: Sendable {
  private struct Pending {
    var bytes: [UInt8] = []
    var dropped = 0
  }

  /// Bytes that wait at most.
  private static let capacity = 4 << 20

  private let pending = Mutex(Pending())
  /// How often lines were written. Held while they are, so that the last flush comes last. (A lock around nothing at all makes the
  /// thread sanitizer see a race with the lock itself, at the same address.)
  private let flushes = Mutex(0)

  /// The only one; it has a thread from its first use to the end of the process.
  static let standardError = LineWriter()

  private init() {
    SystemThread.start { [self] in
      while true {
        usleep(200_000)
        flush()
      }
    }
  }

  /// Adds a line with its end.
  func append(_ line: String) {
    pending.withLock { pending in
      if pending.bytes.count < LineWriter.capacity {
        pending.bytes.append(contentsOf: line.utf8)
      } else {
        pending.dropped += 1
      }
    }
  }

  /// Writes what waits. Called once more when the process ends.
  func flush() {
    flushes.withLock { flushes in
      flushes += 1
      var taken = pending.withLock { pending in
        defer { pending = Pending() }
        return pending
      }
      if taken.dropped > 0 { taken.bytes += Array("\(taken.dropped) lines were dropped: nobody took them\n".utf8) }
      LineWriter.write(taken.bytes)
    }
  }

  private static func write(_ bytes: [UInt8]) {
    var offset = 0
    while offset < bytes.count {
      let count = bytes.withUnsafeBytes { Glibc.write(2, $0.baseAddress! + offset, bytes.count - offset) }
      if count < 0, errno != EINTR { return }
      offset += max(0, count)
    }
  }
}

/// The time in ISO 8601, made again once a second.
enum Timestamp {
  private static let last = Mutex((second: -1, text: ""))

  /// The time now, such as `2026-11-21T06:25:30Z`.
  static func now() -> String {
    let now = time(nil)
    return last.withLock { last in
      if last.second != now { last = (now, UTCTime(seconds: now).iso8601) }
      return last.text
    }
  }
}
