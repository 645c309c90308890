import GeoModel

/// Turns one chunk of the input into one chunk of the output.
///
/// 1. Each record is located: its point, or what is wrong with it, and where the answer goes.
/// 2. The chunk's points are sorted in the order of space and repeats dropped; those that an earlier chunk had are taken from the cache.
/// 3. The rest is asked in batches; each batch becomes bytes at once, so that few placemarks live at a time.
/// 4. The records are copied in their own order with the answers put in.
struct ChunkEnricher<Format: RecordFormat>: Sendable {
  let format: Format
  let geocoder: any ReverseGeocoding
  let options: EnrichmentOptions
  let cache = AnswerCache()
  /// What rows without a placemark get, by status.
  let fixedAnswers: [[UInt8]]

  init(format: Format, geocoder: any ReverseGeocoding, options: EnrichmentOptions) {
    self.format = format
    self.geocoder = geocoder
    self.options = options
    fixedAnswers = RowStatus.allCases.map { status in
      var bytes: [UInt8] = []
      format.appendAnswer(status, to: &bytes)
      return bytes
    }
  }

  /// The chunk with its answers.
  ///
  /// - Throws: ``EnrichmentError`` when the geocoder fails as a whole.
  func enrich(_ chunk: Chunk) async throws -> EnrichedChunk {
    let records = locate(chunk)
    var table = AnswerTable(records)
    if options.isDryRun {
      for slot in table.keys.indices { table.set(slot, AnswerKind(.ok)) { _ in } }
    } else {
      try await answer(&table)
    }
    return assemble(chunk, records, table)
  }

  private func locate(_ chunk: Chunk) -> [LocatedRecord] {
    var records: [LocatedRecord] = []
    records.reserveCapacity(chunk.recordEnds.count)
    let takesAll = options.sample == .all
    chunk.bytes.withUnsafeBytes { bytes in
      var start = 0
      for (index, end) in chunk.recordEnds.enumerated() {
        let isTaken = takesAll || options.sample.includes(chunk.firstRow + index)
        records.append(
          isTaken ? format.locate(UnsafeRawBufferPointer(rebasing: bytes[start..<end])) : LocatedRecord.leftOut)
        start = end
      }
    }
    return records
  }

  private func answer(_ table: inout AnswerTable) async throws {
    cache.fill(&table)
    let unknown = table.unknown
    var start = 0
    while start < unknown.count {
      let end = min(start + EnrichmentLimits.batchSize, unknown.count)
      let queries = unknown[start..<end].map { options.query(for: Coordinate(table.keys[$0].point)) }
      let results = try await PatientGeocoder(geocoder: geocoder).answers(to: queries)
      for (offset, result) in results.enumerated() { record(result, for: unknown[start + offset], in: &table) }
      start = end
    }
    cache.remember(unknown, of: table)
  }

  private func record(_ result: Result<[Placemark], GeocodingError>, for slot: Int, in table: inout AnswerTable) {
    switch result {
    case .success(let placemarks):
      guard let placemark = placemarks.first else { return set(.notFound, for: slot, in: &table) }
      table.set(slot, AnswerKind(placemark)) { bytes in
        let start = bytes.count
        format.appendAnswer(placemark, to: &bytes)
        if options.encoding == .windows1252 { Windows1252.encode(&bytes, from: start) }
      }
    case .failure(let error) where error.code == .placemarkNotFound: set(.notFound, for: slot, in: &table)
    case .failure(let error):
      table.failure = table.failure ?? error.message
      set(.error, for: slot, in: &table)
    }
  }

  private func set(_ status: RowStatus, for slot: Int, in table: inout AnswerTable) {
    table.set(slot, AnswerKind(status), bytes: fixedAnswers[Int(status.rawValue)][...])
  }
}
