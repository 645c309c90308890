import GeoSupport

/// Reads the lines of an input, each as soon as it arrives.
///
/// Unlike `readLine()` it distinguishes a read error from the end of the input. It also waits for an input that another
/// program has made non-blocking.
package struct InputLines {
  private let descriptor: Int32
  private let name: String
  private var buffer: [UInt8] = []
  /// Where the next line begins in ``buffer``.
  private var start = 0
  private var hasEnded = false
  /// The longest allowed line in bytes.
  ///
  /// An input without line breaks, such as a device of zeros, would fill the memory.
  private static let longest = 1 << 20

  /// Reads standard input or another open file descriptor.
  package init(descriptor: Int32 = STDIN_FILENO, name: String = "standard input") {
    self.descriptor = descriptor
    self.name = name
  }

  /// Returns the next line without its line break; nil at the end. Invalid UTF-8 is replaced.
  ///
  /// - Throws: ``ProgramFailure`` with `.inputOutput` for a read error, with `.badData` for a line that is too long.
  package mutating func next() throws(ProgramFailure) -> String? {
    var searched = start
    while true {
      if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        defer { start = end + 1 }
        let hasReturn = end > start && buffer[end - 1] == UInt8(ascii: "\r")
        return String(decoding: buffer[start..<(hasReturn ? end - 1 : end)], as: UTF8.self)
      }
      if hasEnded { break }
      buffer.removeSubrange(..<start)
      (start, searched) = (0, buffer.count)
      guard buffer.count <= InputLines.longest else {
        throw ProgramFailure(.badData, "\(name) has a line of more than 1 MB; give one coordinate on each line")
      }
      try read()
    }
    guard start < buffer.count else { return nil }
    defer { start = buffer.count }
    return String(decoding: buffer[start...], as: UTF8.self)
  }

  /// Whether a complete line is buffered, so that ``next()`` returns at once.
  package var hasLine: Bool { buffer[start...].contains(UInt8(ascii: "\n")) }

  /// Waits for more bytes.
  private mutating func read() throws(ProgramFailure) {
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    let count = piece.withUnsafeMutableBytes { waitingRead(descriptor, into: $0) }
    guard count >= 0 else {
      throw ProgramFailure(.inputOutput, "\(name) cannot be read any further: \(systemMessage())")
    }
    buffer += piece[..<count]
    hasEnded = count == 0
  }
}
