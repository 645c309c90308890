import GeoConsole
import GeoSupport
import Logging

/// The mark before a line by which the journal of systemd knows how serious it is, such as `<4>` for a warning: without it
/// `journalctl -p warning` shows nothing. The journal takes it off again.
enum JournalPriority {
  /// Whether standard error is the stream of which systemd says that the journal reads it. A file or a pipe that somebody has put there
  /// since then gets no marks.
  private static let isRead: Bool = {
    var status = stat()
    guard let stream = Environment["JOURNAL_STREAM"], fstat(2, &status) == 0 else { return false }
    return stream == "\(status.st_dev):\(status.st_ino)"
  }()

  /// What a line of a level begins with; nothing where no journal reads.
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
