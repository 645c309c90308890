import GeoModel
import GeoSupport

/// Rings of points around a position, which tell how far the old value of a level is away.
enum ProbeRings {
  /// The rings: radius in accuracies, and what a position weighs whose surroundings up to there lack the old value.
  ///
  /// With positions spread normally around a car that is parked right on a border (68 % within the accuracy, so one
  /// accuracy is about 1.5 standard deviations across the border), each way to certainty happens by chance about
  /// once in 300,000 positions or more seldom.
  static let rings: [(radius: Double, weight: Int)] = [(0.5, 5), (1, 12), (2, 30), (3, 60)]
  /// The weight at which a change is reported.
  static let certainty = 60
  /// Points on each ring.
  static let directions = 8

  /// The queries about all rings, from the inner to the outer.
  static func queries(
    around placemark: Placemark, fix: WireFix?, accuracyMeters: Double, template: PlacemarkQuery
  ) -> [PlacemarkQuery] {
    let center = FixedPoint(fix?.coordinate ?? placemark.coordinate)
    let projection = LocalProjection(origin: center)
    var query = template
    query.limit = 1
    query.includesAreas = false
    query.includesTrace = false
    query.includesOverlay = false
    return rings.flatMap { ring in
      (0..<directions).map { direction in
        let angle = Double(direction) / Double(directions) * 2 * .pi
        let radius = ring.radius * accuracyMeters
        query.coordinate = Coordinate(
          projection.unproject(LocalPoint(x: radius * cos(angle), y: radius * sin(angle))))
        return query
      }
    }
  }

  /// The weight of a position, given for each point (in the order of the queries) whether it lacks the old value.
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
