import GeoSupport

/// Writes chunks in order, with checkpoints in between.
///
/// A checkpoint first syncs the data to the disk, then writes the journal's line and syncs it. So a line never claims
/// more than the file holds, even if the program is killed or the power fails. When a run is resumed, the partial file
/// is cut to its last checkpoint, and the rest is made again.
actor OutputWriter {
  nonisolated private let executor = ThreadExecutor()
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  private let file: OutputFile
  /// The journal; nil when the output is not a regular file.
  private var journal: OutputDescriptor?
  private var current: Checkpoint
  private var isCurrentSaved = false
  private var lastSave = ContinuousClock.now
  private var saveInterval: Duration
  private let leastInterval: Duration
  /// Bytes that wait for compression, because small members would compress badly.
  private var unpacked: [UInt8] = []

  /// Begins an output, or continues one at a checkpoint.
  ///
  /// - Throws: ``EnrichmentError`` when the files cannot be written.
  init(file: OutputFile, plan: [String], from checkpoint: Checkpoint?, every interval: Duration) throws(EnrichmentError)
  {
    self.file = file
    saveInterval = interval
    leastInterval = interval
    let start = checkpoint ?? Checkpoint()
    current = start
    guard let paths = file.paths else { return }
    guard SystemCall.truncate(file.data.descriptor, to: start.outputLength) == 0,
      lseek(file.data.descriptor, off_t(start.outputLength), SEEK_SET) >= 0
    else { throw EnrichmentError(.output, "\(paths.partial) cannot be cut to its last checkpoint: \(systemMessage())") }
    // A resumed run also writes a new journal, because the last line of the old one may be torn.
    let fresh = paths.journal + ".new"
    let descriptor = try OutputDescriptor.open(fresh, O_WRONLY | O_CREAT | O_TRUNC)
    do throws(EnrichmentError) {
      try descriptor.write(Array((Journal.opening(plan: plan) + (checkpoint.map { $0.line + "\n" } ?? "")).utf8))
      try descriptor.synchronize()
      guard SystemCall.rename(fresh, to: paths.journal) == 0 else {
        throw EnrichmentError(.output, "\(paths.journal) cannot be written: \(systemMessage())")
      }
    } catch {
      unlink(fresh)
      throw error
    }
    journal = descriptor
  }

  /// Writes the bytes before the first record.
  ///
  /// - Parameters:
  ///   - prologue: the output for the input's header.
  ///   - position: where the first record begins.
  ///   - digest: the digest of the input's header.
  func begin(_ prologue: [UInt8], position: InputPosition, digest: InputDigest) throws(EnrichmentError) {
    try put(prologue)
    current.position = position
    current.inputDigest = digest
  }

  /// Writes one chunk; the caller keeps the order.
  ///
  /// - Returns: the state of the output.
  func write(_ chunk: EnrichedChunk) throws(EnrichmentError) -> Checkpoint {
    var bytes = chunk.bytes
    // The very first record has no predecessor to be separated from.
    if current.tally[.rows] == 0, let separator = chunk.separator { bytes.removeSubrange(separator) }
    try put(bytes)
    current.position = chunk.position
    current.inputDigest.append(chunk.inputDigest)
    current.tally.add(chunk.tally)
    isCurrentSaved = false
    if lastSave.duration(to: .now) >= saveInterval { try save() }
    return current
  }

  /// Writes bytes, in larger pieces if the output is compressed.
  private func put(_ bytes: [UInt8]) throws(EnrichmentError) {
    guard file.packing != nil else {
      try file.data.write(bytes)
      return current.outputLength += bytes.count
    }
    unpacked += bytes
    if unpacked.count >= 1 << 20 { try endMember() }
  }

  /// Compresses the waiting bytes as a member of their own, so that the output can be cut behind it.
  private func endMember() throws(EnrichmentError) {
    guard let packing = file.packing, !unpacked.isEmpty else { return }
    guard let member = packing.member(unpacked) else {
      throw EnrichmentError(.output, "\(file.data.name) cannot be packed: there is not enough memory")
    }
    unpacked.removeAll(keepingCapacity: true)
    try file.data.write(member)
    current.outputLength += member.count
  }

  /// Makes a checkpoint of everything written so far. Streams and devices have no checkpoints.
  func save() throws(EnrichmentError) {
    guard let journal else { return try endMember() }
    guard !isCurrentSaved else { return }
    let start = ContinuousClock.now
    try endMember()
    try file.data.synchronize()
    try journal.write(Array((current.line + "\n").utf8))
    try journal.synchronize()
    isCurrentSaved = true
    lastSave = .now
    // A slow disk gets fewer checkpoints, so that they never take more than a tenth of the time.
    saveInterval = leastInterval == .zero ? .zero : max(leastInterval, start.duration(to: lastSave) * 10)
  }

  /// Finishes a complete output: renames it and removes the journal.
  func finish() throws(EnrichmentError) {
    try endMember()
    guard let paths = file.paths, let journal else { return }
    try file.data.synchronize()
    try journal.write(Array((Journal.completeLine(length: current.outputLength) + "\n").utf8))
    try journal.synchronize()
    try OutputWriter.putInPlace(paths, file.data.descriptor)
  }

  /// Renames a complete output, which gets the permissions of a file that it replaces, and removes the journal.
  static func putInPlace(_ paths: OutputFile.Paths, _ file: Int32) throws(EnrichmentError) {
    FileAccess(of: paths.final)?.give(to: file)
    guard SystemCall.rename(paths.partial, to: paths.final) == 0 else {
      throw EnrichmentError(
        .output, "\(paths.partial) is complete but cannot be renamed to \(paths.final): \(systemMessage())")
    }
    // If the sync fails, the file is in place anyway. After a power failure it might then have its earlier name again.
    _ = SystemCall.synchronizeName(of: paths.final, file)
    unlink(paths.journal)
  }

  /// All counts so far.
  var tally: Tally { current.tally }
}
