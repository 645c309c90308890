import GeoEngine
import GeoModel
import GeoStore

/// Finds the settlements, mapped as nodes, that name addresses on a street or at a place.
///
/// A settlement names what its square touches, the size of which goes by its kind (``Reach/naming(_:)``).
struct SettlementNodes {
  let shelf: ObjectShelf
  let linked: LinkedPlaces
  let ranks: AddressRanks

  /// A settlement near a base.
  struct Node {
    let object: KnownObject
    /// Its rank in addresses.
    var rank: UInt8
    /// Meters to the base.
    var distanceMeters: Double
  }

  /// Bands of search ranks; the coarsest of each has the widest reach.
  private static let bands: [ClosedRange<UInt8>] = [13...16, 17...18, 19...19, 20...20, 21...25]

  /// The settlements that may name a base, those without an own boundary only.
  ///
  /// - Parameter below: only ranks in addresses below this one.
  func nodes(around base: KnownObject, below: UInt8) throws(StoreError) -> [Node] {
    let line = base.line ?? [base.center]
    let middle = base.box.middle
    let projection = LocalProjection(origin: middle)
    let corner = projection.project(FixedPoint(x: base.box.maxX, y: base.box.maxY)).squaredLength.squareRoot()
    // Of an area only the point counts that stands for it.
    let margin = base.form == .line ? corner : 0
    let origin = base.form == .line ? middle : base.center
    var found: [Node] = []
    for band in SettlementNodes.bands {
      let reach = Reach.naming(band.lowerBound)
      var sketches: [MapObjectSketch] = []
      // The corners of a square are farther than its sides.
      try shelf.store.objects(around: origin, withinMeters: reach * 2.0.squareRoot() + margin, ranks: band) { object in
        if !object.isArea, object.hasName, (5..<below).contains(object.ranks.address) { sketches.append(object) }
      }
      for sketch in sketches { try add(sketch, line, reach, below, &found) }
    }
    return found
  }

  /// Takes a settlement whose square the line touches.
  private func add(
    _ sketch: MapObjectSketch, _ line: [FixedPoint], _ reach: Double, _ below: UInt8, _ found: inout [Node]
  ) throws(StoreError) {
    let node = try shelf.object(sketch.id)
    guard node.isNode, node.object.mainTag.key == "place" else { return }
    let projection = LocalProjection(origin: node.center)
    let reach = min(reach, Reach.naming(node.object.ranks.search))
    guard SettlementNodes.touches(line, projection, reach) else { return }
    let rank = try ranks.rank(ofNode: node)
    guard rank < below, try !linked.isLinked(node) else { return }
    found.append(Node(object: node, rank: rank, distanceMeters: SettlementNodes.distance(line, projection)))
  }

  /// Whether a line comes into the square around the origin, `half` wide on each side.
  private static func touches(_ line: [FixedPoint], _ projection: LocalProjection, _ half: Double) -> Bool {
    square(projection.project(line[0]), half)
      || zip(line, line.dropFirst()).contains { from, to in
        let (a, b) = (projection.project(from), projection.project(to))
        return square(b, half) || clips(a, b, half)
      }
  }

  /// Whether a place is in the square around the origin.
  private static func square(_ point: LocalPoint, _ half: Double) -> Bool {
    abs(point.x) <= half && abs(point.y) <= half
  }

  /// Whether a segment whose ends are outside passes through the square.
  private static func clips(_ a: LocalPoint, _ b: LocalPoint, _ half: Double) -> Bool {
    var (first, last) = (0.0, 1.0)
    for (from, by) in [(a.x, b.x - a.x), (a.y, b.y - a.y)] {
      if by == 0 {
        if abs(from) > half { return false }
        continue
      }
      let (enter, leave) = ((-half - from) / by, (half - from) / by)
      first = max(first, min(enter, leave))
      last = min(last, max(enter, leave))
    }
    return first <= last
  }

  /// Meters from the origin to a line.
  private static func distance(_ line: [FixedPoint], _ projection: LocalProjection) -> Double {
    var best = projection.project(line[0]).squaredLength
    for (from, to) in zip(line, line.dropFirst()) {
      best = min(best, projection.project(from).nearestToOrigin(onSegmentTo: projection.project(to)).squaredLength)
    }
    return best.squareRoot()
  }
}
