import GeoModel
import GeoSupport

/// The properties of the terminal behind a file descriptor.
package struct Terminal: Hashable, Sendable {
  /// The file descriptor, 1 for standard output and 2 for standard error.
  package let descriptor: Int32

  /// The terminal of standard output.
  package static let output = Terminal(descriptor: STDOUT_FILENO)
  /// The terminal of standard error.
  package static let error = Terminal(descriptor: STDERR_FILENO)

  /// The terminal behind a descriptor.
  package init(descriptor: Int32) { self.descriptor = descriptor }

  /// Whether a user watches: the descriptor is a terminal that can move its cursor.
  package var isInteractive: Bool { isatty(descriptor) == 1 && Environment["TERM"] != "dumb" }

  /// Whether to use color: on a terminal, unless `NO_COLOR` is set and not empty (https://no-color.org).
  package var hasColor: Bool { isInteractive && Environment["NO_COLOR"] == nil }

  /// A text with foreign names, made safe for output: terminals must not execute control sequences in it, not even at
  /// the end of a pipe.
  package static func fit(_ text: String) -> String { ForeignText.visible(text) }

  /// Columns of the terminal; 80 when unknown.
  package var width: Int {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
  }
}

/// Colors of a terminal (ECMA-48), or none.
package struct Style: Hashable, Sendable {
  /// Whether texts are colored; otherwise every function returns its text unchanged.
  package var isEnabled: Bool

  /// Creates a style.
  package init(isEnabled: Bool) { self.isEnabled = isEnabled }

  /// For less important text.
  package func dim(_ text: String) -> String { wrap(text, "2") }
  /// For headings.
  package func bold(_ text: String) -> String { wrap(text, "1") }
  /// For errors.
  package func red(_ text: String) -> String { wrap(text, "31") }

  private func wrap(_ text: String, _ code: String) -> String { isEnabled ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text }
}

/// Buffered standard output with error reporting. Not thread-safe.
package final class StandardOutput {
  private let descriptor: Int32
  private let capacity: Int
  private var buffer: [UInt8] = []

  /// Standard output, or another open file descriptor.
  ///
  /// - Parameter capacity: the size of the buffer in bytes.
  package init(descriptor: Int32 = STDOUT_FILENO, capacity: Int = 64 * 1024) {
    self.descriptor = descriptor
    self.capacity = capacity
  }

  /// Buffers a text and a line end.
  ///
  /// - Throws: ``ProgramFailure`` as ``flush()`` does.
  package func writeLine(_ line: String) throws(ProgramFailure) {
    buffer.append(contentsOf: line.utf8)
    buffer.append(UInt8(ascii: "\n"))
    if buffer.count >= capacity { try flush() }
  }

  /// Buffers bytes.
  ///
  /// - Throws: ``ProgramFailure`` as ``flush()`` does.
  package func write(_ bytes: some Collection<UInt8>) throws(ProgramFailure) {
    buffer.append(contentsOf: bytes)
    if buffer.count >= capacity { try flush() }
  }

  /// Writes the buffer; must be called before the program ends.
  ///
  /// - Throws: ``ProgramFailure`` with `.inputOutput` that names the cause, such as a full disk. Throws `.success` with
  ///   no message when the reader of a pipe has gone (as in `| head -1`), so that the program ends quietly.
  package func flush() throws(ProgramFailure) {
    defer { buffer.removeAll(keepingCapacity: true) }
    let error = buffer.withUnsafeBytes { waitingWrite($0, to: descriptor) }
    if error != 0 { throw Self.failure(error) }
  }

  private static func failure(_ code: Int32) -> ProgramFailure {
    if code == EPIPE { return ProgramFailure(.success, "") }
    return ProgramFailure(.inputOutput, "cannot write to standard output: \(systemMessage(code))")
  }
}

/// Standard error: everything that is not the result of a command.
package enum StandardError {
  /// Writes a text and a line end in one call, so that lines of several threads do not mix.
  ///
  /// Control characters in the text are made visible. Errors are ignored.
  ///
  /// - Parameter label: written before the text unchanged, so it may have colors.
  package static func writeLine(_ line: String, label: String = "") { write(label + Terminal.fit(line) + "\n") }

  /// Writes a text unchanged.
  package static func write(_ text: String) {
    _ = Array(text.utf8).withUnsafeBytes { waitingWrite($0, to: STDERR_FILENO) }
  }
}
