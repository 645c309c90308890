import GeoModel

/// Decides which cells of a group's grid form clusters.
///
/// Cells are ranked by their number of annotations, then by a fixed number of their own. In this order, a cell whose
/// frame meets no root before it becomes a root. Any other cell joins the highest ranked root that it meets.
///
/// The fate of a cell depends only on the fates of the cells of higher rank whose frames meet its own. The solver
/// follows these dependencies to their end, so the result does not depend on what the screen shows.
struct ClusterSolver {
  /// A cluster, or an annotation that stands alone.
  struct Found {
    /// The cell that the others joined.
    var root: CellKey
    /// The cells that joined the root, including itself, as far as they lie in the solved rectangle.
    var cells: [CellKey] = []
    /// The sums of the cells. Its positions are not corrected for the antimeridian.
    var sum = ClusterCell()
    /// The sum of positions relative to the root's side of the antimeridian; it may lie outside the world.
    var sumX = 0.0, sumY = 0.0

    /// The mean position of the members.
    var middle: MapPoint {
      MapPoint(
        x: sumX / Double(sum.count) / WorldPoint.unitsPerMapPoint,
        y: sumY / Double(sum.count) / WorldPoint.unitsPerMapPoint)
    }
  }

  /// The root that each cell joined; a root's own key for itself.
  private(set) var roots: [CellKey: CellKey] = [:]
  /// Clusters and lone annotations, by root.
  private(set) var found: [CellKey: Found] = [:]
  /// All cells that were considered.
  private(set) var looked: [CellKey: ClusterCell] = [:]

  /// The cells considered outside the rectangle.
  private(set) var beyond: [CellKey] = []
  /// The rectangle, widened on each side by twice the longer side of a frame or cell.
  let area: MapRect

  let reachX: Int, reachY: Int
  private let unit: Double
  private let cells: Int
  private let frame: ClusterFrame

  /// Solves the cells in a rectangle of the map.
  init(in rect: MapRect, _ grid: inout ClusterGrid, _ index: SpatialIndex) {
    cells = grid.division.cells
    frame = grid.frame
    unit = grid.pointsPerUnit
    let side = grid.pointsOfWorld / Double(cells)
    // Limited to the world, which may be only a few points wide.
    let world = Double(grid.division.cells)
    reachX = Int(min(world, (frame.width / side).rounded(.up)))
    reachY = Int(min(world, ((frame.isCircle ? frame.width : frame.height) / side).rounded(.up)))
    let border = 2 * max(frame.width, frame.height, side) / grid.pointsOfWorld * MapSize.world.width
    area = rect.insetBy(dx: -border, dy: -border)
    grid.beginLook(at: rect, index)
    defer { grid.endLook() }
    var seeds: [CellKey] = []
    for part in WorldRange.parts(of: rect) {
      grid.load(part, index)
      let (first, last) = (grid.division.key(part.minX, part.minY), grid.division.key(part.maxX, part.maxY))
      for (key, cell) in grid.occupied(first, last, index) where looked[key] == nil {
        looked[key] = cell
        seeds.append(key)
      }
    }
    follow(seeds, &grid, index)
    choose()
    gather(seeds)
  }

  /// Adds all cells on which the seeds depend.
  private mutating func follow(
    _ seeds: [CellKey], _ grid: inout ClusterGrid, _ index: SpatialIndex
  ) {
    var waiting = seeds
    while let key = waiting.popLast() {
      guard let own = looked[key] else { continue }
      for near in neighbors(of: key) where looked[near] == nil {
        let cell = grid.cell(near, index)
        guard cell.count > 0, isHigher(near, cell, than: key, own), meets(cell, own) else { continue }
        looked[near] = cell
        beyond.append(near)
        waiting.append(near)
      }
    }
  }

  /// Assigns roots, from the highest ranked cell down.
  private mutating func choose() {
    let order = looked.sorted { isHigher($0.key, $0.value, than: $1.key, $1.value) }
    for (key, cell) in order {
      var best: (key: CellKey, cell: ClusterCell)?
      for near in neighbors(of: key) where roots[near] == near {
        guard let other = looked[near], meets(other, cell) else { continue }
        if let known = best, !isHigher(near, other, than: known.key, known.cell) { continue }
        best = (near, other)
      }
      roots[key] = best?.key ?? key
    }
  }

  /// Adds up the cells in the rectangle by root.
  private mutating func gather(_ seeds: [CellKey]) {
    for key in seeds {
      guard let root = roots[key], let cell = looked[key], let rootCell = looked[root] else { continue }
      var group = found[root] ?? Found(root: root)
      group.cells.append(key)
      group.sum.count += cell.count
      group.sum.slots &+= cell.slots
      group.sum.fingerprint &+= cell.fingerprint
      group.sum.sumX &+= cell.sumX
      group.sum.sumY &+= cell.sumY
      // A cell on the other side of the antimeridian is shifted by one turn.
      let turns = ((rootCell.middleX - cell.middleX) / 4_294_967_296).rounded()
      group.sumX += Double(cell.sumX) + turns * 4_294_967_296 * Double(cell.count)
      group.sumY += Double(cell.sumY)
      found[root] = group
    }
  }

  private func isHigher(_ a: CellKey, _ aCell: ClusterCell, than b: CellKey, _ bCell: ClusterCell) -> Bool {
    aCell.count != bCell.count ? aCell.count > bCell.count : a.rank > b.rank
  }

  private func meets(_ a: ClusterCell, _ b: ClusterCell) -> Bool {
    var dx = a.middleX - b.middleX
    if abs(dx) > 2_147_483_648 { dx -= dx < 0 ? -4_294_967_296 : 4_294_967_296 }
    return frame.meets(dx * unit, (a.middleY - b.middleY) * unit)
  }

  /// The cells around a cell whose frames might meet its own. Each appears once, even where the world is only a few
  /// cells wide.
  private func neighbors(of key: CellKey) -> [CellKey] {
    var result: [CellKey] = []
    let all = 2 * reachX + 1 >= cells
    for row in max(0, key.row - reachY)...min(cells - 1, key.row + reachY) {
      for step in all ? 0...cells - 1 : key.column - reachX...key.column + reachX {
        let column = step < 0 ? step + cells : step >= cells ? step - cells : step
        if column != key.column || row != key.row { result.append(CellKey(column: column, row: row)) }
      }
    }
    return result
  }
}
