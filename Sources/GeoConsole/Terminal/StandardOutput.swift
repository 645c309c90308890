import GeoSupport

/// Standard output with a buffer and with errors that are noticed. Not thread-safe.
public final class StandardOutput {
  private let descriptor: Int32
  private let capacity: Int
  private var buffer: [UInt8] = []

  /// Standard output, or another open file descriptor.
  ///
  /// - Parameter capacity: bytes to gather before they are written.
  public init(descriptor: Int32 = STDOUT_FILENO, capacity: Int = 64 * 1024) {
    self.descriptor = descriptor
    self.capacity = capacity
  }

  /// Gathers a text and a line end.
  ///
  /// - Throws: ``ProgramFailure`` as ``flush()`` does.
  public func writeLine(_ line: String) throws(ProgramFailure) {
    buffer.append(contentsOf: line.utf8)
    buffer.append(UInt8(ascii: "\n"))
    if buffer.count >= capacity { try flush() }
  }

  /// Gathers bytes as they are.
  ///
  /// - Throws: ``ProgramFailure`` as ``flush()`` does.
  public func write(_ bytes: some Collection<UInt8>) throws(ProgramFailure) {
    buffer.append(contentsOf: bytes)
    if buffer.count >= capacity { try flush() }
  }

  /// Writes what was gathered. To be called before the program ends.
  ///
  /// - Throws: ``ProgramFailure`` with `.inputOutput` that names the cause, such as a full disk; with `.success` and no
  ///   message when the reader of a pipe went away (as in `| head -1`), so that the program ends quietly.
  public func flush() throws(ProgramFailure) {
    defer { buffer.removeAll(keepingCapacity: true) }
    var start = 0
    while start < buffer.count {
      let written = buffer[start...].withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if written > 0 { start += written } else if errno != EINTR { throw Self.failure(errno) }
    }
  }

  private static func failure(_ code: Int32) -> ProgramFailure {
    if code == EPIPE { return ProgramFailure(.success, "") }
    return ProgramFailure(.inputOutput, "cannot write to standard output: \(String(cString: strerror(code)))")
  }
}
