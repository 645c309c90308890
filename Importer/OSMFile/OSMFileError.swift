import GeoSupport

/// Why an OpenStreetMap file could not be read or written: always the file's or the system's fault, never a trap.
public struct OSMFileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of failure. The raw values are stable: programs may compare them.
  public enum Code: String, Sendable, CaseIterable {
    /// The file does not exist, is a folder or may not be read.
    case cannotOpen
    /// The system failed while reading.
    case cannotRead
    /// The file has no bytes.
    case empty
    /// The file is something else: a web page, an archive, noise.
    case notPBF
    /// The file ends too early.
    case truncated
    /// A length or size exceeds what the format allows.
    case tooLarge
    /// The bytes contradict the format.
    case corrupt
    /// The first blob is not an OSMHeader.
    case missingHeader
    /// A blob is compressed in a way that is not supported (LZMA, bzip2).
    case unsupportedCompression
    /// The header requires a feature that is not supported.
    case unsupportedFeature
    /// The system failed while writing.
    case cannotWrite
    /// Whoever asked for the reading wanted it to end.
    case stopped
    /// The writer was given something that the format cannot hold.
    case cannotEncode
  }

  /// The kind of failure.
  public let code: Code
  /// A sentence that names the file, says what is wrong with it and what to do.
  public let message: String
  /// Where in the file, in bytes from its start; nil when the place does not matter.
  public let offset: Int?

  /// A failure in a file at a byte offset.
  init(_ code: Code, path: String, offset: Int? = nil, _ problem: String) {
    self.code = code
    self.offset = offset
    message = offset.map { "\(path): at byte \($0): \(problem)" } ?? "\(path): \(problem)"
  }

  /// A failure of the system, with what it says.
  init(system code: Code, _ path: String, _ what: String) {
    self.init(code, path: path, "\(what): \(systemMessage())")
  }

  /// A file that the system does not open: the path's fault, or its own.
  init(opening path: String) {
    if errno == ENXIO {
      self = .notRegular(path)
    } else {
      let isFault = [ENOENT, ENOTDIR, EACCES, EPERM, ELOOP, ENAMETOOLONG, EISDIR].contains(errno)
      self.init(system: isFault ? .cannotOpen : .cannotRead, path, "cannot be opened")
    }
  }

  /// A folder, device, pipe or socket in the place of a file.
  static func notRegular(_ path: String) -> OSMFileError {
    OSMFileError(
      .cannotOpen, path: path, "this is not a regular file; give the path of a file, or - for standard input")
  }

  /// The reading or writing of a file that was asked to end.
  package static func stopped(_ path: String) -> OSMFileError {
    OSMFileError(.stopped, path: path, "the work on it was stopped")
  }

  /// A file that should hold changes.
  package static func notChanges(_ path: String) -> OSMFileError {
    OSMFileError(.corrupt, path: path, "this is not a change file (osmChange)")
  }

  /// The ``message``.
  public var description: String { message }
}

/// What is wrong inside a blob, without the file and the place in it, which the caller adds.
struct BlockFault: Error {
  let code: OSMFileError.Code
  let problem: String

  init(_ problem: String) { self.init(.corrupt, problem) }

  init(_ code: OSMFileError.Code, _ problem: String) {
    self.code = code
    self.problem = problem
  }
}
