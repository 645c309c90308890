import GeoModel
import GeoSupport

extension Enrichment {
  /// Runs a file whose format and columns are known.
  ///
  /// - Parameters:
  ///   - headerLength: how many bytes of the input come before the first record.
  ///   - header: what is written for them.
  ///   - decisions: what was decided about the file, in words.
  func run<Format: RecordFormat>(
    _ format: Format, _ head: InputHead, headerLength: Int, header: [UInt8], decisions: [String]
  ) async throws -> EnrichmentSummary {
    decided(decisions)
    var run = self
    run.options.sample = try await countedSample(format, head, headerLength: headerLength)
    let source = try await openedSource()
    var summary = try await run.run(format, head, headerLength: headerLength, header: header, decisions, source)
    summary.decisions = decisions
    summary.attribution = source.attribution
    return summary
  }

  private func run<Format: RecordFormat>(
    _ format: Format, _ head: InputHead, headerLength: Int, header: [UInt8], _ decisions: [String], _ source: Source
  ) async throws -> EnrichmentSummary {
    let plan = RunPlan(input: input, head: head, options: options, decisions: decisions, identity: source.identity)
    let output = try options.isDryRun ? OutputFile.nowhere() : OutputFile(path: outputPath, mode: mode, input: input)
    guard try !output.finishIfComplete() else { return EnrichmentSummary.complete }
    let checkpoint = try plan.checkpoint(of: output.earlier, in: output)
    let writer = try OutputWriter(
      file: output, plan: plan.lines, from: checkpoint, every: options.tuning.checkpointInterval)
    var held = InputHead(bytes: Array(head.bytes.dropFirst(headerLength)), isAtEnd: head.isAtEnd)
    var splitter = format.splitter
    var position = InputPosition(offset: headerLength, row: 0)
    if let checkpoint {
      held = try input.skip(to: checkpoint, head: head, stop: stop)
      splitter.resumeState = checkpoint.position.splitterState
      position = checkpoint.position
      note("going on behind row \(position.row)")
    } else {
      try await writer.begin(
        options.isDryRun ? [] : header, position: position, digest: InputDigest(head.bytes[..<headerLength]))
    }
    let reader = ChunkReader(
      input: input, head: held.bytes, isAtEnd: held.isAtEnd, offset: position.offset, row: position.row,
      splitter: splitter,
      stop: stop, tuning: options.tuning)
    let enricher = ChunkEnricher(format: format, geocoder: source.geocoder, options: options)
    let pipeline = Pipeline(
      reader: reader, enricher: enricher, writer: writer, earlier: checkpoint, run: self)
    return try await pipeline.run()
  }

  private func openedSource() async throws -> Source {
    if options.isDryRun { return Source(geocoder: NoGeocoder(), identity: "dry run", attribution: []) }
    return try await openSource()
  }

  /// The sample with the number of rows that it is taken from, which takes a first reading of the file.
  ///
  /// - Throws: ``EnrichmentError`` for a pipe, which cannot be read twice.
  private func countedSample<Format: RecordFormat>(
    _ format: Format, _ head: InputHead, headerLength: Int
  ) async throws -> RowSample {
    guard case .spread(let wanted, of: nil) = options.sample else { return options.sample }
    guard input.length != nil else {
      throw EnrichmentError(
        .usage,
        "--sample \(wanted) has to count the rows first, and \(input.name) can be read only once; "
          + "give a share such as 1%, or --limit-rows \(wanted)")
    }
    let reader = ChunkReader(
      input: input, head: Array(head.bytes.dropFirst(headerLength)), isAtEnd: head.isAtEnd, offset: headerLength,
      row: 0, splitter: format.splitter, stop: stop, tuning: options.tuning)
    var rows = 0
    while let chunk = try await reader.next() { rows += chunk.recordEnds.count }
    // Half a count would choose other rows than the whole one.
    if stop.isStopping { throw EnrichmentError(.outputClosed, "interrupted") }
    try input.seek(to: head.bytes.count)
    return .spread(wanted, of: rows)
  }
}

/// Stands for the geocoder in a dry run, which asks nothing.
private struct NoGeocoder: ReverseGeocoding {
  func placemarks(for query: PlacemarkQuery) async throws -> [Placemark] { throw GeocodingError(.placemarkNotFound) }
}
