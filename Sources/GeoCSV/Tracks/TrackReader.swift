import GeoModel

/// A row of a file of tracks.
package struct TrackRow: Sendable {
  /// Its number among the records of the file, from 0; blank lines count.
  package var index = 0
  /// Who it is of; empty where the file has one track.
  package var vehicle = ""
  /// As it stands in the file; empty for none.
  package var time = ""
  /// ``time`` in seconds since 1970; nil for none, NaN for one that makes no sense.
  package var seconds: Double? { time.isEmpty ? nil : TrackTime.seconds(of: time) ?? .nan }
  /// nil where the row has none that makes sense.
  package var coordinate: Coordinate?
  /// How far off the receiver says it may be; nil where it does not say.
  package var accuracyMeters: Double?

  package init() {}
}

/// Rows of a file of tracks that were read at once.
package struct TrackRows: Sendable {
  package var rows: [TrackRow] = []
  /// Why there are no more behind them; nil when nothing is wrong.
  package var problem: EnrichmentError?
}

/// Reads the rows of a track, or of several, from a table or a GPX file of any length.
///
/// The parts are those of an ``Enrichment``: the beginning of the input shows what kind of file it is and where the coordinates are, the
/// ``ChunkReader`` cuts it into records. Of GPX the points of tracks and routes are read.
package struct TrackReader: Sendable {
  /// What to read.
  package var input: InputFile
  /// Where the coordinates are.
  package var options = EnrichmentOptions()
  /// The column of times; nil: found by its name.
  package var time: ColumnReference?
  /// The column that tells whose row it is; nil for a single track.
  package var vehicle: ColumnReference?
  /// Receives what the user should know.
  package var note: @Sendable (String) -> Void = { _ in }

  package init(input: InputFile) { self.input = input }

  /// Looks at the beginning of the file.
  ///
  /// - Returns: what gives the rows in their order, some hundreds or thousands at once, then nil; it throws ``EnrichmentError``, too. Nothing
  ///   comes behind a problem.
  /// - Throws: ``EnrichmentError`` with advice.
  package func open() async throws -> @Sendable () async throws -> TrackRows? {
    var head = InputHead()
    let stop = StopSignal()
    try head.read(input, until: options.tuning.sampleBytes, stop: stop)
    var reader = self
    if let text = try input.plainText(head) {
      reader.input = text
      head = InputHead()
      try head.read(text, until: options.tuning.sampleBytes, stop: stop)
    }
    guard !head.bytes.isEmpty else { return { nil } }
    let kind = try options.format ?? FormatDetection.format(of: head.bytes, name: input.name)
    switch kind {
    case .csv, .tsv: return try reader.table(head, isTabSeparated: kind == .tsv)
    case .gpx: return try reader.gpx(head)
    default:
      throw EnrichmentError(
        .data, "\(input.name) is \(kind.rawValue): a track is read from GPX or from a table (CSV, TSV)")
    }
  }

  private func table(
    _ head: InputHead, isTabSeparated: Bool
  ) throws(EnrichmentError) -> @Sendable () async throws -> TrackRows? {
    // A table that is read again has told its columns.
    let isAgain = options.tracks != nil
    let plan = try DelimitedPlan(
      head, options, isTabSeparated: isTabSeparated, note: { [note] in if !isAgain { note($0) } })
    let delimiter = plan.format.delimiter
    let names = head.bytes[..<plan.headerLength].withUnsafeBytes { RowFields.texts(of: $0, delimiter: delimiter) }
    let columns = try TrackColumns(names, options.hasHeader, self)
    return rows(plan.format, head, plan.headerLength) { record, row in
      columns.read(RowFields(row: record, delimiter: delimiter), into: &row)
    }
  }

  private func gpx(_ head: InputHead) throws(EnrichmentError) -> @Sendable () async throws -> TrackRows? {
    guard let names = XMLNames(head: head.bytes, roots: GPXFormat.roots) else {
      throw FormatDetection.foreign(to: .gpx, whichBegins: "with <gpx>", isGiven: options.format != nil)
    }
    let format = GPXFormat(names: names, isSwapped: options.swapsCoordinates, fields: [])
    return rows(format, head, 0) { record, row in row.time = GPXTime.text(in: record, names) }
  }

  /// The rows of a file whose format is known.
  ///
  /// - Parameter finish: adds to a row what its record says besides the coordinate.
  private func rows<Format: RecordFormat>(
    _ format: Format, _ head: InputHead, _ headerLength: Int,
    _ finish: @escaping @Sendable (UnsafeRawBufferPointer, inout TrackRow) -> Void
  ) -> @Sendable () async throws -> TrackRows? {
    let reader = ChunkReader(
      input: input, head: head.dropping(headerLength), at: InputPosition(offset: headerLength, row: 0),
      splitter: format.splitter, stop: StopSignal(), options: options)
    return {
      guard let chunk = try await reader.next() else { return nil }
      var rows = TrackRows(problem: chunk.problem)
      chunk.bytes.withUnsafeBytes { bytes in
        var start = 0
        for (index, end) in chunk.recordEnds.enumerated() {
          let record = bytes.part(start..<end)
          start = end
          let located = format.locate(record)
          // Blank lines are no rows; what follows the last point of GPX, and waypoints, are none of a track.
          guard !located.traits.contains(.blank), located.frame >= 0, !isWaypoint(located, format) else { continue }
          var row = TrackRow()
          row.index = chunk.firstRow + index
          if located.status == .ok { row.coordinate = Coordinate(located.point.point) }
          finish(record, &row)
          rows.rows.append(row)
        }
      }
      return rows
    }
  }

  private func isWaypoint(_ record: LocatedRecord, _ format: some RecordFormat) -> Bool {
    format is GPXFormat && record.frame & 3 == GPXPoint.way.rawValue
  }
}

/// The time of a point of GPX.
private enum GPXTime {
  /// What stands in its own `time`; empty where there is none.
  static func text(in record: UnsafeRawBufferPointer, _ names: XMLNames) -> String {
    var position = 0
    var isInPoint = false
    while let tag = XMLTag(in: record, from: position) {
      position = tag.end
      guard let name = tag.name, !tag.isClosing else { continue }
      if names.point(name, in: record) != nil { isInPoint = true }
      guard isInPoint, !tag.isEmpty, names.isName(name, "time", in: record) else { continue }
      let end = record.firstOffset(of: Byte.less, from: tag.end)
      return String(decoding: record[tag.end..<end], as: UTF8.self)
    }
    return ""
  }
}
