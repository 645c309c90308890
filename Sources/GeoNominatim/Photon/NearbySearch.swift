import GeoModel
import GeoStore

/// Finds things with a name or a house number around a point, the nearest first.
///
/// Settlements, boundaries and large grounds around the point are as far as their center, and everything else as far as
/// its shape: 0 inside a building. Users who ask for nearby things want houses before the street in front of them, so
/// streets count as slightly farther.
struct NearbySearch {
  let shelf: ObjectShelf

  /// The most objects to examine, which limits the work for a rare thing in a large city.
  private static let mostObjects = 20_000
  /// Grounds around the point that are larger than this, in meters from corner to corner, are as far as their center.
  private static let largestHouse = 400.0
  /// The distance added to a street, in meters.
  private static let streetMargin = 20.0

  /// Visits objects from near to far until the visitor has enough.
  ///
  /// - Parameters:
  ///   - levels: the wanted kinds; nil for all.
  ///   - body: receives each object once and returns whether it wants more.
  func visit(
    around point: FixedPoint, withinMeters radius: Double, _ levels: Set<PhotonLayer>?,
    _ body: (MapObjectSketch) throws(StoreError) -> Bool
  ) throws(StoreError) {
    // Things coarser than streets have index trees of their own, so that no houses delay the search for the next city.
    let isCoarse = levels?.isDisjoint(with: [.house, .street, .other]) ?? false
    let projection = LocalProjection(origin: point)
    try shelf.store.objects(
      nearestTo: point, withinMeters: radius, ranks: isCoarse ? 4...25 : 4...30, atMost: NearbySearch.mostObjects,
      where: { levels?.contains(PhotonLayer($0.address)) ?? true },
      meters: { (object) throws(StoreError) in try meters(to: object, projection) }, body)
  }

  /// The effective distance of an object; nil for objects without a name or number.
  private func meters(to sketch: MapObjectSketch, _ projection: LocalProjection) throws(StoreError) -> Double? {
    guard sketch.hasName || sketch.hasHouseNumber else { return nil }
    let rank = sketch.ranks.address
    if sketch.isArea, sketch.distanceMeters == 0 || (1..<26).contains(rank) {
      let object = try shelf.object(sketch.id)
      if (1..<26).contains(rank) || projection.diagonalMeters(of: object.box) > NearbySearch.largestHouse {
        return projection.project(object.center).squaredLength.squareRoot()
      }
    }
    return sketch.distanceMeters + ((26..<28).contains(rank) ? NearbySearch.streetMargin : 0)
  }
}

extension LocalProjection {
  /// The diagonal of a box that is not very large, in meters.
  fileprivate func diagonalMeters(of box: FixedBox) -> Double {
    let (a, b) = (project(FixedPoint(x: box.minX, y: box.minY)), project(FixedPoint(x: box.maxX, y: box.maxY)))
    return ((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y)).squareRoot()
  }
}
