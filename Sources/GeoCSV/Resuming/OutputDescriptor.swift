import GeoSupport

/// An open file or stream.
///
/// Writes are complete or throw an error with a message. It is closed with its last reference, which also releases its
/// lock.
final class OutputDescriptor: Sendable {
  let descriptor: Int32
  /// The name for messages.
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
    let descriptor = SystemCall.open(path, flags)
    guard descriptor >= 0 else {
      let reason = systemMessage()
      throw EnrichmentError(.cannotCreate, "\(path) cannot be written: \(FileFolder.obstacle(to: path) ?? reason)")
    }
    return OutputDescriptor(descriptor: descriptor, name: path, isOwned: true)
  }

  /// Writes all bytes.
  ///
  /// - Throws: ``EnrichmentError``: `.outputClosed` when the reader of a pipe has gone, `.output` for everything else.
  func write(_ bytes: [UInt8]) throws(EnrichmentError) {
    let code = bytes.withUnsafeBytes { waitingWrite($0, to: descriptor) }
    if code == EPIPE { throw EnrichmentError(.outputClosed, "the reader of the output has gone") }
    guard code == 0 else { throw EnrichmentError(.output, words(code)) }
  }

  /// Waits until all written data is on the disk, not just in the system's memory.
  func synchronize() throws(EnrichmentError) {
    // Streams and unusual file systems have nothing to sync and return EINVAL or EROFS.
    guard SystemCall.repeated({ fdatasync(descriptor) }) == 0 || errno == EINVAL || errno == EROFS else {
      throw EnrichmentError(.output, words(errno))
    }
  }

  /// Describes an error and gives advice: a run that writes a file can be resumed, unlike one that writes a stream or a
  /// device.
  func words(_ code: Int32) -> String {
    let isFile = SystemCall.status(of: descriptor).map(OutputFile.isRegular) ?? false
    let advice =
      isOwned && isFile
      ? "make room, then the same command with --resume continues"
      : "make room (with -o FILE the run can then be continued with --resume)"
    return switch code {
    case ENOSPC: "\(name): the disk is full; \(advice)"
    case EDQUOT: "\(name): your disk quota is used up; \(advice)"
    case EFBIG: "\(name): the file is larger than this file system or a limit (ulimit -f) allows"
    default: "\(name) cannot be written: \(systemMessage(code))"
    }
  }
}
