import OSMFile

/// Why an import ended without a store. The old store, if there was one, is untouched then.
public struct ImportError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kinds of failure.
  public enum Code: Hashable, Sendable {
    /// An extract does not exist or may not be read.
    case missingExtract
    /// An extract is no PBF file, or damaged.
    case unreadableExtract
    /// The store cannot be written.
    case unwritableStore
    /// The folder for working data cannot be used, or has no more room.
    case unwritableWorkFolder
    /// An option or argument makes no sense.
    case badArgument
    /// The import was asked to stop.
    case cancelled
  }

  /// The kind of failure.
  public var code: Code
  /// One sentence for a person: what is wrong with which file and what to do.
  public var message: String
  /// The same as ``message``.
  public var description: String { message }

  /// A failure with its sentence.
  public init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  /// An extract that cannot be read.
  init(_ error: OSMFileError) {
    self.init(error.code == .cannotOpen ? .missingExtract : .unreadableExtract, error.message)
  }

  /// The import was asked to stop.
  static let cancelled = ImportError(
    .cancelled, "the import was stopped; an earlier store at the same path is untouched")
}
