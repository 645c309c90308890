import GeoModel
import GeoStore

/// Assembles the outlines of houses, buildings and places of interest. Each tile has only the edges that touch it.
struct OutlineCollector {
  /// The edges of an outline in the tiles seen so far.
  private struct Outline {
    /// The lines of one tile, or of several that may repeat each other's edges.
    var lines: [[FixedPoint]]
    var isOfOneTile = true

    /// The rings, if the complete ones include the edges of all lines; nil when rings must be assembled.
    var wholeRings: [[FixedPoint]]? {
      func isWhole(_ line: [FixedPoint]) -> Bool { line.count > 3 && line.first == line.last }
      if isOfOneTile { return lines.allSatisfy(isWhole) ? lines : nil }
      var rings: [[FixedPoint]] = []
      for line in lines where isWhole(line) && !rings.contains(where: { Outline.has($0, line[0], line[1]) }) {
        rings.append(line)
      }
      let isAll = lines.allSatisfy { line in
        line.count < 2 || rings.contains { Outline.has($0, line[0], line[1]) }
      }
      return isAll ? rings : nil
    }

    /// Whether a line has an edge, in either direction.
    private static func has(_ line: [FixedPoint], _ from: FixedPoint, _ to: FixedPoint) -> Bool {
      (1..<line.count).contains { index in
        line[index - 1] == from && line[index] == to || line[index - 1] == to && line[index] == from
      }
    }
  }

  private let takesHouses: Bool
  private let takesFeatures: Bool
  private var numbers: [TilePiece.Owner: Int] = [:]
  private var owners: [TilePiece.Owner] = []
  private var outlines: [Outline] = []
  private(set) var houses: [[[FixedPoint]]] = []
  private(set) var features: [FeatureID: [[FixedPoint]]] = [:]

  init(takesHouses: Bool, takesFeatures: Bool) {
    self.takesHouses = takesHouses
    self.takesFeatures = takesFeatures
  }

  private func wants(_ owner: TilePiece.Owner) -> Bool {
    switch owner {
    case .area: false
    case .address, .building: takesHouses
    case .feature: takesFeatures
    }
  }

  mutating func take(_ tile: Tile) {
    guard takesHouses || takesFeatures else { return }
    for piece in tile.pieces where wants(piece.owner) {
      let lines = OutlineCollector.lines(of: piece, in: tile)
      if let number = numbers[piece.owner] {
        outlines[number].lines += lines
        outlines[number].isOfOneTile = false
      } else {
        numbers[piece.owner] = owners.count
        owners.append(piece.owner)
        outlines.append(Outline(lines: lines))
      }
    }
  }

  private static func lines(of piece: TilePiece, in tile: Tile) -> [[FixedPoint]] {
    var lines: [[FixedPoint]] = []
    tile.forEachLine(of: piece) { lines.append(Array($0)) }
    return lines
  }

  /// Completes the outlines that leave a box with edges from the tiles beyond it.
  mutating func followOutside(of box: FixedBox, in store: StoreReader) throws(StoreError) {
    for (number, owner) in owners.enumerated() {
      let outline = outlines[number]
      var rings = outline.wholeRings
      if rings == nil { rings = try OutlineCollector.rings(of: outline.lines, owner, box, store) }
      guard let rings, !rings.isEmpty else { continue }
      if case .feature(let id) = owner { features[id] = rings } else { houses.append(rings) }
    }
  }

  /// The largest number of tiles beyond the box that one outline is followed into. Larger outlines stay open there, far
  /// outside the picture.
  private static let tileLimit = 256

  private static func rings(
    of lines: [[FixedPoint]], _ owner: TilePiece.Owner, _ box: FixedBox, _ store: StoreReader
  ) throws(StoreError) -> [[FixedPoint]] {
    var edges = EdgeSet(lines)
    var seen: Set<FixedPoint> = []
    var open = edges.openEnds.filter { !box.contains($0) }
    while let end = open.popLast(), seen.count < tileLimit {
      guard seen.insert(end).inserted else { continue }
      let tile = try store.tile(containing: end)
      for piece in tile.pieces where piece.owner == owner { edges.insert(OutlineCollector.lines(of: piece, in: tile)) }
      open += edges.openEnds.filter { !seen.contains($0) && !box.contains($0) }
    }
    return edges.rings()
  }
}
