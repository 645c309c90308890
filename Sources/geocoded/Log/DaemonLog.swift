import GeoConsole
import GeoSupport
import Logging

/// All output of a serving daemon to standard error goes through here.
///
/// A separate thread writes requests a few times a second. Everything else is written at once, after the waiting lines,
/// if standard error takes it.
enum DaemonLog {
  /// The label of logged HTTP requests.
  static let accessLabel = "geocoded.access"
  /// The label of everything else.
  static let label = "geocoded"

  /// Makes all loggers write there from now on.
  ///
  /// - Parameters:
  ///   - format: the format of lines.
  ///   - level: the lowest level to log, except for requests.
  ///   - file: the file of standard error, if its size is limited.
  /// - Returns: the writer, which must be flushed at the end.
  static func open(_ format: LogFormat, from level: Logger.Level, to file: LogFile?) -> LineWriter {
    let writer = LineWriter(to: file) {
      format.line(.warning, label, "lines were dropped: nobody took them", ["lines": "\($0)"])
    }
    LoggingSystem.bootstrap { label in
      let isAccess = label == accessLabel
      return Handler(
        label: label, format: format, writer: writer, isHurried: !isAccess, logLevel: isAccess ? .info : level)
    }
    return writer
  }

  private struct Handler: LogHandler {
    let label: String
    let format: LogFormat
    let writer: LineWriter
    /// Whether lines are written at once.
    let isHurried: Bool
    var logLevel: Logger.Level
    var metadata: Logger.Metadata = [:]

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
      let given = event.metadata ?? [:]
      let figures = metadata.isEmpty ? given : metadata.merging(given) { _, new in new }
      writer.append(format.line(event.level, label, "\(event.message)", figures))
      if isHurried { writer.hurry() }
    }
  }
}
