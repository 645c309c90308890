/// The reason why an enrichment could not start or had to stop.
///
/// Bad rows are never errors: they get a ``RowStatus``.
public struct EnrichmentError: Error, Sendable, Equatable, CustomStringConvertible {
  /// A name that does not exist.
  public struct UnknownName: Sendable, Equatable {
    /// The name as typed.
    public var typed: String
    /// The names that exist.
    public var known: [String]
  }

  /// The kind of failure; the command line turns it into an exit code.
  public enum Code: String, Sendable, CaseIterable {
    /// The options contradict each other or the file. The user has to change the command.
    case usage
    /// The input cannot be opened or read.
    case input
    /// The input is invalid: another format, no coordinates, an endless row, or a bad row with `--strict`.
    case data
    /// The output cannot be created: it exists, its folder does not, or another run is writing it.
    case cannotCreate
    /// Writing to the output failed, for instance because the disk is full.
    case output
    /// The reader of standard output has closed it, or the run was interrupted. The program should end quietly.
    case outputClosed
    /// The geocoder failed as a whole, for instance because the connection was lost.
    case geocoder
    /// The interrupted run cannot be continued with this input or these options.
    case resume
  }

  /// The kind of failure.
  public var code: Code
  /// One or more sentences for the user: what is wrong with which value, and what to do.
  public var message: String
  /// The name that may be mistyped, for a suggestion; nil when the error is about something else.
  public var unknownName: UnknownName?
  /// The same as ``message``.
  public var description: String { message }

  /// Creates an error with its message.
  public init(_ code: Code, _ message: String, unknownName: UnknownName? = nil) {
    self.code = code
    self.message = message
    self.unknownName = unknownName
  }
}
