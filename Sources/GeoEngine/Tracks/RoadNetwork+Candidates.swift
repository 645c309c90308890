import GeoModel
import GeoSupport

/// A place on a road that a point of a track may be matched to.
struct RoadCandidate: BitwiseCopyable {
  /// The number of the segment, valid in one generation of the network.
  var segment: Int32
  var generation: Int32
  /// Meters from the segment's first node.
  var offsetMeters: Float
  /// Meters from the point of the track.
  var distanceMeters: Float
  /// The OpenStreetMap way.
  var way: Int64
  /// The place.
  var place: FixedPoint
}

/// The state of a segment during a search.
struct CandidateMark: BitwiseCopyable {
  /// The number of the last search that visited it.
  var search: UInt32 = 0
  var squaredMeters: Float = 0
}

extension RoadNetwork {
  /// The places on roads near a point, nearest first: the local minima of each way's distance.
  func candidates(
    _ point: FixedPoint, profile: TrackProfile, radiusMeters: Double, atMost most: Int
  ) -> [RoadCandidate] {
    var found: [(segment: Int32, share: Double, squared: Double)] = []
    visit(point, profile, radiusMeters) { found.append(($0, $1, $2)) }
    let projection = LocalProjection(origin: point)
    found.removeAll { !isMinimum($0.segment, $0.share, $0.squared) }
    found.sort { ($0.squared, $0.segment) < ($1.squared, $1.segment) }
    return found.prefix(most).map { candidate($0.segment, $0.share, $0.squared, projection) }
  }

  /// The nearest place on some ways; nil when none is within the radius.
  func nearest(
    to point: FixedPoint, on wanted: (Int64, Int64), profile: TrackProfile, radiusMeters: Double
  ) -> RoadCandidate? {
    var best: (segment: Int32, share: Double, squared: Double)?
    visit(point, profile, radiusMeters) { segment, share, squared in
      let way = ways[Int(segments[Int(segment)].way)]
      guard way == wanted.0 || way == wanted.1, squared < best?.squared ?? .infinity else { return }
      best = (segment, share, squared)
    }
    return best.map { candidate($0.segment, $0.share, $0.squared, LocalProjection(origin: point)) }
  }

  /// Calls the body with each segment within a radius, the share of its length before its nearest point, and the square
  /// of that point's distance.
  private func visit(
    _ point: FixedPoint, _ profile: TrackProfile, _ radius: Double, _ body: (Int32, Double, Double) -> Void
  ) {
    let projection = LocalProjection(origin: point)
    let wanted = profile.forward.union(profile.backward)
    markNumber &+= 1
    let (number, limit) = (markNumber, radius * radius)
    let width = Int64(min(radius * projection.unitsPerMeterX, 1e7))
    let height = Int64(radius * LocalProjection.unitsPerMeterY)
    cells.forEachSegment(around: point, width: width, height: height) { segment in
      guard marks[Int(segment)].search != number else { return }
      marks[Int(segment)] = CandidateMark(search: number, squaredMeters: .infinity)
      let piece = segments[Int(segment)]
      guard !piece.access.isDisjoint(with: wanted) else { return }
      let start = projection.project(piece.start)
      let (x, y, meters) = (Double(piece.direction.x), Double(piece.direction.y), Double(piece.meters))
      let along = max(0, min(meters, -(start.x * x + start.y * y)))
      // The end of a segment is as far as the start of the next one, to the last bit.
      let nearest =
        along < meters
        ? LocalPoint(x: start.x + along * x, y: start.y + along * y) : projection.project(nodes[Int(piece.to)])
      let squared = nearest.squaredLength
      guard squared <= limit else { return }
      marks[Int(segment)].squaredMeters = Float(squared)
      body(segment, along / meters, squared)
    }
  }

  /// Whether the distance has a minimum on this segment: no neighboring segment of the same way is nearer, or as near
  /// at the shared vertex.
  private func isMinimum(_ segment: Int32, _ share: Double, _ squared: Double) -> Bool {
    if share > 0, share < 1 { return true }
    let neighbor = Int(segment) + (share == 0 ? -1 : 1)
    guard segments.indices.contains(neighbor), segments[neighbor].way == segments[Int(segment)].way,
      marks[neighbor].search == markNumber
    else { return true }
    // A shared vertex counts for the earlier segment.
    return share == 0 ? marks[neighbor].squaredMeters > Float(squared) : marks[neighbor].squaredMeters >= Float(squared)
  }

  private func candidate(
    _ segment: Int32, _ share: Double, _ squared: Double, _ projection: LocalProjection
  ) -> RoadCandidate {
    let piece = segments[Int(segment)]
    let (from, to) = (projection.project(nodes[Int(piece.from)]), projection.project(nodes[Int(piece.to)]))
    let place = LocalPoint(x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share)
    return RoadCandidate(
      segment: segment, generation: generation, offsetMeters: piece.meters * Float(share),
      distanceMeters: Float(squared.squareRoot()),
      way: ways[Int(piece.way)], place: projection.unproject(place))
  }
}
