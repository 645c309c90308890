/// Why an enrichment could not start or had to stop. Bad rows are never errors: they get a ``RowStatus``.
public struct EnrichmentError: Error, Sendable, Equatable {
  /// A name that is not among those there are.
  public struct UnknownName: Sendable, Equatable {
    /// As it was typed.
    public var typed: String
    /// The names there are.
    public var known: [String]
  }

  /// What kind of failure it is; the command line turns it into an exit code.
  public enum Code: String, Sendable, CaseIterable {
    /// The options do not fit together or do not fit the file: change the command.
    case usage
    /// The input cannot be opened or read.
    case input
    /// The input is not what it should be: another format, no coordinates, a row beyond all bounds, a bad row with `--strict`.
    case data
    /// The output cannot be begun: it exists, its folder does not, another run writes it.
    case cannotCreate
    /// The output cannot be written further, such as on a full disk.
    case output
    /// Whoever read our standard output has gone: end quietly.
    case outputClosed
    /// The geocoder failed as a whole, such as a lost connection.
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

  /// A failure with its sentence.
  public init(_ code: Code, _ message: String, unknownName: UnknownName? = nil) {
    self.code = code
    self.message = message
    self.unknownName = unknownName
  }
}

extension EnrichmentError: CustomStringConvertible {
  /// The sentence for a person.
  public var description: String { message }
}
