/// The reason why a store cannot be opened, read or written. The message says what is wrong and what to do.
public struct StoreError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kinds of failure.
  public enum Code: Hashable, Sendable {
    /// There is no file at the path.
    case missing
    /// The path is not a regular file, or the file cannot be read.
    case unreadable
    /// The file is not a SQLite database, or is one of another program.
    case foreign
    /// The file is a store of another format version.
    case outdated
    /// The file is a store, but truncated or damaged.
    case damaged
    /// The store could not be written: disk full, no permission, read-only folder.
    case unwritable
  }

  /// The kind of failure.
  public var code: Code
  /// One sentence for the user: what is wrong with which file and what to do.
  public var message: String
  /// The same as ``message``.
  public var description: String { message }

  /// Makes an error with its message.
  public init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }
}
