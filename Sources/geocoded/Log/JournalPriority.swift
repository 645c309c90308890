import GeoConsole
import GeoSupport
import Logging

/// The mark before a line that gives its priority to systemd's journal, such as `<4>` for a warning. Without it
/// `journalctl -p warning` shows nothing. The journal removes it.
enum JournalPriority {
  /// Whether standard error is the stream that systemd connected to the journal. A file or pipe that has replaced it
  /// since gets no marks.
  private static let isRead: Bool = {
    var status = stat()
    guard let stream = Environment["JOURNAL_STREAM"], fstat(2, &status) == 0 else { return false }
    return stream == "\(status.st_dev):\(status.st_ino)"
  }()

  /// The mark for a level; empty if the journal does not read the output.
  static func mark(_ level: Logger.Level) -> String {
    guard isRead else { return "" }
    return switch level {
    case .trace, .debug: "<7>"
    case .info: "<6>"
    case .notice: "<5>"
    case .warning: "<4>"
    case .error: "<3>"
    case .critical: "<2>"
    }
  }
}
