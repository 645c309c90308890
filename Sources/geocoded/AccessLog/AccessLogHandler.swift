import Logging

/// Writes one line for each request: the time, then the figures by their names. Lines go to a ``LineWriter``, so that a slow terminal
/// slows nobody down.
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

  /// A value as it is, or in quotes where it holds what would make two values or two lines of it.
  private func append(_ value: Logger.Metadata.Value, to line: inout String) {
    guard case .string(let text) = value else { return line += "\(value)" }
    let isPlain = !text.isEmpty && text.utf8.allSatisfy { $0 > 0x20 && $0 != UInt8(ascii: "\"") && $0 != 0x7F }
    if isPlain { return line += text }
    line += "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": line += "\\\(scalar)"
      case _ where scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value):
        line += "\\u{\(String(scalar.value, radix: 16))}"
      default: line.unicodeScalars.append(scalar)
      }
    }
    line += "\""
  }
}
