import GeoSupport

/// Standard error: whatever is not the result of a command.
public enum StandardError {
  /// Writes a text and a line end in one call, so that lines of several threads do not mix. Errors have nowhere to go.
  public static func writeLine(_ line: String) { write(line + "\n") }

  /// Writes a text as it is.
  public static func write(_ text: String) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let written = rest.withUnsafeBytes { Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
      if written > 0 { rest = rest.dropFirst(written) } else if errno != EINTR { return }
    }
  }
}
