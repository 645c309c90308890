import GeoModel

extension CellContent {
  /// The whole Earth with everything.
  init(root input: CutInput) {
    self.init(cell: .root, in: input.points.workspace)
    pieces = input.outlines
    chains = input.rings
    runs = input.runs
    reaching.append(contentsOf: 0..<UInt32(input.places.points.count))
    addresses = 0..<input.addresses.points.count
    features = 0..<input.features.points.count
    places = 0..<input.places.points.count
  }

  /// Ids of the administrative areas that contain a point of the box, ascending.
  func administrativeAreas(at point: FixedPoint, _ input: CutInput) -> [UInt32] {
    areas(at: point, input) { $0.isAdministrative }
  }

  /// Ids of the areas of a kind that contain a point of the box, ascending.
  func areas(at point: FixedPoint, _ input: CutInput, where isWanted: (CutArea) -> Bool) -> [UInt32] {
    let inPieces = pieces.filter { $0.owner == .area && contains(point, $0, input.points) }.map { $0.position + 1 }
    return (covering + inPieces).filter { isWanted(input.areas[Int($0) - 1]) }.sorted()
  }

  /// Whether a point of the box is inside a piece's polygon: ``Tile/contains(_:piece:)`` before encoding.
  func contains(_ point: FixedPoint, _ piece: CutPiece, _ points: MappedArray<FixedPoint>) -> Bool {
    var inside = piece.startsInside
    for toggle in toggles[piece.toggles] where toggle <= point.y { inside.toggle() }
    for chain in chains[piece.chains] {
      for index in Int(chain.start)..<Int(chain.start + chain.count) - 1 {
        let (from, to) = (points[index], points[index + 1])
        if (from.y > point.y) != (to.y > point.y), Tile.crossesWest(from, to, of: point) { inside.toggle() }
      }
    }
    return inside
  }
}
