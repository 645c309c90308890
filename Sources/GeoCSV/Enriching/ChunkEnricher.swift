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
  private let fixedAnswers: [[UInt8]]

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
    var table = AnswerTable(records) { options.sample.includes(chunk.firstRow + $0) }
    if options.isDryRun {
      for slot in table.keys.indices { table.set(slot, .ok, nil) { _ in } }
    } else {
      try await answer(&table)
    }
    return assemble(chunk, records, table)
  }

  private func locate(_ chunk: Chunk) -> [LocatedRecord] {
    var records: [LocatedRecord] = []
    records.reserveCapacity(chunk.recordEnds.count)
    chunk.bytes.withUnsafeBytes { bytes in
      var start = 0
      for end in chunk.recordEnds {
        records.append(format.locate(UnsafeRawBufferPointer(rebasing: bytes[start..<end])))
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
      table.set(slot, .ok, placemark.match) { bytes in
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
    table.set(slot, status, nil, bytes: fixedAnswers[Int(status.rawValue)][...])
  }
}

extension ChunkEnricher {
  private func assemble(_ chunk: Chunk, _ records: [LocatedRecord], _ table: borrowing AnswerTable) -> EnrichedChunk {
    var output = EnrichedChunk(
      index: chunk.index, bytes: [], tally: Tally(),
      position: InputPosition(
        offset: chunk.inputEnd, row: chunk.firstRow + records.count, splitterState: chunk.resumeState,
        tail: TailMark(chunk.bytes)),
      inputLength: chunk.bytes.count)
    output.tally[.questions] = table.keys.count
    output.failure = table.failure
    output.bytes.reserveCapacity(options.isDryRun ? 0 : chunk.bytes.count + records.count * 96)
    chunk.bytes.withUnsafeBytes { bytes in
      table.store.withUnsafeBytes { store in
        var start = 0
        for (index, record) in records.enumerated() {
          let end = chunk.recordEnds[index]
          let row = UnsafeRawBufferPointer(rebasing: bytes[start..<end])
          defer { start = end }
          guard options.sample.includes(chunk.firstRow + index) else {
            output.tally[.skipped] += 1
            continue
          }
          let slot = table.slotOfRecord[index]
          let answer = slot >= 0 ? table.answers[Int(slot)] : AnswerTable.Answer(status: record.status)
          if options.isStrict, answer.status.isBadRow, !record.traits.contains(.blank) {
            output.problem = strictProblem(row: chunk.firstRow + index, answer.status, row)
            output.position = InputPosition(
              offset: chunk.inputEnd - chunk.bytes.count + start, row: chunk.firstRow + index,
              splitterState: chunk.resumeState, tail: TailMark(Array(chunk.bytes[..<start])))
            return
          }
          count(record, answer, &output.tally)
          if slot >= 0, SwapCheck.isDoubtful(answer), output.doubtful.count < SwapCheck.samplesPerChunk {
            output.doubtful.append(record.point)
          }
          if options.isDryRun { continue }
          if slot >= 0 {
            append(row, record, UnsafeRawBufferPointer(rebasing: store[answer.range]), to: &output.bytes)
          } else {
            fixedAnswers[Int(record.status.rawValue)].withUnsafeBytes { append(row, record, $0, to: &output.bytes) }
          }
        }
        // What stands behind the last record, such as the end of a GeoJSON file.
        if !options.isDryRun { output.bytes.append(contentsOf: bytes[start...]) }
      }
    }
    if case .first(let limit) = options.sample { output.endsSample = chunk.firstRow + records.count >= limit }
    return output
  }

  /// Copies a record with its answer put in.
  @inline(__always) private func append(
    _ row: UnsafeRawBufferPointer, _ record: LocatedRecord, _ answer: UnsafeRawBufferPointer, to bytes: inout [UInt8]
  ) {
    guard !record.traits.contains(.blank) else { return bytes.append(contentsOf: row) }
    let insertion = Int(record.insertion)
    bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: row[..<insertion]))
    format.appendInsertion(answer, for: record, to: &bytes)
    bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: row[(insertion + Int(record.replaced))...]))
  }

  @inline(__always) private func count(_ record: LocatedRecord, _ answer: AnswerTable.Answer, _ tally: inout Tally) {
    guard !record.traits.contains(.blank) else { return tally[.blankLines] += 1 }
    tally[.rows] += 1
    tally[answer.status] += 1
    if let match = answer.match { tally[match] += 1 }
    guard !record.traits.isEmpty else { return }
    if record.traits.contains(.short) { tally[.shortRows] += 1 }
    if record.traits.contains(.long) { tally[.longRows] += 1 }
    if record.traits.contains(.looksSwapped) { tally[.swappedLooking] += 1 }
    if record.traits.contains(.atZero) { tally[.atZero] += 1 }
  }

  private func strictProblem(row: Int, _ status: RowStatus, _ bytes: UnsafeRawBufferPointer) -> EnrichmentError {
    let text = String(decoding: bytes.prefix(120), as: UTF8.self).split(whereSeparator: \.isNewline).first ?? ""
    return EnrichmentError(
      .data, "data row \(row + 1) is \(status.word) (--strict): \(text)\(bytes.count > 120 ? " ..." : "")")
  }
}
