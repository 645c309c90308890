import GeoModel
import GeoStore

extension CandidateSearch {
  /// Collects the tile's streets that beat the best so far, or all within reach when ``keepsAllStreets`` is set.
  func scanStreets(_ tile: Tile) {
    var near = Vicinity(projection, meters: streetBound(0))
    tile.streets.forEach(touching: near.window.box) { position in
      let street = tile.streets[position]
      if near.window.misses(street.box) { return }
      scan(street, tile)
      near.narrow(projection, meters: streetBound(0))
    }
  }

  /// Meters from the point to the nearest way of that name in the point's tile; infinite when there is none.
  func meters(toStreet name: NameID) -> Double {
    var nearest = NearestOnLine(squaredBound: .infinity)
    for street in tile.streets where street.name == name { nearest.visit(tile.vertices(of: street.line), projection) }
    return nearest.squaredMeters.squareRoot()
  }

  /// The nearest way of that name in the point's tile, and the place on it; nil when there is none.
  func nearestWay(named name: NameID) -> (id: StreetID, nearest: NearestOnLine)? {
    var found: (id: StreetID, nearest: NearestOnLine)?
    for street in tile.streets where street.name == name {
      var nearest = NearestOnLine(squaredBound: found?.nearest.squaredMeters ?? .infinity)
      nearest.visit(tile.vertices(of: street.line), projection)
      if nearest.isFound { found = (street.id, nearest) }
    }
    return found
  }

  /// Collects the tile's interpolations within reach.
  func scanInterpolations(_ tile: Tile) {
    let parts = tile.interpolations
    guard !parts.isEmpty else { return }
    let reach = min(Reach.houseOnStreet, maximumMeters)
    let window = SearchWindow(around: projection, meters: reach)
    for part in parts {
      var nearest = NearestOnLine(squaredBound: reach * reach)
      nearest.visit(tile.vertices(of: part.line), projection, in: window)
      guard nearest.isFound, isHome({ side throws(StoreError) in try side.has(part.id) }) else { continue }
      interpolations.append(
        InterpolationCandidate(id: part.id, street: part.street, distanceMeters: nearest.squaredMeters.squareRoot()))
    }
  }

  @inline(__always) private func scan(_ street: TileStreet, _ tile: Tile) {
    let penalty = StreetPenalty(kind: street.kind, isReference: street.isReference, layer: street.layer)
    let bound = streetBound(penalty.onLine)
    guard bound > 0, ways.contains(street.kind) else { return }
    let vertices = tile.vertices(of: street.line)
    if street.isArea, ring(vertices, contains: point) {
      return take(street, distance: 0, penalty.meters, nearest: LocalPoint(x: 0, y: 0))
    }
    var nearest = NearestOnLine(squaredBound: bound * bound)
    nearest.visit(vertices, projection, in: SearchWindow(around: projection, meters: bound))
    guard nearest.isFound else { return }
    let distance = nearest.squaredMeters.squareRoot()
    take(street, distance: distance, penalty.at(distance), nearest: nearest.place)
  }

  /// The distance below which a way with this penalty can still be taken.
  @inline(__always) private func streetBound(_ penalty: Double) -> Double {
    let reach = min(Reach.street, maximumMeters)
    guard !keepsAllStreets, let best = bestStreet else { return min(reach, streetLimit - penalty) }
    return min(reach, best.rankMeters - penalty)
  }

  @inline(__always) private func take(_ street: TileStreet, distance: Double, _ penalty: Double, nearest: LocalPoint) {
    let candidate = StreetCandidate(
      id: street.id, name: street.name, isReference: street.isReference, distanceMeters: distance,
      rankMeters: distance + penalty, nearest: nearest)
    guard candidate.rankMeters < streetLimit else { return }
    guard isHome({ side throws(StoreError) in try side.has(candidate) }) else { return leaveOut(candidate) }
    if keepsAllStreets { streets.append(candidate) }
    if let best = bestStreet, !candidate.isBetter(than: best) { return }
    bestStreet = candidate
  }

  /// Rejects a street abroad, and every street whose rank is more than twice the rank of that street.
  private func leaveOut(_ abroad: StreetCandidate) {
    streetLimit = min(streetLimit, 2 * abroad.rankMeters)
    streets.removeAll { $0.rankMeters > streetLimit }
    if let best = bestStreet, best.rankMeters > streetLimit { bestStreet = nil }
  }

  /// Whether a closed ring contains a point, by the even-odd rule.
  private func ring(_ ring: UnsafeBufferPointer<FixedPoint>, contains point: FixedPoint) -> Bool {
    guard ring.count > 3 else { return false }
    var inside = false
    for index in 1..<ring.count {
      let a = ring[index - 1]
      let b = ring[index]
      guard (a.y > point.y) != (b.y > point.y) else { continue }
      let dx = Int64(b.x) - Int64(a.x)
      let dy = Int64(b.y) - Int64(a.y)
      let left = (Int64(point.x) - Int64(a.x)) * dy
      let right = (Int64(point.y) - Int64(a.y)) * dx
      if dy > 0 ? left > right : left < right { inside.toggle() }
    }
    return inside
  }
}

extension StreetCandidate {
  /// Whether this way describes the point better: its rank is lower, or the rank is equal and its row is lower. The row
  /// makes the result independent of the order of tiles.
  @inline(__always) func isBetter(than other: StreetCandidate) -> Bool {
    rankMeters < other.rankMeters || (rankMeters == other.rankMeters && id < other.id)
  }
}

extension CandidateSearch {
  /// Collects the places of interest of the point's tile that are known as nodes.
  func scanFeatures(_ tile: Tile) {
    guard !tile.features.isEmpty else { return }
    let squaredReach = Reach.feature * Reach.feature
    tile.features.forEachPoint(in: SearchWindow(around: projection, meters: Reach.feature).box) { feature in
      let squared = projection.project(feature.point).squaredLength
      guard squared <= squaredReach else { return }
      features.append(
        FeatureCandidate(id: feature.id, containsPoint: false, distanceMeters: squared.squareRoot()))
    }
  }
}

/// A search radius with its window, computed again only when the radius changes.
private struct Vicinity {
  private(set) var meters: Double
  private(set) var window: SearchWindow

  init(_ projection: LocalProjection, meters: Double) {
    self.meters = meters
    window = SearchWindow(around: projection, meters: meters)
  }

  /// Shrinks the radius once something nearer was found.
  @inline(__always) mutating func narrow(_ projection: LocalProjection, meters: Double) {
    if meters != self.meters { self = Vicinity(projection, meters: meters) }
  }
}
