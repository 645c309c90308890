import GeoModel
import GeoStore
import GeoWire

/// The initial state of the page at `/`: the region of the data, and an example point.
///
/// The example is the street or house nearest to the region's middle, or else one elsewhere in the store, or else the
/// middle itself. If the example is far from the middle, as with an island in the sea, the page shows a small region
/// around the example.
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
    guard mayLook, let bounds = region, let middle = example,
      let place = FirstSight.nearest([.street, .house], to: middle, opened) ?? FirstSight.anyPlace(opened, middle)
    else { return }
    example = place
    let corner = try? Coordinate(latitude: bounds.north, longitude: middle.longitude)
    let height = corner.map { 2 * Geodesy.distanceMeters(middle, $0) } ?? 0
    guard Geodesy.distanceMeters(middle, place) > height / 8 else { return }
    region = CoordinateRegion(
      center: place, latitudinalMeters: FirstSight.sideMeters, longitudinalMeters: FirstSight.sideMeters)
  }

  /// The nearest thing of some kinds; nil if none is near. A store without objects cannot say. If the store cannot be
  /// read, the first query reports that.
  private static func nearest(_ kinds: [NearbyKind], to point: Coordinate, _ opened: OpenedEngine) -> Coordinate? {
    var query = NearbyQuery(coordinate: point)
    (query.kinds, query.limit) = (kinds, 1)
    for radius in [500.0, 5_000, NearbyQuery.largestRadiusMeters] {
      query.radiusMeters = radius
      guard let found = try? opened.engine.nearby(query) else { return nil }
      if let place = found.first?.coordinate { return place }
    }
    return nil
  }

  /// A street in the middle of a settlement, wherever the store has some, as its extracts may be far from each other.
  private static func anyPlace(_ opened: OpenedEngine, _ middle: Coordinate) -> Coordinate? {
    guard let path = opened.info.database, let store = try? StoreReader(path: path) else { return nil }
    var first: Coordinate?
    for box in [FixedBox(FixedPoint(middle)), FixedBox.world] where first == nil {
      try? store.forEachTile(in: box, besides: .empty, where: { !$0.streetBox.isEmpty }) { tile in
        first = tile.streets.first.map { Coordinate($0.box.middle) }
        return first == nil
      }
    }
    guard let street = first else { return nil }
    let settlement = nearest([.settlement], to: street, opened) ?? street
    return nearest([.street, .house], to: settlement, opened) ?? street
  }

  private static func middle(_ bounds: CoordinateRegion) -> Coordinate? {
    try? Coordinate(
      latitude: (bounds.south + bounds.north) / 2, longitude: (bounds.west + bounds.east) / 2)
  }
}
