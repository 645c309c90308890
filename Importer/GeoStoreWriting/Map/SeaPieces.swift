import GeoMapLayer
import GeoModel
import GeoSupport

/// A piece of the sea, at most 10 km wide, derived from the coastlines of an extract.
public struct SeaPiece: Sendable {
  /// Its position among all pieces, from the west and from the north.
  public var column: Int32, row: Int32
  /// A point of it, which is at sea unless the whole piece is along the shore.
  public var point: FixedPoint
  /// Polygons of one ring each. A point inside an odd number of them is at sea.
  public var polygons: [[[FixedPoint]]]
}

extension StoreContent {
  /// The sea derived from the extract's coastlines, up to eight squares of the map's finest level (20 km at the
  /// equator) from the coast, ordered by row and column.
  ///
  /// There is none without coastlines, or where they are cut off and the world layer does not show how they continue.
  public func seaPieces() -> [SeaPiece] {
    let squares = CoastMaker(self, for: .answers).squares
    var blocks: [CoastSquares.Cell: [CoastSquares.Cell]] = [:]
    for cell in squares.cells.sorted() {
      if case .land? = squares[cell] { continue }
      blocks[CoastSquares.Cell(x: cell.x >> SeaPiece.bits, y: cell.y >> SeaPiece.bits), default: []].append(cell)
    }
    let grid = MapGrid(level: MapCell.finestLevel)
    return blocks.keys.sorted().compactMap { block in
      let cells = blocks[block] ?? []
      let rings = squares.seaRings(in: cells)
      guard !rings.isEmpty else { return nil }
      let open = cells.first { cell in if case .sea? = squares[cell] { true } else { false } } ?? cells[0]
      let half = grid.extent / 2
      return SeaPiece(
        column: block.x, row: block.y,
        point: grid.place(MapGridPoint(x: open.x * grid.extent + half, y: open.y * grid.extent + half)),
        polygons: rings.map { ring in [(ring + ring.prefix(1)).map { grid.place($0) }] })
    }
  }
}

extension SeaPiece {
  /// The side of a piece in squares of the map's finest level, as a power of two.
  fileprivate static let bits: Int32 = 2
}

extension MapGrid {
  /// The point on Earth at a position in units.
  fileprivate func place(_ point: MapGridPoint) -> FixedPoint {
    let units = Double(Int64(1) << (Int64(level) + Int64(extentBits)))
    let latitude = atan(sinh(.pi * (1 - 2 * Double(point.y) / units))) * 180 / .pi
    return FixedPoint(
      x: Int32(clamping: Int64((Double(point.x) / units * 3_600_000_000).rounded()) - 1_800_000_000),
      y: Int32((latitude * 1e7).rounded()))
  }
}
