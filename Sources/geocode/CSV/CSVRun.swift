import GeoCSV
import GeoClient
import GeoConsole
import GeoEngine
import GeoModel
import GeoSupport
import GeoStore

/// A run of `geocode csv` as a process: adds signals, progress, notes, summary and exit status to the library's run.
struct CSVRun {
  let command: CSVCommand
  private let display: ProgressDisplay
  private let isQuiet: Bool
  /// Whether to show a bar: only if nothing else goes to the terminal. For pipes and logs the summary is enough.
  private let showsBar: Bool

  init(command: CSVCommand) {
    self.command = command
    isQuiet = command.output.quiet
    let writesToTerminal = command.output.path == nil && Terminal.output.isInteractive
    showsBar = !isQuiet && Terminal.error.isInteractive && !writesToTerminal
    display = ProgressDisplay(
      mode: showsBar ? .bar : .silent, write: StandardError.write, width: { Terminal.error.width })
  }

  /// Runs the command and prints the summary.
  ///
  /// - Throws: `ProgramFailure` with the exit status.
  func run() throws {
    let (isEmpty, isAllSwapped): (Bool, Bool)
    do throws(EnrichmentError) {
      let summary = try perform()
      display.clear()
      if !isQuiet {
        CSVReport(summary: summary, command: command, saysDecisions: !showsBar).say()
      }
      if summary.wasStopped { throw CSVRun.interrupted }
      let failed = summary.tally[RowStatus.error]
      if failed > 0 { throw CSVRun.unanswered(failed) }
      (isEmpty, isAllSwapped) = (summary.tally[.rows] == 0 && !summary.wasComplete, summary.isAllSwapped)
    } catch {
      display.clear()
      throw failure(error)
    }
    if isAllSwapped { throw ProgramFailure(.nothingFound, allSwapped) }
    if isEmpty, command.rows.strict { throw ProgramFailure(.nothingFound, "there are no rows, and --strict was given") }
  }

  /// The message when all rows need `--swap`, with the path of an output that keeps its temporary name.
  private var allSwapped: String {
    let sentence =
      "no row fits as it is, and all do with latitude and longitude the other way round: run again with --swap"
    guard !command.rows.dryRun, let path = command.output.path.map(FileFolder.resolved),
      access(path + ".partial", F_OK) == 0
    else { return sentence }
    return "\(sentence) --force; what was written is in \(path).partial"
  }

  /// The error that ends an interrupted run after its report, with the signal's status and no further message.
  private static let interrupted = EnrichmentError(.outputClosed, "interrupted")

  /// The error for rows that failed for other reasons than their content: their places may be known.
  private static func unanswered(_ rows: Int) -> EnrichmentError {
    EnrichmentError(
      .geocoder,
      "\(rows) row\(rows == 1 ? "" : "s") got the status 'error': their places may be known all the same; mend what the error names and run again"
    )
  }

  /// Runs the library's work and waits for it. A signal asks it to stop at the next checkpoint.
  private func perform() throws(EnrichmentError) -> EnrichmentSummary {
    do {
      let enrichment = try enrichment()
      let stop = enrichment.stop
      Interruption.handle {
        stop.stop()
        // A run can be resumed however it ends.
        Interruption.giveUp()
      }
      return try Blocking.run { try await enrichment.run() }
    } catch let error as EnrichmentError {
      throw error
    } catch {
      throw EnrichmentError(.geocoder, "\(error)")
    }
  }

  /// The library's run, whose notes and progress go to standard error.
  private func enrichment() throws -> Enrichment {
    let options = try command.options()
    let source = CSVSource(
      options: command.source, areas: try command.adding.ownAreas.files(), layers: options.shownLayers,
      template: options.template?.source, workers: options.jobs, isQuiet: isQuiet)
    var enrichment = Enrichment(
      input: try InputFile(path: command.input), outputPath: command.output.path, mode: command.output.mode,
      options: options, openSource: { try await source.open() })
    let (display, isQuiet, showsBar) = (display, isQuiet, showsBar)
    enrichment.note = { note in
      guard !isQuiet else { return }
      if showsBar { display.note("Note: \(note)") } else { StandardError.writeLine("Note: \(note)") }
    }
    enrichment.decided = { if showsBar { display.note(CSVReport.sentence($0)) } }
    if !isQuiet, enrichment.input.isTerminal {
      StandardError.writeLine(
        "Reading rows from the terminal; Ctrl-D ends them. See 'geocode csv --help' for files.")
    }
    let (stop, command) = (enrichment.stop, command)
    enrichment.findTracks = { reader in
      display.begin("Finding roads", unit: "rows")
      let sheet = try await CSVTracks(command: command).find(reader, stop) { display.update(fraction: nil, count: $0) }
      display.begin("Adding addresses", unit: "rows")
      return sheet
    }
    display.begin("Adding addresses", unit: "rows")
    enrichment.progress = { progress in
      func part(_ offset: Int) -> Double? { progress.inputLength.map { $0 == 0 ? 1 : Double(offset) / Double($0) } }
      display.setEarlier(fraction: part(progress.earlierOffset) ?? 0, count: Int64(progress.earlierRows))
      display.update(fraction: part(progress.inputOffset), count: Int64(progress.rows))
    }
    return enrichment
  }

  /// The failure for an error of the library.
  private func failure(_ error: EnrichmentError) -> ProgramFailure {
    CSVRun.ending(error, advice: advice(error))
  }

  /// The failure for an error of the library.
  ///
  /// - Parameter advice: additional advice, a line each.
  static func ending(_ error: EnrichmentError, advice: [String] = []) -> ProgramFailure {
    let status: ExitStatus =
      switch error.code {
      case .usage: .usage
      case .input: .noInput
      case .data, .resume: .badData
      case .cannotCreate: .cannotCreate
      case .output: .inputOutput
      // The reader of the pipe needs no more, or the user interrupted the run, which the report has shown.
      case .outputClosed: Interruption.isRequested ? Interruption.status : .success
      case .geocoder: .unavailable
      }
    guard error.code != .outputClosed else { return ProgramFailure(status, "") }
    return ProgramFailure(status, ([error.message] + advice).joined(separator: "\n"))
  }

  /// Additional advice for the user, a line each.
  private func advice(_ error: EnrichmentError) -> [String] {
    if let name = error.unknownName, let nearest = Spelling.nearest(to: name.typed, among: name.known) {
      return ["Did you mean '\(nearest)'?"]
    }
    // If the geocoder failed midway, the finished output is as useful as after Ctrl-C.
    return error.code == .geocoder ? CSVReport.howToGoOn(command.output).map { CSVReport.sentence([$0]) } : []
  }
}

/// Opens the source of answers: a pool of engines over a store, or a daemon.
struct CSVSource: Sendable {
  private let options: SourceOptions
  private let areas: AreaFiles
  private let layers: [String]
  private let template: String?
  private let workers: Int
  private let isQuiet: Bool

  /// - Parameters:
  ///   - areas: files of the user's own areas, which are searched in this process.
  ///   - layers: the layers that the run shows, including those of files.
  ///   - template: the template of `--template`, for messages.
  init(
    options: SourceOptions, areas: AreaFiles, layers: [String], template: String?, workers: Int, isQuiet: Bool
  ) {
    self.options = options
    (self.areas, self.layers, self.template) = (areas, layers, template)
    self.workers = workers
    self.isQuiet = isQuiet
  }

  /// Opens the geocoder and identifies its data.
  ///
  /// - Throws: `EnrichmentError` that describes the problem with the store and what to do.
  func open() async throws(EnrichmentError) -> Enrichment.Source {
    do {
      let path: String
      switch try options.resolved.choose() {
      case .store(let named): path = named
      case .daemon(let found):
        return try await daemon(found.socketPath, isNamed: options.named.socket != nil)
      case .defaultStore: path = try DefaultStore.ready(isQuiet: isQuiet)
      }
      let pool = try EnginePool(database: path, layers: try readAreas(), workers: workers)
      try checkLayers(pool.layerNames)
      return source(pool)
    } catch { throw CSVSource.failure(error) }
  }

  /// Converts an error of a store or a daemon to that of a run.
  static func failure(_ error: any Error) -> EnrichmentError {
    switch error {
    case let error as EnrichmentError: return error
    case let error as StoreError:
      return EnrichmentError(error.code == .missing || error.code == .unreadable ? .input : .data, error.message)
    case let error as ProgramFailure:
      let code: EnrichmentError.Code =
        switch error.status {
        case .unavailable: .geocoder
        case .badData: .data
        default: .input
        }
      return EnrichmentError(code, error.message)
    case let error as GeocodingError:
      return EnrichmentError(error.code == .invalidQuery ? .data : .geocoder, error.message)
    default: return EnrichmentError(.geocoder, "\(error)")
    }
  }

  /// Reads the files of areas.
  private func readAreas() throws(ProgramFailure) -> [OwnLayer] {
    try areas.read { note in if !isQuiet { StandardError.writeLine("Note: \(note)") } }
  }

  /// - Throws: `EnrichmentError` for a column that is neither a field nor a known layer.
  private func checkLayers(_ known: [String]) throws(EnrichmentError) {
    if let missing = layers.first(where: { !known.contains($0) }) {
      let isOfTemplate = template?.contains("{\(missing)}") == true
      throw OutputColumn.unknown(missing, layers: known, option: isOfTemplate ? "--template" : "--columns")
    }
  }

  private func source(_ pool: EnginePool) -> Enrichment.Source {
    // A resumed run must use the same areas.
    let layers = [areas.identity] + pool.info.metadata.areaLayers.map(\.line)
    let identity = ([CSVSource.identity(of: pool)] + (self.layers.isEmpty ? [] : layers)).joined(separator: "; ")
    return Enrichment.Source(
      geocoder: pool, identity: identity, attribution: pool.info.metadata.attribution,
      coverage: StoreCoverage(pool.info))
  }

  /// Opens a daemon's store in this process, which is twice as fast as queries over its socket.
  ///
  /// Returns nil where the store cannot be read or was replaced, or where the run shows layers that may be the
  /// daemon's.
  ///
  /// - Throws: the error of a file of areas.
  private func own(as daemon: ServerInfo) throws -> Enrichment.Source? {
    guard let path = daemon.database, layers.allSatisfy({ layer in areas.requests.contains { $0.layer == layer } })
    else {
      return nil
    }
    let beside = try readAreas()
    guard let pool = try? EnginePool(database: path, layers: beside, workers: workers) else { return nil }
    return CSVSource.identity(of: pool) == CSVSource.identity(of: daemon) ? source(pool) : nil
  }

  /// Uses a daemon, with batches of queries over one connection.
  ///
  /// If the user did not name the daemon, its store is opened instead where that is possible.
  private func daemon(_ path: String, isNamed: Bool) async throws -> Enrichment.Source {
    let client = GeoClient(socketPath: path)
    let info = try await client.serverInfo()
    if !isNamed, let own = try own(as: info) { return own }
    if let layer = areas.requests.first?.layer {
      throw EnrichmentError(
        .usage,
        "the areas of '\(layer)' are read here, not by the daemon at \(path): name a store with --database, or start geocoded with --areas"
      )
    }
    try checkLayers(info.layers)
    return Enrichment.Source(
      geocoder: client, identity: CSVSource.identity(of: info), attribution: info.attribution, coverage: info.coverage)
  }

  private static func identity(of info: ServerInfo) -> String {
    identity(info.dataDate, info.counts.map { ($0.name, $0.count) })
  }

  private static func identity(of pool: EnginePool) -> String {
    identity(pool.info.metadata.dataDate, pool.info.counts.map { ($0.table, $0.rows) })
  }

  /// The identity of the data, which must be the same when a run is resumed.
  ///
  /// It depends on the store's contents and not on its path.
  private static func identity(_ dataDate: String?, _ counts: [(table: String, rows: Int)]) -> String {
    let rows = counts.sorted { $0.table < $1.table }.map { "\($0.table) \($0.rows)" }.joined(separator: ", ")
    return "\(dataDate ?? "undated"), \(rows)"
  }
}
