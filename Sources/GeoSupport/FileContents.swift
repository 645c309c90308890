/// Reads and writes whole files.
package enum FileContents {
  /// The reason why a file could not be read or written.
  package struct Failure: Error {
    /// The system's error number; `EFBIG` when the file is longer than the limit, ``notRegular`` for a folder, device,
    /// pipe or socket.
    package let code: Int32
    /// The message for the error.
    package var message: String { code == Failure.notRegular ? "this is not a regular file" : systemMessage(code) }
    /// A code that is not one of the system's numbers.
    package static let notRegular: Int32 = -1
  }

  /// Opens a regular file for reading. Fails for anything else at the path, and does not block on a pipe.
  ///
  /// - Returns: its descriptor and its status.
  /// - Throws: ``Failure``.
  package static func open(regular path: String) throws(Failure) -> (descriptor: Int32, status: stat) {
    let descriptor = SystemCall.open(path, O_RDONLY | O_NONBLOCK)
    // A socket cannot be opened at all.
    guard descriptor >= 0 else { throw Failure(code: errno == ENXIO ? Failure.notRegular : errno) }
    let status = SystemCall.status(of: descriptor)
    let code = errno
    if let status, status.isRegular { return (descriptor, status) }
    close(descriptor)
    throw Failure(code: status == nil ? code : Failure.notRegular)
  }

  /// Reads the bytes of a regular file, like ``bytes(of:limit:)``.
  package static func bytes(ofRegular path: String, limit: Int = .max) throws(Failure) -> [UInt8] {
    let (descriptor, status) = try open(regular: path)
    defer { close(descriptor) }
    return try bytes(from: descriptor, limit: limit, expecting: min(Int(status.st_size), limit))
  }

  /// Creates a small file. It replaces any file of that name, and gets that file's owner, group and permissions. If
  /// writing fails, neither file is left.
  ///
  /// - Throws: ``Failure``.
  package static func replace(_ path: String, with bytes: [UInt8]) throws(Failure) {
    let replaced = FileAccess(of: path)
    unlink(path)
    let descriptor = SystemCall.open(path, O_WRONLY | O_CREAT | O_EXCL, mode: 0o644)
    guard descriptor >= 0 else { throw Failure(code: errno) }
    replaced?.give(to: descriptor)
    var code = bytes.withUnsafeBytes { waitingWrite($0, to: descriptor) }
    if close(descriptor) != 0, code == 0, errno != EINTR { code = errno }
    guard code != 0 else { return }
    unlink(path)
    throw Failure(code: code)
  }

  /// Reads the bytes of a file.
  ///
  /// - Parameter limit: the greatest allowed length in bytes.
  /// - Throws: ``Failure`` when it cannot be opened or read to its end, or is longer.
  package static func bytes(of path: String, limit: Int = .max) throws(Failure) -> [UInt8] {
    let descriptor = SystemCall.open(path, O_RDONLY)
    guard descriptor >= 0 else { throw Failure(code: errno) }
    defer { close(descriptor) }
    return try bytes(from: descriptor, limit: limit)
  }

  /// Reads an open file, pipe or socket to its end.
  ///
  /// - Parameter expected: the expected length in bytes.
  /// - Throws: ``Failure`` when it cannot be read, or is longer than the limit.
  package static func bytes(
    from descriptor: Int32, limit: Int = .max, expecting expected: Int = 0
  ) throws(Failure) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(expected)
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = SystemCall.repeated { read(descriptor, &piece, piece.count) }
      if count == 0 { return bytes }
      guard count > 0 else { throw Failure(code: errno) }
      bytes += piece[..<count]
      if bytes.count > limit { throw Failure(code: EFBIG) }
    }
  }

  /// Reads a short system file, such as one below `/proc`; nil when it cannot be read.
  package static func systemText(_ path: String) -> String? {
    (try? bytes(of: path, limit: 1 << 20)).map { String(decoding: $0, as: UTF8.self) }
  }
}

/// The owner, group and permissions of a file that is about to be replaced, for the file that replaces it.
package struct FileAccess {
  private let status: stat

  /// Records owner, group and permissions of the regular file at a path. Nil if there is none; a new file then gets the
  /// usual permissions.
  package init?(of path: String) {
    var status = stat()
    guard SystemCall.repeated({ lstat(path, &status) }) == 0, status.isRegular else { return nil }
    self.status = status
  }

  /// Applies them to an open file, as far as this process may. Only root can change the owner. Other users can change
  /// the group only to one of their own.
  ///
  /// - Parameter bits: permissions to add while the file is still being written.
  package func give(to descriptor: Int32, adding bits: mode_t = 0) {
    if fchown(descriptor, status.st_uid, status.st_gid) != 0 { _ = fchown(descriptor, uid_t.max, status.st_gid) }
    _ = fchmod(descriptor, status.st_mode & 0o777 | bits)
  }
}
