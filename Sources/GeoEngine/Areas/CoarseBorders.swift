import GeoModel
import GeoStore

/// How far the nearest border of a coarse area is, so that an answer near it can say how much to trust it.
///
/// Each border is read once and cut into blocks; a query looks into the blocks within reach. Which these may be is known for whole
/// cells of a grid: for most of them there is none.
final class CoarseBorders {
  private let store: StoreReader
  @exclusivity(unchecked) private var borders: [AreaID: CoarseBorder] = [:]
  @exclusivity(unchecked) private var cells = BorderCells()
  @exclusivity(unchecked) private var vertexCount = 0
  /// Vertices kept, 8 bytes each; less than the borders of all countries and their parts makes far questions read them again
  /// and again.
  private static let capacity = 524_288

  init(store: StoreReader) { self.store = store }

  /// Metres from the origin to the nearest border of a coarse area; nil when it is farther than ``Reach/coarseBorder``.
  func distanceMeters(to area: AreaID, from projection: LocalProjection) throws(StoreError) -> Double? {
    guard let cell = BorderCell(around: projection.origin) else {
      let border = try border(of: area)
      return border.distanceMeters(from: projection, among: border.allBlocks, reach: Reach.coarseBorder)
    }
    guard let near = try nearBorder(of: area, cell) else { return nil }
    return near.border.distanceMeters(from: projection, among: near.blocks, reach: Reach.coarseBorder)
  }

  /// The part of a border within reach of any point of a cell, with a tenth to spare as metres differ a little within it.
  private func nearBorder(of area: AreaID, _ cell: BorderCell) throws(StoreError) -> NearBorder? {
    if let known = cells.near(area, cell) { return known }
    let border = try border(of: area)
    let reach = (Reach.coarseBorder + BorderCell.radiusMeters) * 1.1
    let blocks = border.blocks(within: reach, of: LocalProjection(origin: cell.middle))
    let near = blocks.isEmpty ? nil : NearBorder(border: border, blocks: blocks)
    cells.keep(near, of: area, in: cell)
    return near
  }

  private func border(of area: AreaID) throws(StoreError) -> CoarseBorder {
    if let known = borders[area] { return known }
    let border = CoarseBorder(try store.boundary(of: area))
    if vertexCount + border.vertexCount > CoarseBorders.capacity {
      borders.removeAll(keepingCapacity: true)
      cells = BorderCells()
      vertexCount = 0
    }
    vertexCount += border.vertexCount
    borders[area] = border
    return border
  }
}
