/// Finds where records end in a stream of bytes that arrives in pieces.
///
/// A splitter sees the unfinished bytes again with more behind them, so its offsets count from the start of the bytes that are
/// still held; ``drop(_:)`` tells it when the finished ones are gone.
protocol RecordSplitter: Sendable {
  /// Appends the end of every record that is complete, as offsets into `bytes`, and remembers where to go on.
  ///
  /// - Parameters:
  ///   - bytes: everything held and not yet dropped; earlier calls have seen a prefix of it.
  ///   - isLast: nothing follows: an unfinished record is complete now.
  ///   - ends: receives the offsets, ascending.
  /// - Throws: ``EnrichmentError`` when the bytes are not of the format at all.
  mutating func split(
    _ bytes: UnsafeRawBufferPointer, isLast: Bool, into ends: inout [Int]
  ) throws(EnrichmentError)

  /// The first `count` bytes, which are whole records, are no longer held.
  mutating func drop(_ count: Int)

  /// Told when the held bytes exceed the longest record allowed: a chance to find an end after all, such as by taking a quote
  /// that never closes for an ordinary character. Returns false when there is nothing to try.
  mutating func giveUpWaiting() -> Bool

  /// What must be remembered to go on between two records, for the journal of a resumable run.
  var resumeState: [Int] { get set }
}

extension RecordSplitter {
  mutating func giveUpWaiting() -> Bool { false }
  var resumeState: [Int] {
    get { [] }
    set {}
  }
}
