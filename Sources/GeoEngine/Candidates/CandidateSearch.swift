import GeoModel
import GeoStore

/// Collects everything near one asked point, tile by tile.
///
/// 1. The tile that contains the point is looked at first: streets, houses, interpolations, places of interest, and the
///    areas that contain the point, which that tile alone decides.
/// 2. The caller says up to which distance the result must be complete. When that circle leaves what was looked at, the
///    tiles around follow; a tile is looked at once.
///
/// One instance serves one engine: its buffers are emptied, not freed, between queries.
final class CandidateSearch {
  /// The asked point, as a stored point.
  @exclusivity(unchecked) private(set) var point = FixedPoint(x: 0, y: 0)
  /// Meters around the asked point.
  @exclusivity(unchecked) private(set) var projection = LocalProjection(origin: FixedPoint(x: 0, y: 0))
  /// The street with the least rank; nil when none is within reach.
  @exclusivity(unchecked) var bestStreet: StreetCandidate?
  /// Every street part within reach, in the order found; only filled when ``keepsAllStreets``.
  @exclusivity(unchecked) var streets: [StreetCandidate] = []
  /// Houses within ``Reach/house``, where no list of candidates is wanted only those that may be chosen; one whose outline lies in several
  /// tiles may occur more than once. Most are not measured yet: ``addresses`` are.
  @exclusivity(unchecked) var houses: [AddressCandidate] = []
  /// Whether an address known as a point is at the asked point.
  @exclusivity(unchecked) var hasNodeAtPoint = false
  /// The tiles of the outlines among ``houses``.
  @exclusivity(unchecked) var outlineTiles: [Tile] = []
  /// Addresses known as points whose building contains the asked point; their distances are only known in the point's tile.
  @exclusivity(unchecked) var residents: [AddressCandidate] = []
  /// Interpolations within ``Reach/houseOnStreet``, perhaps in several parts.
  @exclusivity(unchecked) var interpolations: [InterpolationCandidate] = []
  /// Places of interest at the point.
  @exclusivity(unchecked) var features: [FeatureCandidate] = []
  /// Whether ``streets`` is wanted, for a list of candidates or a trace.
  @exclusivity(unchecked) var keepsAllStreets = false
  /// Whether the nearest house may be chosen, so that nothing farther can be.
  @exclusivity(unchecked) var decidesByHouses = true
  /// The kinds of ways that may be streets.
  @exclusivity(unchecked) var ways = StreetKinds.all
  /// Nothing farther than this is taken, in meters.
  @exclusivity(unchecked) var maximumMeters = Double.infinity
  /// Nothing beyond a border is taken; nil where none is near enough to matter.
  @exclusivity(unchecked) var homeSide: HomeSide?
  /// What went wrong while it was asked.
  @exclusivity(unchecked) var failure: StoreError?
  /// No street with a greater rank is taken: one abroad is so much nearer that the point is on none.
  @exclusivity(unchecked) var streetLimit = Double.infinity

  /// Within this distance of the point everything has been seen, in meters.
  @exclusivity(unchecked) private(set) var completeMeters = 0.0
  @exclusivity(unchecked) private var seenTiles: [FixedBox] = []
  /// Meters to the nearest of the first so many of ``houses``; infinite when there is none.
  @exclusivity(unchecked) private var nearestSeen = (count: 0, meters: Double.infinity)
  /// How far the search was asked to go, in meters.
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

  /// Makes the collection complete within a distance, at first only as far as what is found on the way leaves a choice; see
  /// ``completeMeters``.
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

  /// Whether a house or a stretch of numbers may be the choice, after ``begin(at:in:)``. Where the point's tile has none near enough only
  /// tiles that have some are looked at, most often none at all; a street in another tile would only narrow what is near enough. If there
  /// is something in another tile, the search begins anew; after false it must be begun by whoever wants streets.
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

  /// Whether a tile is new and what it has near enough to matter.
  private func isWanted(_ tile: Tile) -> Bool {
    if seenTiles.contains(tile.box) { return false }
    // A list of candidates takes what it can get.
    if keepsAllStreets { return true }
    return !seeksHouses && isNear(tile.streetBox, min(openMeters, bestStreet?.rankMeters ?? streetLimit))
      || isNear(tile.houseBox, openMeters)
  }

  private func isNear(_ box: FixedBox, _ meters: Double) -> Bool {
    !box.isEmpty && projection.squaredDistance(to: box) <= meters * meters
  }

  /// How far the search must go, by what was found so far: a house or street that is farther than the nearest one will not be
  /// chosen, but for houses along the nearest street. That is almost always so; where it is not (an interpolation in place of the
  /// nearest house, a point on a lake), the caller asks for more, and then the whole circle is looked at.
  private var openMeters: Double {
    isExhaustive ? wantedMeters : min(wantedMeters, undecidedMeters)
  }

  /// Farther than this nothing is chosen any more: the nearest house or street is nearer, and no house is taken for one of its street.
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

  /// Where no street is chosen, no house farther than this is; infinite unless a street abroad is nearer.
  var houseLimit: Double { max(streetLimit, Reach.houseOnStreet) }

  /// How far a house may be to be chosen, by what was found so far, in meters. A little more, for houses that are just as near as the
  /// nearest one.
  var houseMeters: Double {
    let reach = min(Reach.house, maximumMeters)
    return keepsAllStreets ? reach : min(reach, undecidedMeters * 1.000_001)
  }

  /// ``houses``, all measured. They keep their places until more are found.
  var addresses: [AddressCandidate] {
    for position in houses.indices { measure(position) }
    if houses.contains(where: { $0.distanceMeters == .infinity }) {
      houses.removeAll { $0.distanceMeters == .infinity }
      nearestSeen = (houses.count, houses.lazy.map(\.distanceMeters).min() ?? .infinity)
    }
    return houses
  }

  /// Position in ``houses`` of the nearest one that is farther than another; of equally near ones they follow in their order. Only houses that
  /// may be it are measured.
  ///
  /// - Parameter last: what this function gave before; nil for the nearest of all.
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
