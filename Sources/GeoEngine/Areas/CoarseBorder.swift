import GeoModel

/// The border of a coarse area, cut into blocks of vertices with boxes, so that a query looks only at what is near.
final class CoarseBorder {
  /// Some vertices that follow one another, with a box around them.
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
        // Blocks share a vertex, so that no edge between them is lost.
        let end = min(start + CoarseBorder.blockSize, ring.count - 1)
        let box = ring[start...end].reduce(into: FixedBox.empty) { $0.formUnion($1) }
        blocks.append(Block(box: box, range: Int32(first + start)..<Int32(first + end + 1)))
        start = end
      }
    }
  }

  /// How many vertices it has.
  var vertexCount: Int { points.count }
  /// All blocks.
  var allBlocks: Range<Int32> { 0..<Int32(blocks.count) }

  /// Metres from the origin to the nearest edge; nil when it is farther than a reach.
  ///
  /// - Parameter candidates: the blocks that may be within reach.
  func distanceMeters(from projection: LocalProjection, among candidates: Range<Int32>, reach: Double) -> Double? {
    // A little more, as the reach itself is within reach.
    var nearest = NearestOnLine(squaredBound: reach * reach * 1.000001)
    for index in candidates { visit(blocks[Int(index)], projection, &nearest) }
    let meters = nearest.squaredMeters.squareRoot()
    return meters <= reach ? meters : nil
  }

  /// From the first to the last block within reach of the origin; empty when none is.
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
