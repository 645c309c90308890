import GeoModel

/// One run: reads a file of coordinates, and writes the same file with addresses.
///
/// 1. The beginning of the input says what kind of file it is and where the coordinates are: the plan.
/// 2. The geocoder is opened, and the output; an unfinished one is gone on with behind its last checkpoint.
/// 3. The ``Pipeline`` does the work. At the end the output gets its name.
public struct Enrichment: Sendable {
  /// Who answers, and what of it must be the same when a run is gone on with (such as the date of the data).
  public struct Source: Sendable {
    var geocoder: any ReverseGeocoding
    var identity: String

    /// A geocoder with its identity.
    public init(geocoder: any ReverseGeocoding, identity: String) {
      self.geocoder = geocoder
      self.identity = identity
    }
  }

  /// What to read.
  public var input: InputFile
  /// Where to write; nil: standard output.
  public var outputPath: String?
  /// What to do with what is there already.
  public var mode: OutputFile.Mode
  /// What to add and how.
  public var options: EnrichmentOptions
  /// Opens the geocoder, once it is certain that there is work for it.
  public var openSource: @Sendable () async throws -> Source
  /// Ends the run at the next place from which it can be resumed.
  public var stop = StopSignal()
  /// Told things that the user should know while it runs, a sentence each.
  public var note: @Sendable (String) -> Void = { _ in }
  /// Told once how the input is understood, in a few phrases: delimiter, columns, new names.
  public var decided: @Sendable ([String]) -> Void = { _ in }
  /// Told how far the run is, after every chunk.
  public var progress: @Sendable (EnrichmentProgress) -> Void = { _ in }

  /// A run with the usual options.
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

  /// Does the work.
  ///
  /// - Returns: what was done; a run that was asked to stop has left its state beside the output.
  /// - Throws: ``EnrichmentError`` with advice.
  public func run() async throws -> EnrichmentSummary {
    let start = ContinuousClock.now
    if !options.isDryRun { try OutputFile.check(path: outputPath, mode: mode, input: input) }
    var head = try InputHead(input, bytes: options.tuning.sampleBytes, stop: stop)
    let format = try options.format ?? FormatDetection.format(of: head.bytes, name: input.name)
    var summary = try await run(format, &head)
    summary.duration = start.duration(to: .now)
    return summary
  }

  private func run(_ format: EnrichmentOptions.Format, _ head: inout InputHead) async throws -> EnrichmentSummary {
    if format == .geojson || format == .gpx, options.sample != .all {
      throw EnrichmentError(.usage, "--limit-rows and --sample work row by row: for CSV, TSV and NDJSON")
    }
    switch format {
    case .csv, .tsv:
      try readOn(&head) { DelimitedPlan.holdsFirstRow($0, options) }
      let plan = try DelimitedPlan(head, options, isTabSeparated: format == .tsv, note: note)
      return try await run(
        plan.format, head, headerLength: plan.headerLength, header: plan.header, decisions: plan.description)
    case .ndjson, .geojson:
      if format == .geojson { try readOn(&head, until: JSONPlan.holdsFirstFeature) }
      let plan = try JSONPlan(head, options, isCollection: format == .geojson, note: note)
      let header = Array(head.bytes[..<plan.headerLength])
      if plan.isCollection {
        return try await run(
          plan.format(ObjectSplitter(), options), head, headerLength: header.count, header: header,
          decisions: plan.description)
      }
      return try await run(
        plan.format(LineSplitter(), options), head, headerLength: 0, header: [], decisions: plan.description)
    case .gpx:
      let fields = AnswerField.fields(options, existing: [], note: note)
      let format = GPXFormat(isSwapped: options.swapsCoordinates, fields: fields)
      return try await run(
        format, head, headerLength: 0, header: [],
        decisions: ["the coordinates are those of the track points, waypoints and route points"])
    }
  }

  /// Reads more of the beginning until it is enough for a plan.
  private func readOn(_ head: inout InputHead, until isEnough: (InputHead) -> Bool) throws(EnrichmentError) {
    while !isEnough(head), head.bytes.count < ReadingLimits.longestRecordBytes, !head.isAtEnd, !stop.isStopping {
      try head.read(input, until: head.bytes.count * 2 + 16, stop: stop)
    }
  }
}
