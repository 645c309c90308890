import GeoCSV
import GeoConsole
import GeoEngine
import GeoModel
import GeoSupport

/// Matches the rows of a table to roads for `geocode csv --track`.
struct CSVTracks: Sendable {
  let command: CSVCommand

  /// Reads a table to its end.
  ///
  /// - Parameters:
  ///   - stop: ends the reading; the results so far are used.
  ///   - progress: receives the number of rows read.
  /// - Throws: `EnrichmentError` for a problem with the table, the store or the disk.
  func find(
    _ reader: TrackReader, _ stop: StopSignal, progress: (Int64) -> Void
  ) async throws(EnrichmentError) -> TrackSheet {
    let folder = command.output.path.map { FileFolder.folder(of: FileFolder.resolved($0)) } ?? UserFolders().temporary
    let sheet = try TrackSheet(folder: folder)
    do {
      let next = try await reader.open()
      let engine = try PlacemarkEngine(database: try command.source.storePath(isQuiet: command.output.quiet))
      let desk = try TrackDesk(engine, command.adding.profile ?? .driving) { news in
        guard case .row(let row, let matched, let street) = news else { return }
        let place = matched.place.map {
          TrackSheet.Place(coordinate: $0.coordinate, way: $0.way, alongMeters: $0.alongMeters, street: street)
        }
        try sheet.set(TrackSheet.Row(place: place, status: matched.status.rawValue), at: row.index)
      }
      var count: Int64 = 0
      while !stop.isStopping, let read = try await next() {
        try desk.take(read.rows)
        count += Int64(read.rows.count)
        progress(count)
        if read.problem != nil { break }
      }
      // The second reading reports problems of the table.
      try desk.finish()
      return sheet
    } catch { throw CSVSource.failure(error) }
  }
}
