import GeoModel
import GeoStore

/// Finds what has a name or a house number around a point, the nearest first.
///
/// 1. Circles are searched from small to large until enough is found, or the radius is reached.
/// 2. Settlements, boundaries and large grounds are as far as their middle, everything else as far as its shape: 0 in a building. Who asks what is
///    around wants houses before the street in front of them, so a street counts as a little farther.
struct NearbySearch {
  let shelf: ObjectShelf

  /// An object with how far it is.
  struct Found {
    var sketch: MapObjectSketch
    /// Meters, to the middle of what is large.
    var meters: Double
    /// What decides the order: streets stand back.
    fileprivate var order: Double

    fileprivate static func isBefore(_ a: Found, _ b: Found) -> Bool {
      (a.order, a.sketch.id.rawValue) < (b.order, b.sketch.id.rawValue)
    }
  }

  /// The first circle's radius in meters, and how much larger the next ones are.
  private static let (firstRing, growth) = (60.0, 3.0)
  /// A circle with more objects is the last one: a rare thing in a large city is worth so much work, and not more.
  private static let mostObjects = 20_000
  /// Grounds up to this size, in meters from corner to corner, are as near as their edge.
  private static let largestHouse = 400.0
  /// How much farther than it is a street counts, in meters.
  private static let streetMargin = 20.0

  /// Visits objects in their order until the visitor has enough.
  ///
  /// - Parameters:
  ///   - isWanted: is asked about an object before it is read.
  ///   - body: returns whether it wants more. An object is visited once.
  func visit(
    around point: FixedPoint, withinMeters radius: Double, where isWanted: (MapObjectRanks) -> Bool,
    _ body: (Found) throws(StoreError) -> Bool
  ) throws(StoreError) {
    var ring = min(NearbySearch.firstRing, radius)
    var done = -1.0
    while true {
      let (found, count) = try found(around: point, ring, isWanted)
      let isLast = ring >= radius || count > NearbySearch.mostObjects
      for one in found where one.order > done && (isLast || one.order <= ring) {
        if try !body(one) { return }
      }
      if isLast { return }
      done = ring
      ring = min(ring * NearbySearch.growth, radius)
    }
  }

  private func found(
    around point: FixedPoint, _ ring: Double, _ isWanted: (MapObjectRanks) -> Bool
  ) throws(StoreError) -> (found: [Found], count: Int) {
    let projection = LocalProjection(origin: point)
    var found: [Found] = []
    var count = 0
    try shelf.store.objects(
      around: point, withinMeters: ring, ranks: 4...30,
      where: { _, ranks, _ in
        count += 1
        return isWanted(ranks)
      }
    ) { sketch throws(StoreError) in
      guard sketch.hasName || sketch.hasHouseNumber else { return }
      var meters = sketch.distanceMeters
      if sketch.isArea, meters == 0 || sketch.ranks.address < 26 {
        let object = try shelf.object(sketch.id)
        let isLarge = projection.diagonalMeters(of: object.box) > NearbySearch.largestHouse
        if isLarge || (1..<26).contains(sketch.ranks.address) {
          meters = projection.project(object.center).squaredLength.squareRoot()
        }
      }
      guard meters <= ring else { return }
      let isStreet = (26..<28).contains(sketch.ranks.address)
      found.append(Found(sketch: sketch, meters: meters, order: meters + (isStreet ? NearbySearch.streetMargin : 0)))
    }
    found.sort(by: Found.isBefore)
    return (found, count)
  }
}

extension LocalProjection {
  /// Meters from corner to corner of a box that is not very large.
  fileprivate func diagonalMeters(of box: FixedBox) -> Double {
    let (a, b) = (project(FixedPoint(x: box.minX, y: box.minY)), project(FixedPoint(x: box.maxX, y: box.maxY)))
    return ((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y)).squareRoot()
  }
}
