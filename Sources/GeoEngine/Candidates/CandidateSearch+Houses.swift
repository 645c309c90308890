import GeoModel
import GeoStore

// Houses are many, and most are known by an outline whose distance takes long to measure. So of an outline only the box around it is
// looked at first, and it is measured when it may be the house that is meant: hardly three in a tile are.
extension CandidateSearch {
  /// Takes the houses of a tile that are known as points; those with an outline come as pieces.
  func scanAddresses(_ tile: Tile) {
    let reach = houseMeters
    let window = SearchWindow(around: projection, meters: reach)
    let squaredReach = reach * reach
    for address in tile.addresses where !address.hasOutline && window.sides(of: address.point) == 0 {
      let squared = projection.project(address.point).squaredLength
      guard squared <= squaredReach else { continue }
      houses.append(
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
    let reach = houseMeters
    var number: Int32?
    for position in edges.pieces.indices {
      let piece = edges.pieces[position]
      switch piece.owner {
      case .area: continue
      case .address(let id, let street):
        let isInside = containsPoint && edges.contains(point, piece)
        let squared = isInside ? 0 : edges.squaredLeast(of: piece, projection)
        guard squared <= reach * reach else { continue }
        if number == nil {
          number = Int32(truncatingIfNeeded: outlineTiles.count)
          outlineTiles.append(tile)
        }
        houses.append(
          AddressCandidate(
            id: id, street: street, distanceMeters: isInside ? 0 : squared.squareRoot(), containsPoint: isInside,
            edgeMeters: reach, openTile: number ?? 0, openPiece: Int32(truncatingIfNeeded: position)))
        if isInside || keepsAllStreets { measure(houses.count - 1) }
      case .feature(let id): if containsPoint { scan(piece, of: id, edges) }
      case .building(let id, let street): if containsPoint { scan(building: piece, around: id, street: street, edges) }
      }
    }
  }

  /// Measures a house of which only the box around its outline is known. It is infinitely far if it turns out to be beyond reach.
  func measure(_ position: Int) {
    let house = houses[position]
    guard house.openTile >= 0 else { return }
    let edges = TileEdges(outlineTiles[Int(house.openTile)])
    let edge = edges.nearest(of: edges.pieces[Int(house.openPiece)], projection, within: house.edgeMeters)
    let meters = edge.isFound ? edge.squaredMeters.squareRoot() : .infinity
    houses[position].openTile = -1
    houses[position].edgeMeters = meters
    if !house.containsPoint { houses[position].distanceMeters = meters }
  }

  /// The nearest house of a kind that is nearer than a bound, of equally near ones the oldest row; nil when there is none.
  ///
  /// 1. The house whose box is nearest is measured. 2. Of the others those whose box is nearer than the nearest house so far.
  ///
  /// - Parameters:
  ///   - bound: in meters.
  ///   - isWanted: tells the kind by the name of the street.
  @inline(__always) func nearestHouse(
    nearerThan bound: Double, where isWanted: (NameID?) throws(StoreError) -> Bool
  ) throws(StoreError) -> AddressCandidate? {
    var first: Int?
    var least = bound
    for position in houses.indices where houses[position].distanceMeters < least {
      guard try isWanted(houses[position].street) else { continue }
      first = position
      least = houses[position].distanceMeters
    }
    guard let first else { return nil }
    measure(first)
    var best = houses[first].distanceMeters < bound ? first : nil
    for position in houses.indices where position != first {
      let known = best.map { houses[$0].distanceMeters } ?? bound
      guard houses[position].distanceMeters <= known, try isWanted(houses[position].street) else { continue }
      measure(position)
      guard houses[position].distanceMeters < bound else { continue }
      if let known = best, !houses[position].isNearer(than: houses[known]) { continue }
      best = position
    }
    return best.map { houses[$0] }
  }

  /// The innermost house around the point; nil when there is none.
  func innermostHouse() -> AddressCandidate? {
    var best: AddressCandidate?
    for house in houses where house.containsPoint {
      if let known = best, house.edgeMeters >= known.edgeMeters { continue }
      best = house
    }
    return best
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

  private func scan(building piece: TilePiece, around id: AddressID, street: NameID?, _ edges: TileEdges) {
    guard edges.contains(point, piece) else { return }
    let edge = edges.nearest(of: piece, projection, within: .infinity)
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

  private func scan(_ piece: TilePiece, of id: FeatureID, _ edges: TileEdges) {
    guard edges.contains(point, piece) else { return }
    let edge = edges.nearest(of: piece, projection, within: .infinity)
    features.append(
      FeatureCandidate(id: id, containsPoint: true, distanceMeters: edge.squaredMeters.squareRoot()))
  }
}

/// The edges of a tile's pieces. The tile itself would be asked for its lists at each of them.
private struct TileEdges {
  let tile: Unmanaged<Tile>
  let pieces: UnsafeBufferPointer<TilePiece>
  let points: UnsafeBufferPointer<FixedPoint>
  let chains: UnsafeBufferPointer<TileLine>
  let chainNumbers: UnsafeBufferPointer<Int32>

  /// The edges of a tile, which must outlive them.
  init(_ tile: Tile) {
    self.tile = Unmanaged.passUnretained(tile)
    (pieces, points, chains, chainNumbers) = (tile.pieces, tile.points, tile.chains, tile.chainNumbers)
  }

  /// Whether a point of the tile is inside a piece's whole polygon. Most pieces have no edge west of it at its latitude.
  @inline(__always) func contains(_ point: FixedPoint, _ piece: TilePiece) -> Bool {
    if !piece.startsInside, piece.toggles.isEmpty {
      var mayContain = false
      for index in piece.chains {
        let box = chains[Int(chainNumbers[Int(index)])].box
        if box.minY <= point.y, box.maxY > point.y, box.minX < point.x { mayContain = true }
      }
      if !mayContain { return false }
    }
    return tile._withUnsafeGuaranteedRef { $0.contains(point, piece: piece) }
  }

  /// Square meters from the origin to the boxes of a piece's edges: no more than to the edges themselves, however they are rounded.
  @inline(__always) func squaredLeast(of piece: TilePiece, _ projection: LocalProjection) -> Double {
    var least = Double.infinity
    for index in piece.chains {
      least = min(least, projection.squaredDistance(to: chains[Int(chainNumbers[Int(index)])].box))
    }
    return least * 0.999_999
  }

  /// The nearest place of a piece's edges to the origin, as far as it is within reach.
  func nearest(of piece: TilePiece, _ projection: LocalProjection, within meters: Double) -> NearestOnLine {
    let window = SearchWindow(around: projection, meters: meters)
    var nearest = NearestOnLine(squaredBound: meters * meters)
    for index in piece.chains {
      let chain = chains[Int(chainNumbers[Int(index)])]
      if window.misses(chain.box) { continue }
      nearest.visit(UnsafeBufferPointer(rebasing: points[chain.positions]), projection, in: window)
    }
    return nearest
  }
}
