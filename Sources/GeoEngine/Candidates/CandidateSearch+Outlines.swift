import GeoModel
import GeoStore

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
    for piece in tile.pieces {
      switch piece.owner {
      case .area: continue
      case .address(let id, let street): scan(piece, of: id, street: street, tile, containsPoint)
      case .feature(let id): if containsPoint { scan(piece, of: id, tile) }
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

  @inline(__always) private func scan(
    _ piece: TilePiece, of id: AddressID, street: NameID?, _ tile: Tile, _ mayContain: Bool
  ) {
    let edge = nearestEdge(of: piece, tile, reach: houseMeters)
    let isInside = mayContain && tile.contains(point, piece: piece)
    guard isInside || edge.isFound else { return }
    let meters = edge.isFound ? edge.squaredMeters.squareRoot() : .infinity
    take(
      AddressCandidate(
        id: id, street: street, distanceMeters: isInside ? 0 : meters, containsPoint: isInside, edgeMeters: meters))
  }

  private func scan(_ piece: TilePiece, of id: FeatureID, _ tile: Tile) {
    guard tile.contains(point, piece: piece) else { return }
    let edge = nearestEdge(of: piece, tile, reach: .infinity)
    features.append(
      FeatureCandidate(id: id, containsPoint: true, distanceMeters: edge.squaredMeters.squareRoot()))
  }

  @inline(__always) private func nearestEdge(
    of piece: TilePiece, _ tile: Tile, reach: Double
  ) -> NearestOnLine {
    var nearest = NearestOnLine(squaredBound: reach * reach)
    let window = SearchWindow(around: projection, meters: reach)
    for index in piece.chains { nearest.visit(line(tile.chains[Int(index)], tile.points), projection, in: window) }
    return nearest
  }
}
