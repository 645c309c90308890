/// Files that are read as a whole.
package enum FileContents {
  /// Why a file was not read.
  package struct Failure: Error {
    /// The system's number; `EFBIG` where the file is longer than may be.
    package let code: Int32
    /// The system's sentence for it.
    package var message: String { systemMessage(code) }
  }

  /// The bytes of a file.
  ///
  /// - Parameter limit: the most that it may have.
  /// - Throws: ``Failure`` when it cannot be opened or read to its end, or is longer.
  package static func bytes(of path: String, limit: Int = .max) throws(Failure) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Failure(code: errno) }
    defer { close(descriptor) }
    return try bytes(from: descriptor, limit: limit)
  }

  /// What comes from an open file, pipe or socket until its end.
  ///
  /// - Throws: ``Failure`` when that cannot be read, or is longer than the limit.
  package static func bytes(from descriptor: Int32, limit: Int = .max) throws(Failure) -> [UInt8] {
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(descriptor, &piece, piece.count)
      if count == 0 { return bytes }
      guard count > 0 else {
        if errno == EINTR { continue }
        throw Failure(code: errno)
      }
      bytes += piece[..<count]
      if bytes.count > limit { throw Failure(code: EFBIG) }
    }
  }

  /// What a short file of the system says, such as one below `/proc`; nil when it cannot be read.
  package static func systemText(_ path: String) -> String? {
    (try? bytes(of: path, limit: 1 << 20)).map { String(decoding: $0, as: UTF8.self) }
  }
}
