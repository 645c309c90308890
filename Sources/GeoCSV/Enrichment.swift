@_exported public import GeoModel

/// One run: reads a file of coordinates and writes the same file with addresses.
///
/// 1. The beginning of the input determines the format and the coordinate columns: the plan.
/// 2. The geocoder and the output are opened. An unfinished output is continued from its last checkpoint.
/// 3. The ``Pipeline`` does the work. At the end the output file gets its final name.
public struct Enrichment: Sendable {
  /// A geocoder, and the identity of its data (such as its date), which must be the same when a run is resumed.
  public struct Source: Sendable {
    var geocoder: any ReverseGeocoding
    var identity: String
    var attribution: [String]
    var coverage: StoreCoverage

    /// Creates a source from a geocoder, the identity of its data, the lines that its licenses require, and its
    /// coverage.
    public init(
      geocoder: any ReverseGeocoding, identity: String, attribution: [String] = [],
      coverage: StoreCoverage = StoreCoverage()
    ) {
      self.coverage = coverage
      self.geocoder = geocoder
      self.identity = identity
      self.attribution = attribution
    }
  }

  /// The input.
  public var input: InputFile
  /// The path of the output; nil means standard output.
  public var outputPath: String?
  /// How to treat an output that already exists.
  public var mode: OutputFile.Mode
  /// The columns to add, and the options of the run.
  public var options: EnrichmentOptions
  /// Opens the geocoder, called once there is work for it.
  public var openSource: @Sendable () async throws -> Source
  /// Matches the rows of a table to roads, if ``EnrichmentOptions/tracks`` is set.
  package var findTracks: (@Sendable (TrackReader) async throws -> TrackSheet)?
  /// The result of ``findTracks``.
  private var tracks: TrackSheet?
  /// Ends the run at the next place from which it can be resumed.
  public var stop = StopSignal()
  /// Receives notes for the user during the run, one sentence each.
  public var note: @Sendable (String) -> Void = { _ in }
  /// Receives, once, the decisions about the input in a few phrases: delimiter, columns, new names.
  public var decided: @Sendable ([String]) -> Void = { _ in }
  /// Receives the progress after every chunk.
  public var progress: @Sendable (EnrichmentProgress) -> Void = { _ in }

  /// Creates a run.
  public init(
    input: InputFile, outputPath: String?, mode: OutputFile.Mode, options: EnrichmentOptions,
    openSource: @escaping @Sendable () async throws -> Source
  ) {
    self.input = input
    self.outputPath = outputPath
    self.mode = mode
    self.options = options
    self.openSource = openSource
  }

  /// Runs the enrichment.
  ///
  /// - Returns: the summary. A run that was stopped has left its state beside the output.
  /// - Throws: ``EnrichmentError`` with advice.
  public func run() async throws -> EnrichmentSummary {
    let start = ContinuousClock.now
    if !options.isDryRun { try OutputFile.check(path: outputPath, mode: mode, input: input) }
    var head = InputHead()
    try head.read(input, until: options.tuning.sampleBytes, stop: stop)
    var run = self
    if let text = try input.plainText(head) {
      run.input = text
      head = InputHead()
      try head.read(text, until: options.tuning.sampleBytes, stop: stop)
    }
    let kind = try options.format ?? FormatDetection.format(of: head.bytes, name: input.name)
    try outputName?.check(for: kind)
    if let request = options.tracks { try await run.readTracks(request, kind, of: input) }
    var summary = try await run.run(kind, &head)
    summary.duration = start.duration(to: .now)
    return summary
  }

  /// Reads a table for the first time, to find the roads of its rows.
  ///
  /// - Throws: ``EnrichmentError`` for a file that is not a table, or that can be read only once.
  private mutating func readTracks(
    _ request: TrackRequest, _ kind: EnrichmentOptions.Format, of input: InputFile
  ) async throws {
    guard kind == .csv || kind == .tsv else {
      throw EnrichmentError(
        .usage, "--track is for tables (CSV, TSV), and \(input.name) is \(kind.rawValue); 'geocode track' reads GPX")
    }
    guard let again = try input.openedAgain() else {
      throw EnrichmentError(
        .usage, "--track has to read the rows twice, and \(input.name) can be read only once; give a file")
    }
    guard !options.isDryRun, let findTracks else { return }
    var reader = TrackReader(input: again)
    (reader.options, reader.vehicle, reader.time) = (options, request.vehicle, request.time)
    // All rows belong to tracks, even those that are not written.
    reader.options.sample = .all
    reader.note = note
    tracks = try await findTracks(reader)
    if stop.isStopping { throw EnrichmentError(.outputClosed, "interrupted") }
  }

  /// The name of the output file; nil for a dry run or standard output.
  private var outputName: OutputName? { options.isDryRun ? nil : outputPath.map { OutputName($0) } }

  /// Makes the plan for a file of this format and carries it out. Reads more of the input if the plan needs it.
  private func run(_ kind: EnrichmentOptions.Format, _ head: inout InputHead) async throws -> EnrichmentSummary {
    switch kind {
    case .csv, .tsv:
      try readOn(&head) { DelimitedPlan.holdsFirstRow($0, options) }
      let plan = try DelimitedPlan(head, options, isTabSeparated: kind == .tsv, note: note)
      try outputName?.check(delimiter: plan.format.delimiter)
      return try await run(plan.format, head, plan.headerLength, header: plan.header, decisions: plan.description)
    case .ndjson, .json, .geojson:
      try readOn(&head) { JSONPlan.holdsFirstObject($0, of: kind) }
      let plan = try JSONPlan(head, options, kind, note: note)
      return try await run(
        plan.format, head, plan.headerLength, header: Array(head.bytes[..<plan.headerLength]),
        decisions: plan.description)
    case .gpx:
      try readOn(&head) { !XMLNames.isHidden(in: $0) }
      guard let names = XMLNames(head: head.bytes, roots: GPXFormat.roots) else {
        throw FormatDetection.foreign(to: kind, whichBegins: "with <gpx>", isGiven: options.format != nil)
      }
      let fields = AnswerField.fields(options, existing: [], note: note)
      let format = GPXFormat(names: names, isSwapped: options.swapsCoordinates, fields: fields)
      return try await run(
        format, head, 0, header: [],
        decisions: ["the coordinates are those of the track points, waypoints and route points"])
    case .kml:
      try readOn(&head) { !XMLNames.isHidden(in: $0) }
      guard let names = XMLNames(head: head.bytes, roots: KMLFormat.roots) else {
        throw FormatDetection.foreign(to: kind, whichBegins: "with <kml>", isGiven: options.format != nil)
      }
      let fields = AnswerField.fields(options, existing: names.dataNames(in: head.bytes), note: note)
      return try await run(
        KMLFormat(names: names, isSwapped: options.swapsCoordinates, fields: fields), head, 0, header: [],
        decisions: ["the coordinate is that of each placemark, for lines and areas a point on or in them"])
    }
  }

  /// Reads more of the input's beginning until it is enough for a plan.
  private func readOn(_ head: inout InputHead, until isEnough: (InputHead) -> Bool) throws(EnrichmentError) {
    while !isEnough(head), head.bytes.count < options.tuning.longestRecordBytes, !head.isAtEnd, !stop.isStopping {
      try head.read(input, until: head.bytes.count * 2 + 16, stop: stop)
    }
  }

  /// Processes a file whose format and columns are known.
  ///
  /// - Parameters:
  ///   - headerLength: how many bytes of the input come before the first record.
  ///   - header: the bytes that replace them in the output.
  ///   - decisions: the decisions about the file, in words.
  private func run<Format: RecordFormat>(
    _ format: Format, _ head: InputHead, _ headerLength: Int, header: [UInt8], decisions: [String]
  ) async throws -> EnrichmentSummary {
    decided(decisions)
    var run = self
    run.options.sample = try await countedSample(format, head, headerLength)
    let source =
      options.isDryRun ? Source(geocoder: NoGeocoder(), identity: "dry run") : try await openSource()
    var summary = try await run.run(format, head, headerLength, header: header, decisions, source)
    summary.decisions = decisions
    summary.attribution = source.attribution
    summary.coverage = source.coverage
    return summary
  }

  private func run<Format: RecordFormat>(
    _ format: Format, _ head: InputHead, _ headerLength: Int, header: [UInt8], _ decisions: [String], _ source: Source
  ) async throws -> EnrichmentSummary {
    let plan = RunPlan(input: input, head: head, options: options, decisions: decisions, identity: source.identity)
    let output = try options.isDryRun ? OutputFile.nowhere() : OutputFile(path: outputPath, mode: mode, input: input)
    guard try !output.finishIfComplete() else { return EnrichmentSummary(wasComplete: true) }
    let checkpoint = try plan.checkpoint(of: output.earlier, in: output)
    let writer = try OutputWriter(
      file: output, plan: plan.lines, from: checkpoint, every: options.tuning.checkpointInterval)
    var held = head.dropping(headerLength)
    var position = InputPosition(offset: headerLength, row: 0)
    if let checkpoint {
      held = try input.skip(to: checkpoint, head: head, stop: stop)
      position = checkpoint.position
      note("continuing after row \(position.row)")
    } else {
      try await writer.begin(
        options.isDryRun ? [] : header, position: position, digest: InputDigest(head.bytes[..<headerLength]))
    }
    let reader = ChunkReader(
      input: input, head: held, at: position, splitter: format.splitter, stop: stop, options: options)
    let enricher = ChunkEnricher(
      format: format, geocoder: source.geocoder, options: options, bounds: source.coverage.bounds,
      tracks: tracks)
    return try await Pipeline(reader: reader, enricher: enricher, writer: writer, earlier: checkpoint, run: self).run()
  }

  /// Returns the sample with the total number of rows filled in, which requires reading the file once before.
  ///
  /// - Throws: ``EnrichmentError`` for a pipe, which cannot be read twice.
  private func countedSample<Format: RecordFormat>(
    _ format: Format, _ head: InputHead, _ headerLength: Int
  ) async throws -> RowSample {
    guard case .spread(let wanted, of: nil) = options.sample else { return options.sample }
    guard input.length != nil else {
      throw EnrichmentError(
        .usage,
        "--sample \(wanted) has to count the rows first, and \(input.name) can be read only once; "
          + "give a share such as 1%, or --limit-rows \(wanted)")
    }
    let reader = ChunkReader(
      input: input, head: head.dropping(headerLength), at: InputPosition(offset: headerLength, row: 0),
      splitter: format.splitter, stop: stop, options: options)
    var rows = 0
    while let chunk = try await reader.next() {
      if let problem = chunk.problem { throw problem }
      rows += chunk.recordEnds.count
    }
    // A partial count would choose different rows than the complete one.
    if stop.isStopping { throw EnrichmentError(.outputClosed, "interrupted") }
    try input.seek(to: head.bytes.count)
    return .spread(wanted, of: rows)
  }
}

/// The placeholder for the geocoder in a dry run, which makes no queries.
private struct NoGeocoder: ReverseGeocoding {
  func placemarks(for query: PlacemarkQuery) async throws(GeocodingError) -> [Placemark] {
    throw GeocodingError(.placemarkNotFound)
  }
}
