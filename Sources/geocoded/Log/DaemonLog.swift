import GeoConsole
import GeoSupport
import Logging

/// The only door to standard error of a daemon that serves.
///
/// Requests are written a few times a second by a thread of their own; everything else is written at once, after what waits,
/// if somebody takes it.
enum DaemonLog {
  /// The name under which requests over HTTP are logged.
  static let accessLabel = "geocoded.access"
  /// The name under which all else is.
  static let label = "geocoded"

  /// Has all loggers write there from now on.
  ///
  /// - Parameters:
  ///   - format: how lines are written.
  ///   - level: the least that is logged, apart from requests.
  ///   - file: what standard error leads to, where it is a file to be kept short.
  /// - Returns: the writer, which is to be flushed at the end.
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
