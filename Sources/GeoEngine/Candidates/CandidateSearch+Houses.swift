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

  /// Takes the houses and places of interest of a tile that are known by an outline.
  ///
  /// - Parameter containsPoint: whether the tile is the one that contains the asked point, and so can tell which
  ///   outlines do.
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
    // A building comes once for each address in it.
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

  /// A measure of the box around an outline of the point's tile; only good for comparing. The boxes that tiles list are rounded, so that of
  /// an outline that is whole in the tile is made of its edges.
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

  /// Takes a house whose outline is one of a tile.
  ///
  /// - Parameter squared: square meters to its box.
  @inline(__always) private func take(
    _ tile: Int32, _ position: Int, isInside: Bool, _ squared: Double, _ street: NameID?, within reach: Double
  ) {
    // No more than to the edges themselves, however they are rounded.
    let least = isInside ? 0 : (squared * 0.999_999).squareRoot()
    guard least <= reach else { return }
    houses.append(
      AddressCandidate(
        id: AddressID(0), street: street, distanceMeters: least, containsPoint: isInside, edgeMeters: reach,
        openTile: tile, openPiece: Int32(truncatingIfNeeded: position)))
    if isInside { houses[houses.count - 1].outlineSize = size(ofOutline: position) }
    if isInside || keepsAllStreets { measure(houses.count - 1) }
  }

  /// Takes a place of interest or a building around an address whose outline contains the point.
  private func take(_ piece: TilePiece, edgeMeters: Double, size: Int64) {
    switch piece.owner {
    case .feature(let id):
      features.append(FeatureCandidate(id: id, containsPoint: true, distanceMeters: edgeMeters))
    case .building(let id, let street): take(resident: id, street, edgeMeters: edgeMeters, size: size)
    case .area, .address: return
    }
  }

  /// Measures a house of which only the box around its outline is known. It is infinitely far if it turns out to be beyond reach or
  /// abroad.
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

  /// The innermost house around the point, of two of one outline the older row; nil when there is none.
  func innermostHouse() -> AddressCandidate? {
    var best: AddressCandidate?
    for house in houses where house.containsPoint {
      if let known = best, known.isWithin(house) || !house.isWithin(known) && known.id < house.id { continue }
      best = house
    }
    return best
  }

  /// Whether a house around the point is not the only one.
  func isWithinAnother(than house: AddressCandidate) -> Bool {
    houses.contains { $0.containsPoint && $0.id != house.id }
  }

  /// The nearest address node that lies in a building around the point or on its wall, and is nearly at the point; nil when there is
  /// none in the point's tile.
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

  /// Whether a point is in a building or on its wall, as far as a tile tells.
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
    // The addresses of a tile are rows that follow one another.
    let position = tile.addresses.first.map { Int(id.rawValue) - Int($0.id.rawValue) } ?? -1
    let isHere = tile.addresses.indices.contains(position)
    let meters =
      isHere ? projection.project(tile.addresses[position].point).squaredLength.squareRoot() : .infinity
    residents.append(
      AddressCandidate(
        id: id, street: street, distanceMeters: meters, containsPoint: false, edgeMeters: edgeMeters, outlineSize: size)
    )
  }

  /// The nearest place of a piece's edges to the asked point, as far as it is within reach.
  private func nearest(of piece: TilePiece, in tile: Tile, within meters: Double) -> NearestOnLine {
    let window = SearchWindow(around: projection, meters: meters)
    var nearest = NearestOnLine(squaredBound: meters * meters)
    tile.forEachLine(of: piece) { nearest.visit($0, projection, in: window) }
    return nearest
  }
}

extension FixedBox {
  /// A measure of its extent; only good for comparing.
  fileprivate var size: Int64 { (Int64(maxX) - Int64(minX)) * (Int64(maxY) - Int64(minY)) }
}
