import GeoModel
import GeoStore

/// How far the nearest border of a coarse area is, so that an answer near it can say how much to trust it.
///
/// Each border is read once and cut into blocks of vertices with boxes; a query looks into the blocks within reach. Most do not
/// even that, as whole cells of a grid are known to be out of reach.
final class CoarseBorders {
  private struct Block {
    var box: FixedBox
    var points: [FixedPoint]
  }

  private let store: StoreReader
  @exclusivity(unchecked) private var borders: [AreaID: [Block]] = [:]
  @exclusivity(unchecked) private var cells = BorderCells()
  @exclusivity(unchecked) private var vertexCount = 0
  private static let blockSize = 64
  /// Vertices kept, 8 bytes each; less than the borders of all countries and their parts makes far questions read them again
  /// and again.
  private static let capacity = 524_288

  init(store: StoreReader) { self.store = store }

  /// Metres from the origin to the nearest border of a coarse area; nil when it is farther than ``Reach/coarseBorder``.
  func distanceMeters(to area: AreaID, from projection: LocalProjection) throws(StoreError) -> Double? {
    if let cell = BorderCell(around: projection.origin),
      try cells.isOutOfReach(area, cell, { () throws(StoreError) in try isOutOfReach(area, of: cell) })
    {
      return nil
    }
    return CoarseBorders.nearest(try border(of: area), projection, withinMeters: Reach.coarseBorder)
  }

  /// Whether a border is out of reach of all points of a cell, with a tenth to spare as metres differ a little within it.
  private func isOutOfReach(_ area: AreaID, of cell: BorderCell) throws(StoreError) -> Bool {
    let reach = (Reach.coarseBorder + BorderCell.radiusMeters) * 1.1
    let middle = LocalProjection(origin: cell.middle)
    return CoarseBorders.nearest(try border(of: area), middle, withinMeters: reach) == nil
  }

  private func border(of area: AreaID) throws(StoreError) -> [Block] {
    if let known = borders[area] { return known }
    let blocks = blocks(of: try store.boundary(of: area))
    let count = blocks.reduce(0) { $0 + $1.points.count }
    vertexCount += count
    if vertexCount > CoarseBorders.capacity {
      borders.removeAll(keepingCapacity: true)
      vertexCount = count
    }
    borders[area] = blocks
    return blocks
  }

  /// The distance to the nearest edge of all blocks; nil when all are farther than the reach.
  private static func nearest(_ blocks: [Block], _ projection: LocalProjection, withinMeters reach: Double) -> Double? {
    // A little more, as the reach itself is within reach.
    var nearest = NearestOnLine(squaredBound: reach * reach * 1.000001)
    for block in blocks {
      guard squaredDistance(to: block.box, projection) < nearest.squaredMeters else { continue }
      block.points.withUnsafeBufferPointer { nearest.visit($0, projection) }
    }
    let meters = nearest.squaredMeters.squareRoot()
    return meters <= reach ? meters : nil
  }

  private static func squaredDistance(to box: FixedBox, _ projection: LocalProjection) -> Double {
    let origin = projection.origin
    let x = max(0, Int64(box.minX) - Int64(origin.x), Int64(origin.x) - Int64(box.maxX))
    let y = max(0, Int64(box.minY) - Int64(origin.y), Int64(origin.y) - Int64(box.maxY))
    let dx = Double(x) * projection.metersPerUnitX
    let dy = Double(y) * LocalProjection.metersPerUnitY
    return dx * dx + dy * dy
  }

  private func blocks(of polygons: [[[FixedPoint]]]) -> [Block] {
    var blocks: [Block] = []
    for ring in polygons.joined() {
      var start = 0
      while start < ring.count - 1 {
        // Blocks share a vertex, so that no edge between them is lost.
        let end = min(start + CoarseBorders.blockSize, ring.count - 1)
        let points = Array(ring[start...end])
        blocks.append(Block(box: points.reduce(into: FixedBox.empty) { $0.formUnion($1) }, points: points))
        start = end
      }
    }
    return blocks
  }
}
