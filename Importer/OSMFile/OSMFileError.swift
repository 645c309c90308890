import GeoSupport

/// A failure to read or write an OpenStreetMap file, due to the file or the system. Bad files never cause a trap.
public struct OSMFileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of failure. The raw values are stable, so that programs can compare them.
  public enum Code: String, Sendable, CaseIterable {
    /// The file does not exist, is a folder or may not be read.
    case cannotOpen
    /// The system failed while reading.
    case cannotRead
    /// The file has no bytes.
    case empty
    /// The file has another format: a web page, an archive, random bytes.
    case notPBF
    /// The file ends too early.
    case truncated
    /// A length or size exceeds the limit of the format.
    case tooLarge
    /// The bytes violate the format.
    case corrupt
    /// The first blob is not an OSMHeader.
    case missingHeader
    /// A blob has an unsupported compression (LZMA, bzip2).
    case unsupportedCompression
    /// The header requires a feature that is not supported.
    case unsupportedFeature
    /// The system failed while writing.
    case cannotWrite
    /// The caller stopped the reading or writing.
    case stopped
    /// The writer was given values that the format cannot represent.
    case cannotEncode
  }

  /// The kind of failure.
  public let code: Code
  /// A sentence that names the file and says what is wrong with it and what to do.
  public let message: String
  /// The position in the file, in bytes from its start; nil if it does not matter.
  public let offset: Int?

  /// Creates an error for a file, with an optional byte offset.
  init(_ code: Code, path: String, offset: Int? = nil, _ problem: String) {
    self.code = code
    self.offset = offset
    message = offset.map { "\(path): at byte \($0): \(problem)" } ?? "\(path): \(problem)"
  }

  /// Creates an error with the message of the system.
  init(system code: Code, _ path: String, _ what: String) {
    self.init(code, path: path, "\(what): \(systemMessage())")
  }

  /// Creates an error for a file that cannot be opened, because of its path or of the system.
  init(opening path: String) {
    if errno == ENXIO {
      self = .notRegular(path)
    } else {
      let isFault = [ENOENT, ENOTDIR, EACCES, EPERM, ELOOP, ENAMETOOLONG, EISDIR].contains(errno)
      self.init(system: isFault ? .cannotOpen : .cannotRead, path, "cannot be opened")
    }
  }

  /// The error for a folder, device, pipe or socket instead of a file.
  static func notRegular(_ path: String) -> OSMFileError {
    OSMFileError(
      .cannotOpen, path: path, "this is not a regular file; give the path of a file, or - for standard input")
  }

  /// The error for reading or writing that was asked to stop.
  package static func stopped(_ path: String) -> OSMFileError {
    OSMFileError(.stopped, path: path, "the work on it was stopped")
  }

  /// The error for a file that should be a change file.
  package static func notChanges(_ path: String) -> OSMFileError {
    OSMFileError(.corrupt, path: path, "this is not a change file (osmChange)")
  }

  /// The same as ``message``.
  public var description: String { message }
}

/// A fault in a blob. The caller adds the file and the position.
struct BlockFault: Error {
  let code: OSMFileError.Code
  let problem: String

  init(_ problem: String) { self.init(.corrupt, problem) }

  init(_ code: OSMFileError.Code, _ problem: String) {
    self.code = code
    self.problem = problem
  }
}
