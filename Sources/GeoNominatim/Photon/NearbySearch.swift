import GeoModel
import GeoStore

/// Finds what has a name or a house number around a point, the nearest first.
///
/// Settlements, boundaries and large grounds around the point are as far as their middle, everything else as far as its shape: 0 in a building. Who
/// asks what is around wants houses before the street in front of them, so a street counts as a little farther.
struct NearbySearch {
  let shelf: ObjectShelf

  /// So many objects are looked at: a rare thing in a large city is worth so much work, and not more.
  private static let mostObjects = 20_000
  /// Grounds up to this size, in meters from corner to corner, are as near as their edge.
  private static let largestHouse = 400.0
  /// How much farther than it is a street counts, in meters.
  private static let streetMargin = 20.0

  /// Visits objects from near to far until the visitor has enough.
  ///
  /// - Parameters:
  ///   - levels: the wanted kinds; nil for all.
  ///   - body: returns whether it wants more. An object is visited once.
  func visit(
    around point: FixedPoint, withinMeters radius: Double, _ levels: Set<PhotonLayer>?,
    _ body: (MapObjectSketch) throws(StoreError) -> Bool
  ) throws(StoreError) {
    // What is coarser than streets is in trees of its own, so that no house stands before the next city.
    let isCoarse = levels?.isDisjoint(with: [.house, .street, .other]) ?? false
    let projection = LocalProjection(origin: point)
    try shelf.store.objects(
      nearestTo: point, withinMeters: radius, ranks: isCoarse ? 4...25 : 4...30, atMost: NearbySearch.mostObjects,
      where: { levels?.contains(PhotonLayer($0.address)) ?? true },
      meters: { (object) throws(StoreError) in try meters(to: object, projection) }, body)
  }

  /// How far an object counts to be; nil for what is called nothing.
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
  /// Meters from corner to corner of a box that is not very large.
  fileprivate func diagonalMeters(of box: FixedBox) -> Double {
    let (a, b) = (project(FixedPoint(x: box.minX, y: box.minY)), project(FixedPoint(x: box.maxX, y: box.maxY)))
    return ((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y)).squareRoot()
  }
}
