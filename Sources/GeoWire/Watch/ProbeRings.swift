import GeoModel
import GeoSupport

/// Rings of points around a position, which show how far away the old value of a level is.
enum ProbeRings {
  /// The rings: the radius in accuracies, and the weight of a position whose surroundings up to there lack the old
  /// value.
  ///
  /// The weights suit a car parked right on a border, with normally distributed positions: 68 % are within the
  /// accuracy, so one accuracy is about 1.5 standard deviations across the border. Each way to certainty then happens
  /// by chance at most about once in 300,000 positions.
  static let rings: [(radius: Double, weight: Int)] = [(0.5, 5), (1, 12), (2, 30), (3, 60)]
  /// The weight at which a change is reported.
  static let certainty = 60
  /// The number of points on each ring.
  static let directions = 8

  /// The queries for all rings, from the inner to the outer.
  static func queries(
    around placemark: Placemark, fix: WireFix?, accuracyMeters: Double, template: PlacemarkQuery
  ) -> [PlacemarkQuery] {
    let center = FixedPoint(fix?.coordinate ?? placemark.coordinate)
    let projection = LocalProjection(origin: center)
    var query = template
    query.limit = 1
    query.includesAreas = false
    query.layers = .none
    query.includesTrace = false
    query.includesOverlay = false
    return rings.flatMap { ring(of: query, around: projection, radiusMeters: $0.radius * accuracyMeters) }
  }

  /// The queries for the custom areas around a position.
  static func layerQueries(around fix: WireFix, radiusMeters: Double, template: PlacemarkQuery) -> [PlacemarkQuery] {
    var query = PlacemarkQuery(coordinate: fix.coordinate)
    query.detail = .country
    query.layers = template.layers
    return ring(of: query, around: LocalProjection(origin: FixedPoint(fix.coordinate)), radiusMeters: radiusMeters)
  }

  private static func ring(
    of query: PlacemarkQuery, around projection: LocalProjection, radiusMeters: Double
  ) -> [PlacemarkQuery] {
    (0..<directions).map { direction in
      let angle = Double(direction) / Double(directions) * 2 * .pi
      var query = query
      query.coordinate = Coordinate(
        projection.unproject(LocalPoint(x: radiusMeters * cos(angle), y: radiusMeters * sin(angle))))
      return query
    }
  }

  /// The weight of a position, given whether each point (in the order of the queries) lacks the old value.
  static func weight(_ lacksOldValue: [Bool]) -> Int {
    var weight = 0
    for (index, ring) in rings.enumerated() {
      let points = lacksOldValue.dropFirst(index * directions).prefix(directions)
      guard points.count == directions, points.allSatisfy({ $0 }) else { break }
      weight = ring.weight
    }
    return weight
  }
}
