import GeoModel
import GeoWire

/// The initial state of the page at `/`: the region of the data, and an example point.
///
/// The example is the street or house nearest to the region's middle, or else the middle itself. If the example is far
/// from the middle, as with an island in the sea, the page shows a small region around the example.
struct FirstSight {
  /// The example point; nil if the region of the data is unknown.
  private(set) var example: Coordinate?
  /// The region that the map shows first; nil if it is unknown.
  private(set) var region: CoordinateRegion?

  /// The width and height of the small region in meters.
  private static let sideMeters = 5_000.0

  /// Creates the initial state for an engine's data.
  ///
  /// - Parameter mayLook: whether the nearest place may be shown; false where keys or a detail limit protect places.
  init(_ opened: OpenedEngine, mayLook: Bool) {
    region = opened.info.bounds
    example = region.flatMap(FirstSight.middle)
    guard mayLook, let bounds = region, let middle = example else { return }
    var query = NearbyQuery(coordinate: middle)
    (query.kinds, query.limit) = ([.street, .house], 1)
    for radius in [500.0, 5_000, NearbyQuery.largestRadiusMeters] {
      query.radiusMeters = radius
      // A store without objects cannot say what is near. If the store cannot be read, the first query reports that.
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
