import GeoSupport

/// Writes chunks in order, and checkpoints in between.
///
/// A checkpoint is made in this order: the data is put on the disk, then the journal's line is written and put on the disk. So a line never
/// claims more than is there, whether the program was killed or the power failed. What stands in the partial file behind the last
/// checkpoint is cut off when the run is gone on with, and made again.
actor OutputWriter {
  nonisolated private let executor = QueueExecutor(label: "geocode.csv.writer")
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  private let file: OutputFile
  /// nil when the output is no regular file.
  private var journal: OutputDescriptor?
  private var current: Checkpoint
  private var isCurrentSaved = false
  private var lastSave = ContinuousClock.now
  private var saveInterval: Duration
  private let leastInterval: Duration

  /// Begins an output, or goes on with one at a checkpoint.
  ///
  /// - Throws: ``EnrichmentError`` when the files cannot be written.
  init(file: OutputFile, plan: [String], from checkpoint: Checkpoint?, every interval: Duration) throws(EnrichmentError)
  {
    self.file = file
    saveInterval = interval
    leastInterval = interval
    let start =
      checkpoint
      ?? Checkpoint(
        position: InputPosition(offset: 0, row: 0), inputDigest: InputDigest(), outputLength: 0, tally: Tally())
    current = start
    guard let paths = file.paths else { return }
    guard ftruncate(file.data.descriptor, off_t(start.outputLength)) == 0,
      lseek(file.data.descriptor, off_t(start.outputLength), SEEK_SET) >= 0
    else { throw EnrichmentError(.output, "\(paths.partial) cannot be cut to its last checkpoint: \(systemMessage())") }
    // A journal that is gone on with is written anew as well: its last line may be torn.
    let fresh = paths.journal + ".new"
    let descriptor = try OutputDescriptor.open(fresh, O_WRONLY | O_CREAT | O_TRUNC)
    try descriptor.write(Array((Journal.opening(plan: plan) + (checkpoint.map { $0.line + "\n" } ?? "")).utf8))
    try descriptor.synchronize()
    guard rename(fresh, paths.journal) == 0 else {
      throw EnrichmentError(.output, "\(paths.journal) cannot be written: \(systemMessage())")
    }
    journal = descriptor
  }

  /// Writes what comes before the first record.
  ///
  /// - Parameters:
  ///   - prologue: what is written for the input's header.
  ///   - position: where the first record begins.
  ///   - digest: of the input's header.
  func begin(_ prologue: [UInt8], position: InputPosition, digest: InputDigest) throws(EnrichmentError) {
    try file.data.write(prologue)
    current.outputLength += prologue.count
    current.position = position
    current.inputDigest = digest
  }

  /// Writes one chunk; the caller keeps the order.
  ///
  /// - Returns: how far the output is now.
  func write(_ chunk: EnrichedChunk) throws(EnrichmentError) -> Checkpoint {
    var bytes = chunk.bytes
    // The first record of all has none before it that it would have to be separated from.
    if current.tally[.rows] == 0, let separator = chunk.separator { bytes.removeSubrange(separator) }
    try file.data.write(bytes)
    current.outputLength += bytes.count
    current.position = chunk.position
    current.inputDigest.append(chunk.inputDigest)
    current.tally.add(chunk.tally)
    isCurrentSaved = false
    if lastSave.duration(to: .now) >= saveInterval { try save() }
    return current
  }

  /// Makes a checkpoint of all that was written.
  func save() throws(EnrichmentError) {
    guard let journal, !isCurrentSaved else { return }
    let start = ContinuousClock.now
    try file.data.synchronize()
    try journal.write(Array((current.line + "\n").utf8))
    try journal.synchronize()
    isCurrentSaved = true
    lastSave = .now
    // On a slow disk fewer checkpoints, so that they never take more than a tenth of the time.
    saveInterval = leastInterval == .zero ? .zero : max(leastInterval, start.duration(to: lastSave) * 10)
  }

  /// Ends a complete output: gives it its name and removes the journal.
  func finish() throws(EnrichmentError) {
    guard let paths = file.paths, let journal else { return }
    try file.data.synchronize()
    try journal.write(Array((Journal.completeLine(length: current.outputLength) + "\n").utf8))
    try journal.synchronize()
    try OutputWriter.putInPlace(paths)
  }

  /// Gives a complete output its name and removes the journal.
  static func putInPlace(_ paths: OutputFile.Paths) throws(EnrichmentError) {
    guard rename(paths.partial, paths.final) == 0 else {
      throw EnrichmentError(
        .output, "\(paths.partial) is complete but cannot be renamed to \(paths.final): \(systemMessage())")
    }
    unlink(paths.journal)
  }

  /// All that was counted so far.
  var tally: Tally { current.tally }
}
