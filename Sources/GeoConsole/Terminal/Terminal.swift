import GeoSupport

/// What is known about the terminal behind a file descriptor.
public struct Terminal: Hashable, Sendable {
  /// The file descriptor, 1 for standard output and 2 for standard error.
  public let descriptor: Int32

  /// The terminal of standard output.
  public static let output = Terminal(descriptor: STDOUT_FILENO)
  /// The terminal of standard error.
  public static let error = Terminal(descriptor: STDERR_FILENO)

  /// The terminal behind a descriptor.
  public init(descriptor: Int32) { self.descriptor = descriptor }

  /// Whether a person watches: the descriptor is a terminal that can move its cursor.
  public var isInteractive: Bool { isatty(descriptor) == 1 && Environment["TERM"] != "dumb" }

  /// Whether to use color: on a terminal, unless `NO_COLOR` is set to anything (https://no-color.org).
  public var hasColor: Bool { isInteractive && Environment["NO_COLOR"] == nil }

  /// Columns of the terminal; 80 when it does not say.
  public var width: Int {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
  }
}
