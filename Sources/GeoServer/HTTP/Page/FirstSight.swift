import GeoModel
import GeoWire

/// What the page at `/` begins with: what the data covers, and a place to ask about in its middle. Where that lies far from any street or house, as
/// with an island and the sea around it, both are moved to the nearest one.
struct FirstSight {
  /// A place to ask about; nil when it is not known what the data covers.
  private(set) var example: Coordinate?
  /// What the map shows at first; nil when that is not known.
  private(set) var region: CoordinateRegion?

  /// How wide the region around the nearest place is.
  private static let sideMeters = 5_000.0

  /// What an engine's data begin with.
  ///
  /// - Parameter mayLook: whether it may be told where the nearest place is: not where places are for some alone.
  init(_ opened: OpenedEngine, mayLook: Bool) {
    region = opened.info.bounds
    example = region.flatMap(FirstSight.middle)
    guard mayLook, let bounds = region, let middle = example else { return }
    var query = NearbyQuery(coordinate: middle)
    (query.kinds, query.limit) = ([.street, .house], 1)
    for radius in [500.0, 5_000, NearbyQuery.largestRadiusMeters] {
      query.radiusMeters = radius
      // A store without objects cannot say; one that cannot be read says so when something is asked.
      guard let found = try? opened.engine.nearby(query) else { return }
      guard let place = found.first?.coordinate else { continue }
      example = place
      let corner = try? Coordinate(latitude: bounds.north, longitude: middle.longitude)
      let height = corner.map { 2 * Geodesy.distanceMeters(middle, $0) } ?? 0
      guard Geodesy.distanceMeters(middle, place) > height / 8 else { return }
      region = CoordinateRegion(
        center: place, latitudinalMeters: FirstSight.sideMeters, longitudinalMeters: FirstSight.sideMeters)
      return
    }
  }

  private static func middle(_ bounds: CoordinateRegion) -> Coordinate? {
    try? Coordinate(
      latitude: (bounds.south + bounds.north) / 2, longitude: (bounds.west + bounds.east) / 2)
  }
}
