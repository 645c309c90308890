import GeoModel

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

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
    let source = try await openedSource()
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
      try input.skip(to: checkpoint.position, holding: head, into: &held)
      splitter.resumeState = checkpoint.position.splitterState
      position = checkpoint.position
      note("going on behind row \(position.row)")
    } else {
      try await writer.begin(options.isDryRun ? [] : header, position: position)
    }
    let reader = ChunkReader(
      input: input, head: held.bytes, isAtEnd: held.isAtEnd, offset: position.offset, row: position.row,
      splitter: splitter,
      stop: stop, tuning: options.tuning)
    let enricher = ChunkEnricher(format: format, geocoder: source.geocoder, options: options)
    let pipeline = Pipeline(
      reader: reader, enricher: enricher, writer: writer, earlierRows: checkpoint?.tally[.rows] ?? 0, run: self)
    return try await pipeline.run()
  }

  private func openedSource() async throws -> Source {
    if options.isDryRun { return Source(geocoder: NoGeocoder(), identity: "dry run") }
    return try await openSource()
  }
}

/// Stands for the geocoder in a dry run, which asks nothing.
private struct NoGeocoder: ReverseGeocoding {
  func placemarks(for query: PlacemarkQuery) async throws -> [Placemark] { throw GeocodingError(.placemarkNotFound) }
}
