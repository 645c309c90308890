import GeoModel
import GeoStore

extension CandidateSearch {
  /// Takes the streets of a tile that are nearer than the best so far, or all within reach when they are wanted.
  func scanStreets(_ tile: Tile) {
    let points = tile.points
    var near = Vicinity(projection, meters: streetBound(0))
    for street in tile.streets where !near.window.misses(street.line.box) {
      scan(street, points)
      near.narrow(projection, meters: streetBound(0))
    }
  }

  /// Meters from the point to the nearest way of a name in the point's tile; infinite when there is none.
  func meters(toStreet name: NameID) -> Double {
    var nearest = NearestOnLine(squaredBound: .infinity)
    let points = tile.points
    for street in tile.streets where street.name == name { nearest.visit(line(street.line, points), projection) }
    return nearest.squaredMeters.squareRoot()
  }

  /// Takes the interpolations of a tile within reach.
  func scanInterpolations(_ tile: Tile) {
    let parts = tile.interpolations
    guard !parts.isEmpty else { return }
    let reach = min(Reach.houseOnStreet, maximumMeters)
    let window = SearchWindow(around: projection, meters: reach)
    let points = tile.points
    for part in parts {
      var nearest = NearestOnLine(squaredBound: reach * reach)
      nearest.visit(line(part.line, points), projection, in: window)
      guard nearest.isFound else { continue }
      interpolations.append(
        InterpolationCandidate(id: part.id, street: part.street, distanceMeters: nearest.squaredMeters.squareRoot()))
    }
  }

  @inline(__always) private func scan(_ street: TileStreet, _ points: UnsafeBufferPointer<FixedPoint>) {
    let penalty = StreetPenalty.meters(kind: street.kind, isReference: street.isReference, layer: street.layer)
    let bound = streetBound(penalty)
    guard bound > 0, ways.contains(street.kind) else { return }
    let vertices = line(street.line, points)
    if street.isArea, ring(vertices, contains: point) {
      return take(street, distance: 0, penalty, nearest: LocalPoint(x: 0, y: 0))
    }
    var nearest = NearestOnLine(squaredBound: bound * bound)
    nearest.visit(vertices, projection, in: SearchWindow(around: projection, meters: bound))
    guard nearest.isFound else { return }
    take(street, distance: nearest.squaredMeters.squareRoot(), penalty, nearest: nearest.place)
  }

  /// The distance below which a way with a penalty is still of interest.
  @inline(__always) private func streetBound(_ penalty: Double) -> Double {
    let reach = min(Reach.street, maximumMeters)
    guard !keepsAllStreets, let best = bestStreet else { return reach }
    return min(reach, best.rankMeters - penalty)
  }

  @inline(__always) private func take(_ street: TileStreet, distance: Double, _ penalty: Double, nearest: LocalPoint) {
    let candidate = StreetCandidate(
      id: street.id, name: street.name, isReference: street.isReference, distanceMeters: distance,
      rankMeters: distance + penalty, nearest: nearest)
    if keepsAllStreets { streets.append(candidate) }
    if let best = bestStreet, !candidate.isBetter(than: best) { return }
    bestStreet = candidate
  }

  @inline(__always) func line(
    _ line: TileLine, _ points: UnsafeBufferPointer<FixedPoint>
  ) -> UnsafeBufferPointer<FixedPoint> {
    UnsafeBufferPointer(rebasing: points[line.positions])
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
  /// Whether this way describes the point better: nearer by rank, and at the same rank the older row, so that the answer
  /// does not depend on the order of tiles.
  @inline(__always) func isBetter(than other: StreetCandidate) -> Bool {
    rankMeters < other.rankMeters || (rankMeters == other.rankMeters && id < other.id)
  }
}

extension CandidateSearch {
  /// Takes the houses of a tile that are known as points; those with an outline come as pieces.
  func scanAddresses(_ tile: Tile) {
    let reach = houseMeters
    let window = SearchWindow(around: projection, meters: reach)
    let squaredReach = reach * reach
    for address in tile.addresses where !address.hasOutline && window.sides(of: address.point) == 0 {
      let squared = projection.project(address.point).squaredLength
      guard squared <= squaredReach else { continue }
      take(
        AddressCandidate(
          id: address.id, street: address.street, distanceMeters: squared.squareRoot(), containsPoint: false,
          edgeMeters: .infinity))
    }
  }

  /// Takes the houses and places of interest of a tile that are known by an outline.
  ///
  /// - Parameter containsPoint: whether the tile is the one that contains the asked point, and so can tell which
  ///   outlines do.
  func scanOutlines(_ tile: Tile, containsPoint: Bool) {
    let edges = TileEdges(tile)
    var near = Vicinity(projection, meters: houseMeters)
    for piece in tile.pieces {
      switch piece.owner {
      case .area: continue
      case .address(let id, let street):
        let edge = edges.nearest(of: piece, projection, near)
        let isInside = containsPoint && tile.contains(point, piece: piece)
        guard isInside || edge.isFound else { continue }
        let meters = edge.isFound ? edge.squaredMeters.squareRoot() : .infinity
        take(
          AddressCandidate(
            id: id, street: street, distanceMeters: isInside ? 0 : meters, containsPoint: isInside, edgeMeters: meters))
        near.narrow(projection, meters: houseMeters)
      case .feature(let id): if containsPoint { scan(piece, of: id, tile, edges) }
      case .building(let id, let street):
        if containsPoint { scan(building: piece, around: id, street: street, tile, edges) }
      }
    }
  }

  /// Takes the places of interest of the asked point's tile that are known as nodes.
  func scanFeatures(_ tile: Tile) {
    let squaredReach = Reach.feature * Reach.feature
    for feature in tile.features where !feature.hasOutline {
      let squared = projection.project(feature.point).squaredLength
      guard squared <= squaredReach else { continue }
      features.append(
        FeatureCandidate(id: feature.id, containsPoint: false, distanceMeters: squared.squareRoot()))
    }
  }

  /// The nearest address node that lies inside a building around the point and is nearly at the point; nil when there is
  /// none in the point's tile.
  func nearestNode(inside outline: AddressCandidate) -> AddressCandidate? {
    var best: AddressCandidate?
    for address in tile.addresses where !address.hasOutline {
      let meters = projection.project(address.point).squaredLength.squareRoot()
      guard meters < best?.distanceMeters ?? Reach.nodeInBuilding, isInside(address.point, outline.id) else { continue }
      best = AddressCandidate(
        id: address.id, street: address.street, distanceMeters: meters, containsPoint: false, edgeMeters: .infinity)
    }
    return best
  }

  private func isInside(_ point: FixedPoint, _ outline: AddressID) -> Bool {
    tile.pieces.contains { piece in
      guard case .address(let id, _) = piece.owner, id == outline else { return false }
      return tile.contains(point, piece: piece)
    }
  }

  private func scan(
    building piece: TilePiece, around id: AddressID, street: NameID?, _ tile: Tile, _ edges: TileEdges
  ) {
    guard tile.contains(point, piece: piece) else { return }
    let edge = edges.nearest(of: piece, projection, Vicinity(projection, meters: .infinity))
    // The addresses of a tile are rows that follow one another.
    let position = tile.addresses.first.map { Int(id.rawValue) - Int($0.id.rawValue) } ?? -1
    let isHere = tile.addresses.indices.contains(position)
    let meters =
      isHere ? projection.project(tile.addresses[position].point).squaredLength.squareRoot() : .infinity
    residents.append(
      AddressCandidate(
        id: id, street: street, distanceMeters: meters, containsPoint: false,
        edgeMeters: edge.squaredMeters.squareRoot()))
  }

  private func scan(_ piece: TilePiece, of id: FeatureID, _ tile: Tile, _ edges: TileEdges) {
    guard tile.contains(point, piece: piece) else { return }
    let edge = edges.nearest(of: piece, projection, Vicinity(projection, meters: .infinity))
    features.append(
      FeatureCandidate(id: id, containsPoint: true, distanceMeters: edge.squaredMeters.squareRoot()))
  }
}

/// How far something is looked for, worked out once for much of it.
private struct Vicinity {
  private(set) var meters: Double
  private(set) var window: SearchWindow

  init(_ projection: LocalProjection, meters: Double) {
    self.meters = meters
    window = SearchWindow(around: projection, meters: meters)
  }

  /// Looks less far, once something near was found.
  @inline(__always) mutating func narrow(_ projection: LocalProjection, meters: Double) {
    if meters != self.meters { self = Vicinity(projection, meters: meters) }
  }
}

/// The edges of a tile's pieces. The tile itself would be asked for its lists at each of them.
private struct TileEdges {
  let points: UnsafeBufferPointer<FixedPoint>
  let chains: UnsafeBufferPointer<TileLine>
  let chainNumbers: UnsafeBufferPointer<Int32>

  init(_ tile: Tile) { (points, chains, chainNumbers) = (tile.points, tile.chains, tile.chainNumbers) }

  /// The nearest place of a piece's edges to the origin, as far as it is within reach.
  @inline(__always) func nearest(
    of piece: TilePiece, _ projection: LocalProjection, _ near: Vicinity
  ) -> NearestOnLine {
    var nearest = NearestOnLine(squaredBound: near.meters * near.meters)
    for index in piece.chains {
      let chain = chains[Int(chainNumbers[Int(index)])]
      if near.window.misses(chain.box) { continue }
      nearest.visit(UnsafeBufferPointer(rebasing: points[chain.positions]), projection, in: near.window)
    }
    return nearest
  }
}
