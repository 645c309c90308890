/// A chunk with its answers in place, ready to be written.
struct EnrichedChunk: Sendable {
  /// Its place among all chunks, from 0.
  var index: Int
  /// The input's bytes with the insertions.
  var bytes: [UInt8]
  /// What was counted in it.
  var tally: Tally
  /// Where the run goes on behind it.
  var position: InputPosition
  /// Length of the input's part of it, in bytes.
  var inputLength: Int
  /// The digest of the input up to ``position``, from the start of the chunk on.
  var inputDigest: InputDigest
  /// Why the run stops behind these bytes (`--strict`).
  var problem: EnrichmentError?
  /// Why the first row with the status `error` has it.
  var failure: String?
  /// Whether no later row is wanted (`--limit-rows`).
  var endsSample = false
  /// Where in ``bytes`` the first record of a sample is separated from one before it, which may not be there; nil without any record.
  var separator: Range<Int>?
  /// Some points without a proper answer, to see whether they are swapped.
  var doubtful: [PointKey] = []
}

/// A place between two records of the input.
struct InputPosition: Sendable, Equatable {
  /// Bytes of the input before it.
  var offset: Int
  /// Records before it.
  var row: Int
  /// What the splitter must remember.
  var splitterState: [Int] = []
}
