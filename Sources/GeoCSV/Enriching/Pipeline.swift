/// Moves chunks from the reader through several workers to the writer, in order and with bounded memory.
///
/// 1. At any time one read and up to `jobs` + 1 chunks are under way, and never more bytes than allowed: a slow first chunk holds up
///    the reading, so that finished chunks do not pile up behind it.
/// 2. Whatever finishes first is handled first: a chunk that was read goes to a worker, an answered one waits for its turn to be written.
/// 3. A request to stop, a broken output or a strict problem ends the reading; what is under way is finished if possible.
struct Pipeline<Format: RecordFormat>: Sendable {
  let reader: ChunkReader<Format.Splitter>
  let enricher: ChunkEnricher<Format>
  let writer: OutputWriter
  /// What earlier runs did.
  let earlier: Checkpoint?
  let run: Enrichment

  /// Input bytes that may be under way at once. (A generic type has no stored statics.)
  private static var mostBytesInFlight: Int { 24 << 20 }

  /// What a task of the group comes back with.
  private enum Event {
    /// A chunk of the input; nil at its end.
    case read(Chunk?)
    /// A chunk of the output.
    case enriched(EnrichedChunk)
  }

  /// What is under way.
  private struct State {
    /// Whether a read is under way: there is one at a time.
    var isReading = false
    /// Whether the input may have more that is wanted.
    var hasMore = true
    /// Chunks that workers have.
    var inWork = 0
    /// Input bytes of all chunks that are read and not written.
    var bytesInFlight = 0
    /// Answered chunks whose turn has not come.
    var waiting: [Int: EnrichedChunk] = [:]
    var nextToWrite = 0
    var swapCheck = SwapCheck()
    var hasToldFailure = false
  }

  /// Does all the work, ends or saves the output, and says what was done.
  func run() async throws -> EnrichmentSummary {
    let swapCheck: SwapCheck
    do {
      swapCheck = try await moveAll()
    } catch {
      // What is written is worth keeping, whatever went wrong; the first error is the one to report.
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

  /// The loop of step 2. An error of any task ends it, and the group waits for the remaining tasks.
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
        // A reader that waits for a silent pipe would hold up the report of the error.
        run.stop.stop()
        throw error
      }
      return state.swapCheck
    }
  }

  /// Step 1: whether another chunk fits.
  private func mayRead(_ state: State) -> Bool {
    !state.isReading && state.hasMore && state.inWork + state.waiting.count <= run.options.jobs + 1
      && state.bytesInFlight < Pipeline.mostBytesInFlight
  }

  /// Gives a chunk that was read to a worker.
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

  /// Reports how far the output is written, which is behind the reading.
  private func report(_ done: Checkpoint) {
    run.progress(
      EnrichmentProgress(
        inputOffset: done.position.offset, inputLength: run.input.length, rows: done.tally[.rows],
        earlierOffset: earlier?.position.offset ?? 0, earlierRows: earlier?.tally[.rows] ?? 0))
  }
}

/// A chunk with its answers in place, ready to be written.
struct EnrichedChunk: Sendable {
  /// Its place among all chunks, from 0.
  var index: Int
  /// The input's bytes with the insertions.
  var bytes: [UInt8] = []
  /// What was counted in it.
  var tally = Tally()
  /// Where the run goes on behind it.
  var position: InputPosition
  /// Length of the input's part of it, in bytes.
  var inputLength: Int
  /// The digest of the input up to ``position``, from the start of the chunk on.
  var inputDigest = InputDigest()
  /// Why the run stops behind these bytes: `--strict`, or an input that ends early.
  var problem: EnrichmentError?
  /// Why the first row with the status `error` has it.
  var failure: String?
  /// Whether no later row is wanted (`--limit-rows`).
  var endsSample = false
  /// Where in ``bytes`` the first record of a sample is separated from one before it, which may not be there; nil without any record.
  var separator: Range<Int>?
  /// Some points that no extract covers, to see whether they are swapped.
  var uncovered: [PointKey] = []
}
