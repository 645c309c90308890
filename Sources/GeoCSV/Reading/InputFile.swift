import GeoSupport

/// The file or stream that is read.
public struct InputFile: Sendable {
  /// What to call it in messages.
  public let name: String
  /// Its open descriptor.
  let descriptor: Int32
  /// Its length in bytes; nil for a pipe, terminal or device, which cannot be read twice.
  public let length: Int?
  /// Whether a person types it.
  public var isTerminal: Bool { isatty(descriptor) == 1 }
  /// Device and inode, to tell whether two names are one file.
  let identity: FileIdentity?

  /// Opens a file; nil or `-` means standard input.
  ///
  /// - Throws: ``EnrichmentError`` that says why it cannot be read.
  public init(path: String?) throws(EnrichmentError) {
    let isStandardInput = path == nil || path == "-"
    name = isStandardInput ? "standard input" : path!
    descriptor = isStandardInput ? STDIN_FILENO : open(path!, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw EnrichmentError(.input, "\(name) cannot be read: \(systemMessage())") }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      throw EnrichmentError(.input, "\(name) cannot be read: \(systemMessage())")
    }
    guard status.st_mode & S_IFMT != S_IFDIR else {
      throw EnrichmentError(
        .input, "\(name) is a folder; give one file (a loop over the folder can call this once a file)")
    }
    length = status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) : nil
    identity = FileIdentity(status)
  }
}

/// What makes two names one file.
struct FileIdentity: Equatable, Sendable {
  private let device: UInt64
  private let inode: UInt64

  init(_ status: stat) {
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
  }
}

/// The system's words for the last failed call.
func systemMessage(_ code: Int32 = errno) -> String { String(cString: strerror(code)) }
