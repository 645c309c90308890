import GeoModel

/// Turns one chunk of the input into one chunk of the output.
///
/// 1. Each record is located: this finds its point, or the reason why it has none, and the place for the answer.
/// 2. The chunk's points are sorted in spatial order and duplicates are dropped. Points of recent chunks reuse their
///    answers.
/// 3. The others are looked up in batches. Each batch is encoded at once, so that few placemarks exist at a time.
/// 4. The records are copied in their own order with the answers inserted.
struct ChunkEnricher<Format: RecordFormat>: Sendable {
  let format: Format
  let geocoder: any ReverseGeocoding
  let options: EnrichmentOptions
  /// The columns that rows get from their tracks; nil without `--track`.
  private let tracks: TrackSheet?
  private let recent = RecentAnswers()
  /// The query for each point, apart from its coordinate.
  private let query: PlacemarkQuery
  /// The bounds of the store's extracts; nil when they are unknown.
  private let bounds: CoordinateRegion?
  /// The bytes for rows without a placemark, by status.
  private let fixedAnswers: [[UInt8]]

  /// The number of points in one call to the geocoder: enough to make the cost of the call negligible, and few enough
  /// that their placemarks fit the processor's cache.
  ///
  /// (A generic type has no stored statics.)
  private static var batchSize: Int { 512 }

  init(
    format: Format, geocoder: any ReverseGeocoding, options: EnrichmentOptions, bounds: CoordinateRegion? = nil,
    tracks: TrackSheet? = nil
  ) {
    (self.bounds, self.tracks) = (bounds, tracks)
    self.format = format
    self.geocoder = geocoder
    self.options = options
    var query = options.query(for: Coordinate(FixedPoint(x: 0, y: 0)))
    query.detail = options.shownDetail
    query.needsLines = options.showsLines
    query.extraFields = options.shownFields
    query.road = options.showsRoad ? RoadQuery() : nil
    if !options.shownLayers.isEmpty { query.layers = .named(options.shownLayers) }
    self.query = query
    fixedAnswers = RowStatus.allCases.map { status in
      var bytes: [UInt8] = []
      format.appendAnswer(to: &bytes) { $0.value(of: status) }
      return bytes
    }
  }

  /// Returns the chunk with its answers.
  ///
  /// - Throws: ``EnrichmentError`` when the geocoder fails as a whole.
  func enrich(_ chunk: Chunk) async throws -> EnrichedChunk {
    let records = locate(chunk)
    var table = AnswerTable(records)
    if options.isDryRun {
      for slot in table.keys.indices { table.set(slot, AnswerKind(.ok)) { _, _ in } }
    } else {
      try await answer(&table)
    }
    let rows = options.isDryRun ? nil : try tracks?.rows(chunk.firstRow..<chunk.firstRow + records.count)
    return assemble(chunk, records, table, rows)
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
          isTaken ? format.locate(bytes.part(start..<end)) : LocatedRecord.leftOut)
        start = end
      }
    }
    return records
  }

  private func answer(_ table: inout AnswerTable) async throws {
    recent.fill(&table)
    let unknown = table.unknown
    var start = 0
    while start < unknown.count {
      let end = min(start + ChunkEnricher.batchSize, unknown.count)
      let queries = unknown[start..<end].map { slot in
        var query = query
        query.coordinate = Coordinate(table.keys[slot].point)
        return query
      }
      let results = try await PatientGeocoder(geocoder: geocoder).answers(to: queries)
      for offset in results.indices { record(results[offset], for: unknown[start + offset], in: &table) }
      start = end
      table.makeRoom(forMore: unknown.count - end)
    }
    recent.remember(table)
  }

  private func record(_ result: Result<[Placemark], GeocodingError>, for slot: Int, in table: inout AnswerTable) {
    switch result {
    case .success(let placemarks) where placemarks.isEmpty: set(.notFound, for: slot, in: &table)
    case .success(let placemarks):
      // Read in place: copying a placemark copies dozens of texts.
      placemarks.withUnsafeBufferPointer { placemarks in
        table.set(slot, AnswerKind(placemarks[0])) { bytes, kind in
          let start = bytes.count
          format.appendAnswer(to: &bytes) { $0.value(of: placemarks[0]) }
          if options.encoding == .windows1252 { kind.lacksCharacters = !Windows1252.encode(&bytes, from: start) }
        }
      }
    case .failure(let error) where error.code == .placemarkNotFound: set(.notFound, for: slot, in: &table)
    case .failure(let error):
      table.failure = table.failure ?? error.message
      set(.error, for: slot, in: &table)
    }
  }

  private func set(_ status: RowStatus, for slot: Int, in table: inout AnswerTable) {
    table.set(slot, AnswerKind(status)) { bytes, _ in bytes += fixedAnswers[Int(status.rawValue)] }
  }

  /// Copies the records of a chunk in their own order with their answers inserted.
  ///
  /// This is the only loop over all bytes of the output, and it allocates nothing per record: every answer was encoded
  /// before, once for each point.
  private func assemble(
    _ chunk: Chunk, _ records: [LocatedRecord], _ table: borrowing AnswerTable, _ tracks: [TrackSheet.Row]?
  ) -> EnrichedChunk {
    var output = EnrichedChunk(index: chunk.index, position: chunk.end, inputLength: chunk.bytes.count)
    output.tally[.questions] = table.keys.count
    output.failure = table.failure
    output.bytes.reserveCapacity(options.isDryRun ? 0 : chunk.bytes.count + table.insertedBytes(records.count))
    chunk.bytes.withUnsafeBytes { bytes in
      table.store.withUnsafeBytes { store in
        var start = 0
        for (index, record) in records.enumerated() {
          let row = bytes.part(start..<chunk.recordEnds[index])
          let slot = Int(table.slotOfRecord[index])
          // A record without a point has its reason in its own status.
          let kind = slot >= 0 ? table.answers[slot].kind : AnswerKind(record.status)
          if options.isStrict, let fault = fault(record, kind) {
            end(&output, with: fault, row, at: start, row: index, chunk)
            break
          }
          start += row.count
          count(record, kind, &output.tally)
          if slot >= 0, kind.isUncovered, output.uncovered.count < SwapCheck.samplesPerChunk {
            output.uncovered.append(record.point)
          }
          guard !options.isDryRun else { continue }
          let track = tracks.map { $0[index] }
          if slot >= 0 {
            append(row, record, store.part(table.answers[slot].range), track, to: &output)
          } else {
            fixedAnswers[Int(record.status.rawValue)].withUnsafeBytes { append(row, record, $0, track, to: &output) }
          }
        }
        output.inputDigest.add(bytes.part(0..<(output.problem == nil ? bytes.count : start)))
        // The bytes behind the last record, such as the end of a GeoJSON file.
        if !options.isDryRun, output.problem == nil { output.bytes.append(contentsOf: bytes[start...]) }
      }
    }
    if case .first(let limit) = options.sample, !format.needsWholeInput {
      output.endsSample = chunk.firstRow + records.count >= limit
    }
    // A problem behind the last row that is needed does not matter.
    if !output.endsSample { output.problem = output.problem ?? chunk.problem }
    return output
  }

  /// The reason why `--strict` rejects a row, to follow its name in a message; nil when nothing is wrong.
  private func fault(_ record: LocatedRecord, _ kind: AnswerKind) -> String? {
    guard record.traits.isDisjoint(with: [.blank, .leftOut]) else { return nil }
    if kind.status.isBadRow { return "is \(kind.status.word) (--strict)" }
    if record.traits.contains(.hasTakenName) {
      return "has something under a new name already (--strict; --prefix changes the new names)"
    }
    return kind.lacksCharacters ? "gets a name that windows-1252 cannot express (--strict; utf-8 can)" : nil
  }

  /// Ends the output before a row that `--strict` rejects.
  private func end(
    _ output: inout EnrichedChunk, with fault: String, _ row: UnsafeRawBufferPointer, at start: Int, row index: Int,
    _ chunk: Chunk
  ) {
    output.position = InputPosition(
      offset: chunk.end.offset - chunk.bytes.count + start, row: chunk.firstRow + index)
    let text = String(decoding: row.prefix(120), as: UTF8.self).split(whereSeparator: \.isNewline).first ?? ""
    output.problem = EnrichmentError(
      .data,
      "data row \(output.position.row + 1) \(fault): \(text)\(row.count > 120 ? " ..." : "")")
  }

  /// Copies a record with its answer inserted, or only what must remain of a record that the sample leaves out.
  @inline(__always) private func append(
    _ row: UnsafeRawBufferPointer, _ record: LocatedRecord, _ answer: UnsafeRawBufferPointer,
    _ track: TrackSheet.Row?, to output: inout EnrichedChunk
  ) {
    guard record.traits.isDisjoint(with: [.blank, .leftOut]) else {
      let length = record.traits.contains(.blank) ? row.count : format.remainder(of: row)
      return output.bytes.append(contentsOf: row.part(0..<length))
    }
    // Only the writer knows whether an earlier chunk has written a record, so it needs the place of this chunk's first
    // comma.
    if options.sample != .all, output.separator == nil {
      let start = output.bytes.count
      output.separator =
        format.separator(of: row).map { start + $0.lowerBound..<start + $0.upperBound } ?? start..<start
    }
    let insertion = Int(record.insertion)
    output.bytes.append(contentsOf: row.part(0..<insertion))
    format.appendInsertion(answer, for: record, to: &output.bytes)
    if let track { append(track, to: &output.bytes) }
    output.bytes.append(contentsOf: row.part((insertion + Int(record.replaced))..<row.count))
  }

  @inline(never) private func append(_ track: TrackSheet.Row, to bytes: inout [UInt8]) {
    let start = bytes.count
    format.appendTrack(track, to: &bytes)
    if options.encoding == .windows1252 { Windows1252.encode(&bytes, from: start) }
  }

  /// Counts a record in every category that applies.
  ///
  /// Blank lines and rows that the sample leaves out do not count as rows.
  @inline(__always) private func count(_ record: LocatedRecord, _ kind: AnswerKind, _ tally: inout Tally) {
    guard record.traits.isDisjoint(with: [.blank, .leftOut]) else {
      tally[record.traits.contains(.blank) ? .blankLines : .skipped] += 1
      return
    }
    tally[.rows] += 1
    tally[kind.status] += 1
    if let match = kind.match { tally[match] += 1 }
    if kind.isUncovered { tally[.uncovered] += 1 }
    if kind.lacksCharacters { tally[.lackingCharacters] += 1 }
    if let bounds, record.status == .ok { count(record.point.point, in: bounds, &tally) }
    // Nearly every row stops here.
    guard !record.traits.isEmpty else { return }
    if record.traits.contains(.short) { tally[.shortRows] += 1 }
    if record.traits.contains(.long) { tally[.longRows] += 1 }
    if record.traits.contains(.looksSwapped) { tally[.swappedLooking] += 1 }
    if record.traits.contains(.atZero) { tally[.atZero] += 1 }
    if record.traits.contains(.hasTakenName) { tally[.takenNames] += 1 }
    if record.traits.contains(.hasRunawayQuote) { tally[.runawayQuotes] += 1 }
    if record.traits.contains(.mayBeMillionths) { tally[.maybeMillionths] += 1 }
    if record.traits.contains(.hasLetterO) { tally[.lettersO] += 1 }
  }

  /// Counts whether a point is within the bounds of the store's extracts, as it is and with its coordinates swapped.
  @inline(__always) private func count(_ point: FixedPoint, in bounds: CoordinateRegion, _ tally: inout Tally) {
    let coordinate = Coordinate(point)
    if bounds.contains(coordinate) { tally[.inBounds] += 1 }
    if let swapped = SwapCheck.swapped(coordinate), bounds.contains(swapped) { tally[.swappedIntoBounds] += 1 }
  }
}
