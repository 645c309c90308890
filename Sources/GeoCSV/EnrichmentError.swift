/// Why an enrichment could not start or had to stop. Bad rows are never errors: they get a ``RowStatus``.
public struct EnrichmentError: Error, Sendable, Equatable, CustomStringConvertible {
  /// A name that does not exist.
  public struct UnknownName: Sendable, Equatable {
    /// As it was typed.
    public var typed: String
    /// The names that do exist.
    public var known: [String]
  }

  /// What kind of failure it is; the command line turns it into an exit code.
  public enum Code: String, Sendable, CaseIterable {
    /// The options contradict each other or the file: change the command.
    case usage
    /// The input cannot be opened or read.
    case input
    /// The input is not what it should be: another format, no coordinates, an endless row, a bad row with `--strict`.
    case data
    /// The output cannot be begun: it exists, its folder does not, another run is writing it.
    case cannotCreate
    /// The output cannot be written any further, for instance because the disk is full.
    case output
    /// The reader of our standard output has gone: end quietly.
    case outputClosed
    /// The geocoder failed as a whole, for instance by losing its connection.
    case geocoder
    /// The interrupted run cannot be continued with this input or these options.
    case resume
  }

  /// What kind of failure it is.
  public var code: Code
  /// One or more sentences for a person: what is wrong with which value, and what to do.
  public var message: String
  /// The name that may be mistyped, for a suggestion; nil when it is about something else.
  public var unknownName: UnknownName?
  /// The same as ``message``.
  public var description: String { message }

  /// A failure with its sentence.
  public init(_ code: Code, _ message: String, unknownName: UnknownName? = nil) {
    self.code = code
    self.message = message
    self.unknownName = unknownName
  }
}
