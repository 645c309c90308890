import GeoModel

/// A row of a file of tracks.
package struct TrackRow: Sendable {
  /// The row's number among the records of the file, from 0. Blank lines count.
  package var index = 0
  /// The vehicle; empty in a file with a single track.
  package var vehicle = ""
  /// The time as written in the file; empty for none.
  package var time = ""
  /// ``time`` in seconds since 1970; nil for none, NaN for an invalid one.
  package var seconds: Double? { time.isEmpty ? nil : TrackTime.seconds(of: time) ?? .nan }
  /// The coordinate; nil if the row has no valid one.
  package var coordinate: Coordinate?
  /// The receiver's estimate of its error, in meters; nil if unknown.
  package var accuracyMeters: Double?

  package init() {}
}

/// Rows of a file of tracks that were read together.
package struct TrackRows: Sendable {
  package var rows: [TrackRow] = []
  /// The reason why no more rows follow; nil when there is no problem.
  package var problem: EnrichmentError?
}

/// Reads the rows of one or more tracks from a table or a GPX file of any length.
///
/// It uses the parts of an ``Enrichment``: the beginning of the input determines the format and the coordinate columns,
/// and the ``ChunkReader`` cuts the input into records. From GPX it reads the points of tracks and routes.
package struct TrackReader: Sendable {
  /// The input.
  package var input: InputFile
  /// How to read the input, such as its coordinate columns.
  package var options = EnrichmentOptions()
  /// The column of times; nil: found by its name.
  package var time: ColumnReference?
  /// The column with the vehicle of each row; nil for a single track.
  package var vehicle: ColumnReference?
  /// Receives notes for the user.
  package var note: @Sendable (String) -> Void = { _ in }

  package init(input: InputFile) { self.input = input }

  /// Examines the beginning of the file.
  ///
  /// - Returns: a function that returns the rows in order, some hundreds or thousands per call, then nil. It throws
  ///   ``EnrichmentError`` as well. No rows follow a problem.
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
    // With `--track` the enrichment itself shows these notes.
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

  /// Returns the rows of a file whose format is known.
  ///
  /// - Parameter finish: adds the other values of a record to its row.
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
          // Blank lines are not rows. Waypoints, and the bytes behind the last GPX point, belong to no track.
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

/// Reads the time of a GPX point.
private enum GPXTime {
  /// The text of the point's own `time`; empty where there is none.
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
