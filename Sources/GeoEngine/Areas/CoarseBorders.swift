import GeoModel
import GeoStore
import GeoSupport

/// Measures the distance to the nearest border of a coarse area, which placemarks report because the border may be
/// inaccurate.
///
/// Each border is read once and cut into blocks; a query examines only the blocks within reach. The possible blocks are
/// kept by cell of a grid, and most cells have none.
final class CoarseBorders {
  private let store: StoreReader
  @exclusivity(unchecked) private var borders: [AreaID: CoarseBorder] = [:]
  /// The blocks within reach of some point of a cell, for the areas and cells queried last.
  @exclusivity(unchecked) private var cells = CoarseBorders.noCells()
  @exclusivity(unchecked) private var vertexCount = 0
  /// The most vertices that are kept, 8 bytes each. The borders of all countries and their parts have more, so queries
  /// all over the world read borders repeatedly.
  private static let capacity = 524_288
  private static func noCells() -> SlotTable<BorderBlocks> { SlotTable(slotBits: 13) }

  init(store: StoreReader) { self.store = store }

  /// Meters from the origin to the nearest border of a coarse area; nil when it is farther than ``Reach/coarseBorder``.
  func distanceMeters(to area: AreaID, from projection: LocalProjection) throws(StoreError) -> Double? {
    guard let cell = BorderCell(around: projection.origin) else {
      let border = try border(of: area)
      return border.distanceMeters(from: projection, among: border.allBlocks, reach: Reach.coarseBorder)
    }
    let near = try blocks(of: area, near: cell)
    guard !near.isEmpty else { return nil }
    return try border(of: area).distanceMeters(from: projection, among: near, reach: Reach.coarseBorder)
  }

  /// The blocks of a border within reach of any point of a cell. The reach has a tenth to spare, as meters per degree
  /// vary a little within a cell.
  private func blocks(of area: AreaID, near cell: BorderCell) throws(StoreError) -> Range<Int32> {
    let key = (UInt64(area.rawValue) << 32) + cell.number
    if let known = cells[key] { return known.start..<known.end }
    let reach = (Reach.coarseBorder + BorderCell.radiusMeters) * 1.1
    let blocks = try border(of: area).blocks(within: reach, of: LocalProjection(origin: cell.middle))
    cells.keep(BorderBlocks(start: blocks.lowerBound, end: blocks.upperBound), for: key)
    return blocks
  }

  private func border(of area: AreaID) throws(StoreError) -> CoarseBorder {
    if let known = borders[area] { return known }
    let border = CoarseBorder(try store.boundary(of: area))
    if vertexCount + border.vertexCount > CoarseBorders.capacity {
      borders.removeAll(keepingCapacity: true)
      cells = CoarseBorders.noCells()
      vertexCount = 0
    }
    vertexCount += border.vertexCount
    borders[area] = border
    return border
  }
}

/// The border of a coarse area, cut into blocks of vertices with boxes, so that a query examines only near blocks.
final class CoarseBorder {
  /// Consecutive vertices with a box around them.
  private struct Block {
    var box: FixedBox
    /// Positions in ``CoarseBorder/points``.
    var range: Range<Int32>
  }

  private var blocks: [Block] = []
  /// The vertices of all rings.
  private var points: [FixedPoint] = []
  private static let blockSize = 64

  /// The border of an area's polygons.
  init(_ polygons: [[[FixedPoint]]]) {
    for ring in polygons.joined() {
      let first = points.count
      points += ring
      var start = 0
      while start < ring.count - 1 {
        // Adjacent blocks share a vertex, so that the edge between them is not lost.
        let end = min(start + CoarseBorder.blockSize, ring.count - 1)
        let box = ring[start...end].reduce(into: FixedBox.empty) { $0.formUnion($1) }
        blocks.append(Block(box: box, range: Int32(first + start)..<Int32(first + end + 1)))
        start = end
      }
    }
  }

  /// The number of vertices.
  var vertexCount: Int { points.count }
  /// All blocks.
  var allBlocks: Range<Int32> { 0..<Int32(blocks.count) }

  /// Meters from the origin to the nearest edge; nil when it is farther than `reach`.
  ///
  /// - Parameter candidates: the blocks that may be within reach.
  func distanceMeters(from projection: LocalProjection, among candidates: Range<Int32>, reach: Double) -> Double? {
    // Slightly more, because the reach itself counts as within reach.
    var nearest = NearestOnLine(squaredBound: reach * reach * 1.000001)
    for index in candidates { visit(blocks[Int(index)], projection, &nearest) }
    let meters = nearest.squaredMeters.squareRoot()
    return meters <= reach ? meters : nil
  }

  /// The range from the first to the last block within reach of the origin; empty when there is none.
  func blocks(within reach: Double, of projection: LocalProjection) -> Range<Int32> {
    let isNear = { (block: Block) in
      var nearest = NearestOnLine(squaredBound: reach * reach)
      self.visit(block, projection, &nearest)
      return nearest.isFound
    }
    guard let first = blocks.firstIndex(where: isNear), let last = blocks.lastIndex(where: isNear) else { return 0..<0 }
    return Int32(first)..<Int32(last + 1)
  }

  @inline(__always) private func visit(
    _ block: Block, _ projection: LocalProjection, _ nearest: inout NearestOnLine
  ) {
    guard projection.squaredDistance(to: block.box) < nearest.squaredMeters else { return }
    points.withUnsafeBufferPointer { points in
      let vertices = points[Int(block.range.lowerBound)..<Int(block.range.upperBound)]
      nearest.visit(UnsafeBufferPointer(rebasing: vertices), projection)
    }
  }
}

/// A cell of a grid of a sixteenth of a degree, about 7 km. The blocks found for it hold for all its points.
struct BorderCell {
  /// The cell's number, from west to east and south to north, in 25 bits.
  let number: UInt64
  /// The middle.
  let middle: FixedPoint

  private static let grid = CellGrid(side: 625_000)
  private static let columns: Int64 = 8_192

  /// The cell of a point; nil near the poles, where meters change too fast within a cell.
  init?(around point: FixedPoint) {
    guard abs(point.y) < Globe.pole - 100_000_000 else { return nil }
    let (column, row) = (BorderCell.grid.column(point.x), BorderCell.grid.row(point.y))
    number = UInt64(row * BorderCell.columns + column)
    middle = BorderCell.grid.middle(column: column, row: row)
  }

  /// The greatest distance of a cell's points from its middle, in meters.
  static let radiusMeters = Double(grid.side) * LocalProjection.metersPerUnitY * 0.70711
}

/// A half-open range of a border's blocks within reach of some point of a cell.
private struct BorderBlocks {
  var start: Int32, end: Int32
}
