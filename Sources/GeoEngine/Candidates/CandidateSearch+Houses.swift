import GeoModel
import GeoStore

// A tile has many houses, and measuring the distance to an outline is slow. The scan therefore looks only at the box
// around an outline.
// The outline itself is measured only when its house may be chosen, which is so for hardly three houses in a tile.
extension CandidateSearch {
  /// Collects the tile's houses that are known as points. Houses with an outline come from
  /// ``scanOutlines(_:containsPoint:)``.
  func scanAddresses(_ tile: Tile) {
    let reach = houseMeters
    let window = SearchWindow(around: projection, meters: reach)
    let squaredReach = reach * reach
    tile.addresses.forEachPoint(in: window.box) { address in
      let squared = projection.project(address.point).squaredLength
      guard squared <= squaredReach, isHome({ (side) throws(StoreError) in try side.has(address.point) }) else {
        return
      }
      houses.append(
        AddressCandidate(
          id: address.id, street: address.street, distanceMeters: squared.squareRoot(), containsPoint: false,
          edgeMeters: .infinity))
      if squared <= Reach.samePlace * Reach.samePlace { hasNodeAtPoint = true }
    }
  }

  /// Collects the tile's houses and places of interest that are known by an outline.
  ///
  /// - Parameter containsPoint: whether the tile contains the query's point. Only that tile shows which outlines
  ///   contain the point.
  func scanOutlines(_ tile: Tile, containsPoint: Bool) {
    let reach = houseMeters
    let window = SearchWindow(around: projection, meters: reach)
    let pieces = tile.pieces
    let number = Int32(truncatingIfNeeded: outlineTiles.count)
    outlineTiles.append(tile)
    pieces.forEachHouse(touching: window.box, projection) { position, squared, street in
      let isInside = containsPoint && squared == 0 && tile.contains(point, piece: pieces[position])
      take(number, position, isInside: isInside, squared, street, within: reach)
    }
    guard containsPoint else { return }
    // A building is listed once for each address in it.
    var last: (piece: TilePiece, edgeMeters: Double?)?
    pieces.forEachOther(around: point) { position in
      let piece = pieces[position]
      let edge =
        if let last, tile.haveSameOutline(last.piece, piece) {
          last.edgeMeters
        } else {
          tile.contains(point, piece: piece) ? edgeMeters(of: piece) : nil
        }
      last = (piece, edge)
      if let edge { take(piece, edgeMeters: edge, size: size(ofOutline: position)) }
    }
  }

  /// Meters to the nearest edge of a piece of the point's tile.
  private func edgeMeters(of piece: TilePiece) -> Double {
    nearest(of: piece, in: tile, within: .infinity).squaredMeters.squareRoot()
  }

  /// The size of the box around an outline of the point's tile, only good for comparing. The boxes that tiles list are
  /// rounded, so the box of an outline that lies wholly in the tile is computed from its edges.
  private func size(ofOutline position: Int) -> Int64 {
    let box = tile.pieces.box(position)
    let edge = tile.box
    guard box.minX > edge.minX, box.minY > edge.minY, box.maxX < edge.maxX, box.maxY < edge.maxY else {
      return box.size
    }
    var exact = FixedBox.empty
    tile.forEachLine(of: tile.pieces[position]) { for point in $0 { exact.formUnion(point) } }
    return exact.size
  }

  /// Collects a house by its outline in a tile.
  ///
  /// - Parameter squared: the squared distance to the outline's box, in square meters.
  @inline(__always) private func take(
    _ tile: Int32, _ position: Int, isInside: Bool, _ squared: Double, _ street: NameID?, within reach: Double
  ) {
    // A lower bound of the distance to the edges, despite rounding.
    let least = isInside ? 0 : (squared * 0.999_999).squareRoot()
    guard least <= reach else { return }
    houses.append(
      AddressCandidate(
        id: AddressID(0), street: street, distanceMeters: least, containsPoint: isInside, edgeMeters: reach,
        openTile: tile, openPiece: Int32(truncatingIfNeeded: position)))
    if isInside { houses[houses.count - 1].outlineSize = size(ofOutline: position) }
    if isInside || keepsAllStreets { measure(houses.count - 1) }
  }

  /// Collects a place of interest, or the building around an address, whose outline contains the point.
  private func take(_ piece: TilePiece, edgeMeters: Double, size: Int64) {
    switch piece.owner {
    case .feature(let id):
      features.append(FeatureCandidate(id: id, containsPoint: true, distanceMeters: edgeMeters))
    case .building(let id, let street): take(resident: id, street, edgeMeters: edgeMeters, size: size)
    case .area, .address: return
    }
  }

  /// Measures a house of which only the box around its outline is known. Its distance becomes infinite if it is out of
  /// reach or abroad.
  func measure(_ position: Int) {
    let house = houses[position]
    guard house.openTile >= 0 else { return }
    let tile = outlineTiles[Int(house.openTile)]
    let piece = tile.pieces[Int(house.openPiece)]
    if case .address(let id, _) = piece.owner { houses[position].id = id }
    let edge = nearest(of: piece, in: tile, within: house.edgeMeters)
    let meters = edge.isFound ? edge.squaredMeters.squareRoot() : .infinity
    houses[position].openTile = -1
    houses[position].edgeMeters = meters
    if house.containsPoint { return }
    let isMeant = edge.isFound && isHome { side throws(StoreError) in try side.has(houses[position].id) }
    houses[position].distanceMeters = isMeant ? meters : .infinity
  }

  /// The nearest house of a kind within a bound; of equally near houses the one with the lowest row. Nil when there is
  /// none.
  ///
  /// Measures the house with the nearest box first, then only houses whose box is no farther than the nearest house so
  /// far.
  ///
  /// - Parameters:
  ///   - bound: the distance that the house must be below, in meters.
  ///   - isWanted: whether a house is of the kind, by its street's name.
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

  /// The innermost house around the point; of two with the same outline the one with the lower row. Nil when there is
  /// none.
  func innermostHouse() -> AddressCandidate? {
    var best: AddressCandidate?
    for house in houses where house.containsPoint {
      if let known = best, known.isWithin(house) || !house.isWithin(known) && known.id < house.id { continue }
      best = house
    }
    return best
  }

  /// Whether another house than this one contains the point, too.
  func isWithinAnother(than house: AddressCandidate) -> Bool {
    houses.contains { $0.containsPoint && $0.id != house.id }
  }

  /// The nearest address node in the point's tile that lies in a building or on its wall, within
  /// ``Reach/nodeInBuilding`` of the point; nil when there is none.
  func nearestNode(inside outline: AddressCandidate) -> AddressCandidate? {
    var best: AddressCandidate?
    for address in tile.addresses where !address.hasOutline {
      let meters = projection.project(address.point).squaredLength.squareRoot()
      guard meters < best?.distanceMeters ?? Reach.nodeInBuilding, isIn(outline.id, address.point, tile) else {
        continue
      }
      best = AddressCandidate(
        id: address.id, street: address.street, distanceMeters: meters, containsPoint: false, edgeMeters: .infinity)
    }
    return best
  }

  /// Whether a point is in a building or on its wall.
  func isIn(_ building: AddressID, _ point: FixedPoint) -> Bool {
    outlineTiles.contains { isIn(building, point, $0) }
  }

  /// Whether a point is in a building or on its wall, judging by the pieces of one tile.
  private func isIn(_ building: AddressID, _ point: FixedPoint, _ tile: Tile) -> Bool {
    tile.pieces.contains { piece in
      guard case .address(let id, _) = piece.owner, id == building else { return false }
      if tile.contains(point, piece: piece) { return true }
      var wall = NearestOnLine(squaredBound: Reach.onWall * Reach.onWall)
      let projection = LocalProjection(origin: point)
      let window = SearchWindow(around: projection, meters: Reach.onWall)
      tile.forEachLine(of: piece) { wall.visit($0, projection, in: window) }
      return wall.isFound
    }
  }

  private func take(resident id: AddressID, _ street: NameID?, edgeMeters: Double, size: Int64) {
    // The addresses of a tile have consecutive rows.
    let position = tile.addresses.first.map { Int(id.rawValue) - Int($0.id.rawValue) } ?? -1
    let isHere = tile.addresses.indices.contains(position)
    let meters =
      isHere ? projection.project(tile.addresses[position].point).squaredLength.squareRoot() : .infinity
    residents.append(
      AddressCandidate(
        id: id, street: street, distanceMeters: meters, containsPoint: false, edgeMeters: edgeMeters, outlineSize: size)
    )
  }

  /// The place on a piece's edges that is nearest to the query's point, if it is within reach.
  private func nearest(of piece: TilePiece, in tile: Tile, within meters: Double) -> NearestOnLine {
    let window = SearchWindow(around: projection, meters: meters)
    var nearest = NearestOnLine(squaredBound: meters * meters)
    tile.forEachLine(of: piece) { nearest.visit($0, projection, in: window) }
    return nearest
  }
}

extension FixedBox {
  /// The area of the box in stored units; only good for comparing.
  fileprivate var size: Int64 { (Int64(maxX) - Int64(minX)) * (Int64(maxY) - Int64(minY)) }
}
