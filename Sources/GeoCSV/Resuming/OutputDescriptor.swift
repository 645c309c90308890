import GeoSupport

/// An open file or stream that is written to the end or not at all, with errors in words. It is closed with its last reference, which
/// also gives up a lock on it.
final class OutputDescriptor: Sendable {
  let descriptor: Int32
  /// What to call it in messages.
  let name: String
  private let isOwned: Bool

  /// - Parameter isOwned: false for a standard stream, which stays open.
  init(descriptor: Int32, name: String, isOwned: Bool) {
    self.descriptor = descriptor
    self.name = name
    self.isOwned = isOwned
  }

  deinit { if isOwned { close(descriptor) } }

  /// Opens a file.
  ///
  /// - Throws: ``EnrichmentError`` that says why it cannot be written.
  static func open(_ path: String, _ flags: Int32) throws(EnrichmentError) -> OutputDescriptor {
    let descriptor = Glibc.open(path, flags | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw EnrichmentError(.cannotCreate, "\(path) cannot be written: \(systemMessage())") }
    return OutputDescriptor(descriptor: descriptor, name: path, isOwned: true)
  }

  /// Writes all bytes.
  ///
  /// - Throws: ``EnrichmentError``: `.outputClosed` when a pipe's reader has gone, `.output` for everything else.
  func write(_ bytes: [UInt8]) throws(EnrichmentError) {
    let code = bytes.withUnsafeBytes { writeAll($0) }
    if code == EPIPE { throw EnrichmentError(.outputClosed, "whoever read the output has gone") }
    guard code == 0 else { throw EnrichmentError(.output, OutputDescriptor.words(name, code)) }
  }

  /// Puts what was written on the disk, not just into the system's memory.
  func synchronize() throws(EnrichmentError) {
    // A stream or an odd file system has nothing to put on a disk, and says so with EINVAL.
    guard fdatasync(descriptor) == 0 || errno == EINVAL || errno == EROFS else {
      throw EnrichmentError(.output, OutputDescriptor.words(name, errno))
    }
  }

  /// 0, or the system's error.
  private func writeAll(_ bytes: UnsafeRawBufferPointer) -> Int32 {
    var written = 0
    while written < bytes.count {
      let count = Glibc.write(descriptor, bytes.baseAddress! + written, bytes.count - written)
      if count >= 0 {
        written += count
      } else if errno == EAGAIN {
        // A terminal or pipe that another program made non-blocking.
        var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&request, 1, 1000)
      } else if errno != EINTR {
        return errno
      }
    }
    return 0
  }

  private static func words(_ name: String, _ code: Int32) -> String {
    switch code {
    case ENOSPC: "\(name): the disk is full; make room (with -o FILE the run can then be continued by --resume)"
    case EDQUOT:
      "\(name): your disk quota is used up; make room (with -o FILE the run can then be continued by --resume)"
    case EFBIG: "\(name): the file is larger than this file system or a limit (ulimit -f) allows"
    default: "\(name) cannot be written: \(systemMessage(code))"
    }
  }
}
