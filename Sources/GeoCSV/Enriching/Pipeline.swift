/// Moves chunks from the reader through several workers to the writer, in order and with bounded memory.
///
/// 1. At most `jobs` + 2 chunks are in progress, including the one that is being read. No read begins above a limit of
///    bytes. A slow chunk holds up the reading, so that finished chunks do not pile up behind it.
/// 2. Events are handled as they arrive: a chunk that was read goes to a worker, and an answered one waits for its turn
///    to be written.
/// 3. A request to stop, a failed output or a problem under `--strict` ends the reading. Chunks in progress are
///    finished if possible.
struct Pipeline<Format: RecordFormat>: Sendable {
  let reader: ChunkReader<Format.Splitter>
  let enricher: ChunkEnricher<Format>
  let writer: OutputWriter
  /// The state that earlier runs reached; nil for a new run.
  let earlier: Checkpoint?
  let run: Enrichment

  /// The limit of input bytes in progress. (A generic type has no stored statics.)
  private static var mostBytesInFlight: Int { 24 << 20 }

  /// The result of one task of the group.
  private enum Event {
    /// A chunk of the input; nil at its end.
    case read(Chunk?)
    /// A chunk of the output.
    case enriched(EnrichedChunk)
  }

  /// The work in progress.
  private struct State {
    /// Whether a read is in progress; there is at most one.
    var isReading = false
    /// Whether more of the input is needed.
    var hasMore = true
    /// The number of chunks that workers hold.
    var inWork = 0
    /// Input bytes of all chunks that are read but not written.
    var bytesInFlight = 0
    /// Answered chunks that wait for their turn to be written.
    var waiting: [Int: EnrichedChunk] = [:]
    var nextToWrite = 0
    var swapCheck = SwapCheck()
    var hasToldFailure = false
  }

  /// Does all the work, finishes or saves the output, and returns the summary.
  func run() async throws -> EnrichmentSummary {
    let swapCheck: SwapCheck
    do {
      swapCheck = try await moveAll()
    } catch {
      // Whatever went wrong, the output so far is worth keeping. The first error is the one to report.
      try? await writer.save()
      throw error
    }
    let tally = await writer.tally
    let isAllSwapped = !run.stop.isStopping && SwapCheck.isWhole(tally)
    if run.stop.isStopping || isAllSwapped { try await writer.save() } else { try await writer.finish() }
    let findings = await swapCheck.findings(tally, run.options, enricher.geocoder)
    return EnrichmentSummary(
      tally: tally, rowsOfThisRun: tally[.rows] - (earlier?.tally[.rows] ?? 0),
      wasStopped: run.stop.isStopping, looksSwapped: findings.looksSwapped, isAllSwapped: isAllSwapped,
      uncoveredShare: findings.uncoveredShare)
  }

  /// Runs the loop of step 2. An error of any task ends it, and the group waits for the remaining tasks.
  private func moveAll() async throws -> SwapCheck {
    try await withThrowingTaskGroup(of: Event.self) { group in
      var state = State()
      do {
        while true {
          if mayRead(state) {
            state.isReading = true
            group.addTask { .read(try await reader.next()) }
          }
          guard let event = try await group.next() else { break }
          switch event {
          case .read(let chunk): take(chunk, &state, &group)
          case .enriched(let chunk): try await put(chunk, &state)
          }
        }
      } catch {
        // A reader that waits for a silent pipe would delay the report of the error.
        run.stop.stop()
        throw error
      }
      return state.swapCheck
    }
  }

  /// Whether another chunk fits (step 1).
  private func mayRead(_ state: State) -> Bool {
    !state.isReading && state.hasMore && state.inWork + state.waiting.count <= run.options.jobs + 1
      && state.bytesInFlight < Pipeline.mostBytesInFlight
  }

  /// Gives a chunk to a worker.
  private func take(_ chunk: Chunk?, _ state: inout State, _ group: inout ThrowingTaskGroup<Event, any Error>) {
    state.isReading = false
    guard let chunk, state.hasMore else {
      state.hasMore = false
      return
    }
    state.inWork += 1
    state.bytesInFlight += chunk.bytes.count
    group.addTask { .enriched(try await enricher.enrich(chunk)) }
  }

  /// Writes all chunks whose turn has come.
  private func put(_ chunk: EnrichedChunk, _ state: inout State) async throws {
    state.inWork -= 1
    state.waiting[chunk.index] = chunk
    while let ready = state.waiting.removeValue(forKey: state.nextToWrite) {
      state.nextToWrite += 1
      state.bytesInFlight -= ready.inputLength
      let done = try await writer.write(ready)
      if let problem = ready.problem { throw problem }
      if ready.endsSample { state.hasMore = false }
      report(done)
      state.swapCheck.add(ready)
      if let failure = ready.failure, !state.hasToldFailure {
        state.hasToldFailure = true
        run.note("a row got the status error: \(failure)")
      }
      if state.nextToWrite == 1, SwapCheck.isCertain(ready.tally) {
        run.note(
          "most rows so far would fit with latitude and longitude swapped: stop and use --swap")
      }
    }
  }

  /// Reports how much of the input is written, which lags behind the reading.
  private func report(_ done: Checkpoint) {
    run.progress(
      EnrichmentProgress(
        inputOffset: done.position.offset, inputLength: run.input.length, rows: done.tally[.rows],
        earlierOffset: earlier?.position.offset ?? 0, earlierRows: earlier?.tally[.rows] ?? 0))
  }
}

/// A chunk with its answers inserted, ready to be written.
struct EnrichedChunk: Sendable {
  /// Its place among all chunks, from 0.
  var index: Int
  /// The input's bytes with the insertions.
  var bytes: [UInt8] = []
  /// The counts of this chunk.
  var tally = Tally()
  /// The input position behind the chunk, where a run can continue.
  var position: InputPosition
  /// The length of the chunk in the input, in bytes.
  var inputLength: Int
  /// The digest of the chunk's input up to ``position``.
  var inputDigest = InputDigest()
  /// The reason to stop behind these bytes: a row that `--strict` rejects, or an input that ends early.
  var problem: EnrichmentError?
  /// The error of the first row with the status `error`.
  var failure: String?
  /// Whether no later row is needed (`--limit-rows`).
  var endsSample = false
  /// The range in ``bytes`` of the separator before the first record of a sample, for the case that it is the first one
  /// in the output; nil without any record.
  var separator: Range<Int>?
  /// Some points that no extract covers, for the swap check.
  var uncovered: [PointKey] = []
}
