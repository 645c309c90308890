import ArgumentParser
import GeoCSV
import GeoConsole
import GeoEngine
import GeoMap
import GeoModel

extension TrackProfile: ExpressibleByArgument {}

/// The roads of a recorded track as lines; a line ends where no way continues.
struct TrackLines {
  private(set) var pieces: [[Coordinate]] = []
  /// The number of all rows, and of those of each status.
  private(set) var rows = 0
  private(set) var counts: [TrackStatus: Int] = [:]
  private var piece = 0

  /// The largest number of rows; a longer track is not a drawing.
  private static let mostRows = 1_000_000

  /// The numbers of rows that are not shown, by status, in words; nil when all are shown.
  var lost: String? {
    let lost = TrackStatus.allCases.filter { $0 != .ok }.compactMap { status in
      counts[status].map { "\($0) \(status.rawValue)" }
    }
    return lost.isEmpty ? nil : lost.joined(separator: ", ")
  }

  /// Reads a track (GPX or a table) and matches it to roads.
  ///
  /// - Throws: ``ProgramFailure`` that says what is wrong with the file or the store.
  init(path: String, _ content: ContentOptions, database: String, isQuiet: Bool) async throws {
    do {
      var reader = TrackReader(input: try InputFile(path: path))
      reader.time = content.time.map(ColumnReference.init)
      reader.options.latitudeColumn = content.latitude.map(ColumnReference.init)
      reader.options.longitudeColumn = content.longitude.map(ColumnReference.init)
      reader.note = { if !isQuiet { StandardError.writeLine($0, label: "Note: ") } }
      let next = try await reader.open()
      let roads = try PlacemarkEngine(database: database).trackRoads(content.profile)
      let matcher = TrackMatcher(roads: roads, recordsPath: true)
      while let read = try await next() {
        for row in read.rows { add(try matcher.add(TrackLines.point(row))) }
        if let problem = read.problem { throw problem }
        guard rows <= TrackLines.mostRows else {
          throw ProgramFailure(.badData, "\(path) has more than 1,000,000 rows; cut it to what is to be seen")
        }
      }
      add(matcher.finish())
      try roads.confirm()
    } catch let error as EnrichmentError {
      throw ProgramFailure(error.code == .input ? .noInput : error.code == .usage ? .usage : .badData, error.message)
    } catch let error as GeocodingError { throw ProgramFailure(.badData, error.message) }
  }

  private static func point(_ row: TrackRow) -> TrackPoint {
    TrackPoint(
      latitude: row.coordinate?.latitude ?? .nan, longitude: row.coordinate?.longitude ?? .nan,
      seconds: row.seconds, accuracyMeters: row.accuracyMeters)
  }

  private mutating func add(_ points: [MatchedPoint]) {
    for point in points {
      rows += 1
      counts[point.status, default: 0] += 1
      guard let place = point.place else { continue }
      if place.piece != piece {
        pieces.append([])
        piece = place.piece
      }
      if place.isStep { pieces[pieces.count - 1] += place.passed + [place.coordinate] }
    }
  }
}
