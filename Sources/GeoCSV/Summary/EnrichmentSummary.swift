/// What a run did.
public struct EnrichmentSummary: Sendable {
  /// Everything that was counted, also by the runs that this one went on with.
  public var tally: Tally
  /// How long this run took.
  public var duration: Duration
  /// Rows that this run read, without those of earlier runs.
  public var rowsOfThisRun: Int
  /// Whether the run ended because it was asked to.
  public var wasStopped: Bool
  /// Whether most doubtful rows would have an address with latitude and longitude the other way round.
  public var looksSwapped: Bool
  /// How the input was understood, in a few phrases: delimiter, columns, new names.
  public var decisions: [String] = []
  /// Whom to name when the answers are shown to others, as the licenses of the data ask.
  public var attribution: [String] = []
  /// Whether nothing was left to do, because an earlier run had finished.
  public var wasComplete = false

  /// The summary of a run that had nothing left to do.
  static var complete: EnrichmentSummary {
    EnrichmentSummary(
      tally: Tally(), duration: .zero, rowsOfThisRun: 0, wasStopped: false, looksSwapped: false, wasComplete: true)
  }
}

/// How far a run is.
public struct EnrichmentProgress: Sendable {
  /// Bytes of the input that are done.
  public var inputOffset: Int
  /// All bytes of the input; nil when unknown, as of a pipe.
  public var inputLength: Int?
  /// Rows that are done, also by earlier runs.
  public var rows: Int
  /// Bytes of the input that earlier runs have done.
  public var earlierOffset: Int
  /// Rows that earlier runs have done.
  public var earlierRows: Int
}
