import GeoModel
import GeoStore

/// How far the nearest border of a coarse area is, so that an answer near it can say how much to trust it.
///
/// Each border is read once and cut into blocks of vertices with boxes; a query looks into the blocks within reach. After
/// that one fact saves most of the work: a point that lies d metres from where the border was D metres away is at least
/// D - d from it.
final class CoarseBorders {
  private struct Block {
    var box: FixedBox
    var points: [FixedPoint]
  }
  private final class Border {
    let blocks: [Block]
    /// Where the border was last looked for and how far it was at least, in metres.
    @exclusivity(unchecked) var lastPoint: FixedPoint?
    @exclusivity(unchecked) var lastMeters = 0.0

    init(_ blocks: [Block]) { self.blocks = blocks }
  }

  private let store: StoreReader
  @exclusivity(unchecked) private var borders: [AreaID: Border] = [:]
  @exclusivity(unchecked) private var vertexCount = 0
  private static let blockSize = 64
  /// Vertices kept, 8 bytes each; less than the borders of all countries and their parts makes far questions read them again
  /// and again.
  private static let capacity = 524_288

  init(store: StoreReader) { self.store = store }

  /// Metres from the origin to the nearest border of a coarse area; nil when it is farther than ``Reach/coarseBorder``.
  func distanceMeters(to area: AreaID, from projection: LocalProjection) throws(StoreError) -> Double? {
    let border = try border(of: area)
    let reach = Reach.coarseBorder
    if let last = border.lastPoint {
      let moved = projection.project(last).squaredLength.squareRoot()
      if border.lastMeters - moved * 1.01 > reach { return nil }
    }
    let meters = CoarseBorders.nearest(border.blocks, projection)
    border.lastPoint = projection.origin
    border.lastMeters = meters
    return meters <= reach ? meters : nil
  }

  private func border(of area: AreaID) throws(StoreError) -> Border {
    if let known = borders[area] { return known }
    let border = Border(blocks(of: try store.boundary(of: area)))
    vertexCount += border.blocks.reduce(0) { $0 + $1.points.count }
    if vertexCount > CoarseBorders.capacity {
      borders.removeAll(keepingCapacity: true)
      vertexCount = border.blocks.reduce(0) { $0 + $1.points.count }
    }
    borders[area] = border
    return border
  }

  /// The distance to the nearest block's edge, or 100 km when all are farther than that.
  private static func nearest(_ blocks: [Block], _ projection: LocalProjection) -> Double {
    var nearest = NearestOnLine(squaredBound: 1e10)
    for block in blocks {
      guard squaredDistance(to: block.box, projection) < nearest.squaredMeters else { continue }
      block.points.withUnsafeBufferPointer { nearest.visit($0, projection) }
    }
    return nearest.squaredMeters.squareRoot()
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
