import OSMFile

/// A failure that ended an import without a store. An existing store is left untouched.
public struct ImportError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kinds of failure.
  public enum Code: Hashable, Sendable {
    /// An extract does not exist or may not be read.
    case missingExtract
    /// An extract is not OpenStreetMap data, or damaged.
    case unreadableExtract
    /// The system failed to read an extract.
    case failedReading
    /// The store cannot be written.
    case unwritableStore
    /// The folder for working data cannot be used, or its disk is full.
    case unwritableWorkFolder
    /// An option or argument makes no sense.
    case badArgument
    /// The import was asked to stop.
    case cancelled
  }

  /// The kind of failure.
  public var code: Code
  /// One sentence for the user: which file is at fault, what is wrong with it and what to do.
  public var message: String
  /// The same as ``message``.
  public var description: String { message }

  /// Creates an error with its message.
  public init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  /// Maps an error of reading an extract to one of an import.
  init(_ error: OSMFileError) {
    switch error.code {
    case .cannotOpen: self.init(.missingExtract, error.message)
    case .cannotRead: self.init(.failedReading, error.message)
    case .cannotWrite: self.init(.unwritableWorkFolder, error.message)
    case .stopped: self = .cancelled
    default: self.init(.unreadableExtract, error.message)
    }
  }

  /// The error for extracts that have no object at all, or none inside the polygon.
  ///
  /// Such an import must not replace a store with content.
  static func nothingToStore(in paths: [String], isCut: Bool) -> ImportError {
    let files = list(paths)
    return ImportError(
      .unreadableExtract,
      isCut
        ? "\(files): nothing of it lies in the polygon; see whether that has longitudes before latitudes, and is of the same region"
        : "\(files): there is no object in it, so the store stays as it is; is the extract whole? If so, remove the store first"
    )
  }

  /// The error for change files without an extract, which would make a store of these changes alone.
  static func onlyChanges(_ paths: [String]) -> ImportError {
    ImportError(
      .badArgument,
      "\(list(paths)): only change files are given; name the extract, too, or bring a store up to date with 'geocode update'"
    )
  }

  private static func list(_ paths: [String]) -> String {
    paths.map { $0 == "-" ? "standard input" : $0 }.joined(separator: ", ")
  }

  /// The error of an import that was asked to stop.
  static let cancelled = ImportError(
    .cancelled, "the import was stopped; an earlier store at the same path is untouched")
}
