import GeoSupport

/// The input file or stream.
public struct InputFile: Sendable {
  /// The name of standard input in messages.
  static let nameOfStandardInput = "standard input"
  /// The name for messages.
  public let name: String
  /// Its open descriptor.
  private(set) var descriptor: Int32
  /// Its length in bytes; nil for a pipe, terminal or device, which cannot be read twice.
  public private(set) var length: Int?
  /// Whether the input is typed at a terminal.
  public var isTerminal: Bool { isatty(descriptor) == 1 }
  /// The decompressor of a compressed input; also converts UTF-16.
  private var text: PlainText?
  /// Device and inode, which show whether two names are the same file.
  let identity: FileIdentity

  /// Opens a file; nil or `-` means standard input.
  ///
  /// - Throws: ``EnrichmentError`` that says why it cannot be read.
  public init(path: String?) throws(EnrichmentError) {
    let isStandardInput = path == nil || path == "-"
    name = isStandardInput ? InputFile.nameOfStandardInput : path!
    descriptor = isStandardInput ? STDIN_FILENO : SystemCall.open(path!, O_RDONLY)
    guard descriptor >= 0, let status = SystemCall.status(of: descriptor) else {
      throw EnrichmentError(.input, "\(name) cannot be read: \(systemMessage())")
    }
    guard status.st_mode & S_IFMT != S_IFDIR else {
      throw EnrichmentError(
        .input,
        "\(name) is a folder; give one file (a loop can run this for each file of a folder; for pictures: "
          + "\(ForeignFile.placesOfPictures) -r \(ShellWord.file(name)) | geocode csv -)")
    }
    length = status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) : nil
    identity = FileIdentity(status)
  }

  /// Whether a read returns at once; always true for a regular file.
  ///
  /// - Parameter milliseconds: how long to wait.
  func isReadable(within milliseconds: Int32) -> Bool {
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return length != nil || poll(&request, 1, milliseconds) > 0
  }

  /// Appends up to `room` bytes to an array, which grows in place. An interrupted read appends none.
  ///
  /// - Returns: whether the input has ended.
  /// - Throws: ``EnrichmentError`` with the system's reason.
  func read(_ room: Int, onto bytes: inout [UInt8]) throws(EnrichmentError) -> Bool {
    let held = bytes.count
    bytes.reserveCapacity(held + room)
    bytes.append(contentsOf: repeatElement(0, count: room))
    let received = bytes.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress! + held, room) }
    let code = errno
    bytes.removeLast(room - max(received, 0))
    guard received >= 0 || code == EINTR || code == EAGAIN else {
      throw EnrichmentError(.input, "\(name) cannot be read: \(systemMessage(code))")
    }
    if received == 0, let problem = text?.problem { throw EnrichmentError(.data, problem) }
    return received == 0
  }

  /// The decompressed or converted text of an input that is compressed or UTF-16, from its beginning on; nil for all
  /// others.
  ///
  /// - Parameter head: the bytes already read.
  /// - Throws: ``EnrichmentError`` when the system cannot create a socket.
  func plainText(_ head: InputHead) throws(EnrichmentError) -> InputFile? {
    guard PlainText.isNeeded(for: head.bytes) else { return nil }
    let text = try PlainText(behind: head, of: descriptor, name: name)
    var input = self
    input.text = text
    input.descriptor = text.descriptor
    input.length = nil
    return input
  }

  /// The same file, opened once more; nil for an input that can be read only once.
  ///
  /// - Throws: ``EnrichmentError`` with the system's reason.
  func openedAgain() throws(EnrichmentError) -> InputFile? {
    guard length != nil else { return nil }
    var input = self
    input.descriptor = SystemCall.open("/proc/self/fd/\(descriptor)", O_RDONLY)
    guard input.descriptor >= 0 else {
      throw EnrichmentError(.input, "\(name) cannot be read again: \(systemMessage())")
    }
    return input
  }

  /// Returns to an offset of a regular file.
  ///
  /// - Throws: ``EnrichmentError`` when the system refuses.
  func seek(to offset: Int) throws(EnrichmentError) {
    guard lseek(descriptor, off_t(offset), SEEK_SET) >= 0 else {
      throw EnrichmentError(.input, "\(name) cannot be read again: \(systemMessage())")
    }
  }

  /// Moves to the checkpoint of an interrupted run, and verifies that everything before it is what that run has read.
  ///
  /// The finished part is read again, from a file as well as from a pipe. This is fast compared with looking up its
  /// points.
  ///
  /// - Parameters:
  ///   - checkpoint: the position to reach.
  ///   - head: the bytes already read; the next read continues behind them.
  ///   - stop: ends the reading early.
  /// - Returns: the part of the head behind the checkpoint.
  /// - Throws: ``EnrichmentError`` when the input differs from the interrupted run's.
  func skip(to checkpoint: Checkpoint, head: InputHead, stop: StopSignal) throws(EnrichmentError) -> InputHead {
    let offset = checkpoint.position.offset
    var digest = InputDigest(head.bytes.prefix(offset))
    var buffer: [UInt8] = []
    while digest.length < offset, !stop.isStopping {
      buffer.removeAll(keepingCapacity: true)
      guard try !read(min(256 << 10, offset - digest.length), onto: &buffer) else {
        throw EnrichmentError(
          .resume,
          "\(name) is shorter than when the run was interrupted; send the same input, or start anew with --force")
      }
      buffer.withUnsafeBytes { digest.add($0) }
    }
    guard digest == checkpoint.inputDigest || stop.isStopping else {
      throw EnrichmentError(
        .resume,
        "\(name) was changed since the run was interrupted, in the part that is done already; start anew with --force")
    }
    return head.dropping(offset)
  }
}

/// Identifies a file, whatever name it is opened by.
struct FileIdentity: Equatable, Sendable {
  private let device: UInt64
  private let inode: UInt64

  init(_ status: stat) {
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
  }
}

/// The beginning of the input, used to detect its format.
struct InputHead {
  /// The bytes from the very beginning on.
  var bytes: [UInt8] = []
  /// Whether the input ends behind these bytes.
  var isAtEnd = false

  /// Reads until this many bytes are buffered.
  ///
  /// Once a slow pipe has delivered a whole line, the first silence of 300 ms ends the reading.
  mutating func read(_ input: InputFile, until count: Int, stop: StopSignal) throws(EnrichmentError) {
    while bytes.count < count, !isAtEnd, !stop.isStopping {
      if input.isReadable(within: 300) {
        isAtEnd = try input.read(count - bytes.count, onto: &bytes)
      } else if bytes.contains(Byte.lineFeed) {
        return
      }
    }
  }

  /// The head without its first bytes.
  func dropping(_ count: Int) -> InputHead { InputHead(bytes: Array(bytes.dropFirst(count)), isAtEnd: isAtEnd) }
}
