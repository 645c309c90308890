import GeoEngine
import GeoModel

/// The accuracy of matched tracks.
struct DriveResult {
  private var driven = 0.0
  private var found = 0.0
  private var wrong = 0.0
  private var unmatched = 0
  private var pieces = 0
  private var drives = 0
  private(set) var points = 0
  /// The drives with the lowest share of recognized roads, in words.
  private(set) var worst: [String] = []

  init() {}

  /// Matches drives with a new engine.
  init(_ drives: [Drive], store: String) throws {
    let roads = try PlacemarkEngine(database: store).trackRoads(.driving)
    for drive in drives {
      let matcher = TrackMatcher(roads: roads, recordsPath: true)
      var matched: [MatchedPoint] = []
      for point in drive.points { matched += try matcher.add(point) }
      matched += matcher.finish()
      compare(drive, matched)
    }
  }

  mutating func add(_ other: DriveResult) {
    driven += other.driven
    found += other.found
    wrong += other.wrong
    unmatched += other.unmatched
    pieces += other.pieces
    drives += other.drives
    points += other.points
    worst = (worst + other.worst).sorted().prefix(10).map { $0 }
  }

  var text: String {
    func percent(_ meters: Double) -> String {
      let thousandths = Int((meters / driven * 10_000).rounded())
      return "\(thousandths / 100).\(thousandths % 100 < 10 ? "0" : "")\(thousandths % 100) %"
    }
    return "\(percent(found)) found, \(percent(wrong)) wrong, of \(Int(driven / 1_000)) km; "
      + "\(unmatched) of \(points) points without a road, \(pieces) pieces of \(drives) drives"
  }

  private mutating func compare(_ drive: Drive, _ matched: [MatchedPoint]) {
    let told = pieces(of: matched, on: drive)
    var missing = 0.0
    var here = 0.0
    for (piece, _) in drive.pieces {
      here += piece.meters
      if !told.contains(piece) { missing += piece.meters }
    }
    let driven = Set(drive.pieces.map(\.piece))
    self.driven += here
    found += here - missing
    wrong += told.subtracting(driven).reduce(0) { $0 + $1.meters }
    unmatched += matched.count { $0.place == nil }
    pieces += matched.compactMap(\.place?.piece).max() ?? 0
    drives += 1
    points += drive.points.count
    if let first = drive.points.first, here > 0 {
      let share = Int(100 * (here - missing) / here)
      worst.append("\(share < 10 ? "  " : share < 100 ? " " : "")\(share) % from \(first.latitude), \(first.longitude)")
    }
  }

  /// The pieces of roads between the passed vertices, and those on which points lie.
  private func pieces(of matched: [MatchedPoint], on drive: Drive) -> Set<RoadPiece> {
    var told: Set<RoadPiece> = []
    var last: (vertex: FixedPoint, piece: Int)?
    for point in matched {
      guard let place = point.place, !place.passed.isEmpty else { continue }
      let passed = place.passed.map { FixedPoint($0) }
      // Between two steps, the last vertex of the first step and the first vertex of the second are the ends of a
      // piece.
      if let last, last.piece == place.piece, last.vertex != passed[0] {
        told.insert(RoadPiece(last.vertex, passed[0]))
      }
      for (from, to) in zip(passed, passed.dropFirst()) { told.insert(RoadPiece(from, to)) }
      last = passed.last.map { ($0, place.piece) }
    }
    return told
  }
}
