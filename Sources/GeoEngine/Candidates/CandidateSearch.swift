import GeoModel
import GeoStore

/// Collects everything near one query's point, tile by tile.
///
/// 1. The search begins with the tile that contains the point: streets, houses, interpolations, places of interest, and
///    the areas that contain the point. That tile alone decides the areas.
/// 2. The caller sets the distance up to which the result must be complete. When that circle reaches beyond the tiles
///    seen so far, the search visits the tiles around, each of them once.
///
/// One instance serves one engine: its buffers are emptied between queries, not freed.
final class CandidateSearch {
  /// The query's point, as a stored point.
  @exclusivity(unchecked) private(set) var point = FixedPoint(x: 0, y: 0)
  /// The projection to meters around the query's point.
  @exclusivity(unchecked) private(set) var projection = LocalProjection(origin: FixedPoint(x: 0, y: 0))
  /// The street with the lowest rank; nil when none is within reach.
  @exclusivity(unchecked) var bestStreet: StreetCandidate?
  /// Every street part within reach, in the order found; only filled when ``keepsAllStreets``.
  @exclusivity(unchecked) var streets: [StreetCandidate] = []
  /// Houses within ``Reach/house``: all of them when ``keepsAllStreets``, otherwise those that may be chosen. A house
  /// whose outline lies in several tiles may occur more than once. Most are not measured yet; ``addresses`` are.
  @exclusivity(unchecked) var houses: [AddressCandidate] = []
  /// Whether an address known as a point is at the query's point.
  @exclusivity(unchecked) var hasNodeAtPoint = false
  /// The tiles of the outlines among ``houses``.
  @exclusivity(unchecked) var outlineTiles: [Tile] = []
  /// Addresses known as points whose building contains the query's point. Their distances are set only for addresses in
  /// the point's tile.
  @exclusivity(unchecked) var residents: [AddressCandidate] = []
  /// Interpolations within ``Reach/houseOnStreet``, perhaps in several parts.
  @exclusivity(unchecked) var interpolations: [InterpolationCandidate] = []
  /// Places of interest at the point.
  @exclusivity(unchecked) var features: [FeatureCandidate] = []
  /// Whether ``streets`` is wanted, for a list of candidates or a trace.
  @exclusivity(unchecked) var keepsAllStreets = false
  /// Whether the nearest house may be chosen, in which case the search need not go much farther than that house.
  @exclusivity(unchecked) var decidesByHouses = true
  /// The kinds of ways that may be streets.
  @exclusivity(unchecked) var ways = StreetKinds.all
  /// Nothing farther than this is taken, in meters.
  @exclusivity(unchecked) var maximumMeters = Double.infinity
  /// The point's side of the borders, to which the search is limited; nil where no border is near enough to matter.
  @exclusivity(unchecked) var homeSide: HomeSide?
  /// The error that reading the store threw while ``isHome(_:)`` checked a side.
  @exclusivity(unchecked) var failure: StoreError?
  /// The highest rank at which a street is taken. It is finite once a street abroad is so much nearer that the point is
  /// on no street of its own country.
  @exclusivity(unchecked) var streetLimit = Double.infinity

  /// The distance from the point within which everything has been seen, in meters.
  @exclusivity(unchecked) private(set) var completeMeters = 0.0
  @exclusivity(unchecked) private var seenTiles: [FixedBox] = []
  /// Meters to the nearest of the first `count` ``houses``; infinite when there is none.
  @exclusivity(unchecked) private var nearestSeen = (count: 0, meters: Double.infinity)
  /// The radius of the latest ``complete(withinMeters:in:)``, in meters.
  @exclusivity(unchecked) private var wantedMeters = 0.0
  /// Whether everything up to ``wantedMeters`` must be seen, whatever is found.
  @exclusivity(unchecked) private var isExhaustive = false
  /// Whether only houses are looked for.
  @exclusivity(unchecked) private var seeksHouses = false
  /// Whether the last search ended before ``wantedMeters``.
  @exclusivity(unchecked) private var hasStoppedShort = false
  /// The tile that contains the point.
  @exclusivity(unchecked) private(set) var tile = Tile()

  /// Starts over with the tile that contains the point.
  func begin(at point: FixedPoint, in tile: Tile) {
    self.point = point
    self.tile = tile
    projection = LocalProjection(origin: point)
    bestStreet = nil
    streetLimit = .infinity
    if !streets.isEmpty { streets.removeAll(keepingCapacity: true) }
    if !houses.isEmpty { houses.removeAll(keepingCapacity: true) }
    hasNodeAtPoint = false
    if !outlineTiles.isEmpty { outlineTiles.removeAll(keepingCapacity: true) }
    if !residents.isEmpty { residents.removeAll(keepingCapacity: true) }
    nearestSeen = (0, .infinity)
    hasStoppedShort = false
    if !interpolations.isEmpty { interpolations.removeAll(keepingCapacity: true) }
    if !features.isEmpty { features.removeAll(keepingCapacity: true) }
    seenTiles.removeAll(keepingCapacity: true)
    seenTiles.append(tile.box)
    completeMeters = metersToEdge
    scanStreets(tile)
    scanInterpolations(tile)
    scanAddresses(tile)
    scanOutlines(tile, containsPoint: true)
    scanFeatures(tile)
  }

  /// Completes the collection within a distance.
  ///
  /// The search stops earlier when nothing farther can be chosen; ``completeMeters`` is the distance that it has
  /// reached. A call after a search that stopped short covers the whole circle.
  func complete(withinMeters radius: Double, in store: StoreReader) throws(StoreError) {
    guard radius > completeMeters else { return }
    wantedMeters = radius
    isExhaustive = keepsAllStreets || hasStoppedShort
    let boxes = SearchBoxes(around: point, radiusMeters: radius)
    try visit(boxes.first, in: store)
    if let second = boxes.second { try visit(second, in: store) }
    completeMeters = openMeters
    hasStoppedShort = completeMeters < radius
  }

  /// Whether a house or an interpolated stretch may be the choice; called after ``begin(at:in:)``.
  ///
  /// Where the point's tile has none near enough, the search visits only tiles that have houses near enough, most often
  /// none. Streets of other tiles are not needed, as they would only narrow the search. A find in another tile starts
  /// the search over. After false, a caller that wants streets must call ``begin(at:in:)`` itself.
  func mayChooseHouse(in store: StoreReader) throws(StoreError) -> Bool {
    if hasHouses { return true }
    seeksHouses = true
    defer { seeksHouses = false }
    try complete(withinMeters: houseMeters, in: store)
    guard hasHouses else { return false }
    begin(at: point, in: tile)
    return true
  }

  private var hasHouses: Bool { !houses.isEmpty || !residents.isEmpty || !interpolations.isEmpty }

  private func visit(_ box: FixedBox, in store: StoreReader) throws(StoreError) {
    try store.forEachTile(in: box, besides: tile.box, where: isWanted) { tile throws(StoreError) in
      seenTiles.append(tile.box)
      scanStreets(tile)
      scanInterpolations(tile)
      scanAddresses(tile)
      scanOutlines(tile, containsPoint: false)
      return !seeksHouses || !hasHouses
    }
  }

  /// Whether a tile is new and has something near enough to matter.
  private func isWanted(_ tile: Tile) -> Bool {
    if seenTiles.contains(tile.box) { return false }
    // A list of candidates needs every tile of the circle.
    if keepsAllStreets { return true }
    return !seeksHouses && isNear(tile.streetBox, min(openMeters, bestStreet?.rankMeters ?? streetLimit))
      || isNear(tile.houseBox, openMeters)
  }

  private func isNear(_ box: FixedBox, _ meters: Double) -> Bool {
    !box.isEmpty && projection.squaredDistance(to: box) <= meters * meters
  }

  /// How far the search must go, given the candidates so far. A house or street farther than the nearest one is not
  /// chosen, except houses along the nearest street. Where this rule fails (an interpolation in place of the nearest
  /// house, a point on a lake), the caller calls again, and the search covers the whole circle.
  private var openMeters: Double {
    isExhaustive ? wantedMeters : min(wantedMeters, undecidedMeters)
  }

  /// The distance beyond which nothing is chosen: a house or street is nearer, and no house so far away counts for its
  /// street.
  private var undecidedMeters: Double {
    guard let street = bestStreet?.rankMeters, street <= Reach.houseOnStreet else {
      return max(
        min(bestStreet?.rankMeters ?? streetLimit, decidesByHouses ? nearestHouseMeters : .infinity),
        Reach.houseOnStreet)
    }
    return Reach.houseOnStreet
  }

  /// Meters to the nearest house seen so far; infinite when there is none.
  private var nearestHouseMeters: Double {
    for position in nearestSeen.count..<houses.count where houses[position].distanceMeters < nearestSeen.meters {
      measure(position)
      nearestSeen.meters = min(nearestSeen.meters, houses[position].distanceMeters)
    }
    nearestSeen.count = houses.count
    return nearestSeen.meters
  }

  /// The distance beyond which no house is chosen where no street is found; infinite unless a street abroad is nearer.
  var houseLimit: Double { max(streetLimit, Reach.houseOnStreet) }

  /// How far away a house may be and still be chosen, given what was found so far, in meters. The distance is slightly
  /// enlarged, so that houses exactly as near as the nearest one count.
  var houseMeters: Double {
    let reach = min(Reach.house, maximumMeters)
    return keepsAllStreets ? reach : min(reach, undecidedMeters * 1.000_001)
  }

  /// ``houses``, all measured, without those out of reach. Positions stay valid until more houses are found.
  var addresses: [AddressCandidate] {
    for position in houses.indices { measure(position) }
    if houses.contains(where: { $0.distanceMeters == .infinity }) {
      houses.removeAll { $0.distanceMeters == .infinity }
      nearestSeen = (houses.count, houses.lazy.map(\.distanceMeters).min() ?? .infinity)
    }
    return houses
  }

  /// The position in ``houses`` of the next house by distance; equally near ones follow by row, then by position.
  /// Measures only houses that may be the next.
  ///
  /// - Parameter last: the previous result of this function; nil for the nearest house of all.
  /// - Returns: nil when there is none.
  func nextNearest(after last: Int?) -> Int? {
    var best: Int?
    for position in houses.indices {
      if let best, houses[position].distanceMeters > houses[best].distanceMeters { continue }
      measure(position)
      guard houses[position].distanceMeters < .infinity else { continue }
      if let last {
        let isBehind = houses[last].isNearer(than: houses[position])
        let isEqual = !isBehind && !houses[position].isNearer(than: houses[last])
        guard isBehind || isEqual && position > last else { continue }
      }
      if let known = best, !houses[position].isNearer(than: houses[known]) { continue }
      best = position
    }
    return best
  }

  /// Whether something is on the point's side of borders.
  @inline(__always) func isHome(_ has: (HomeSide) throws(StoreError) -> Bool) -> Bool {
    guard let homeSide else { return true }
    do {
      return try has(homeSide)
    } catch {
      failure = error
      return false
    }
  }

  /// Meters from the point to the nearest edge of its tile.
  var metersToEdge: Double {
    let box = tile.box
    let x = min(Int64(point.x) - Int64(box.minX), Int64(box.maxX) - Int64(point.x))
    let y = min(Int64(point.y) - Int64(box.minY), Int64(box.maxY) - Int64(point.y))
    return min(Double(x) * projection.metersPerUnitX, Double(y) * LocalProjection.metersPerUnitY)
  }
}
