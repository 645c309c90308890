import GeoModel

/// The annotations that may cluster with each other: those with one clustering identifier.
final class ClusterGroup {
  /// The clustering identifier.
  let identifier: String
  let index: SpatialIndex
  var grid = ClusterGrid()
  var frame = ClusterFrame()
  /// The factor by which frames are enlarged to limit the number of views; 1 again when the level changes.
  private var enlargement = 1.0
  /// The result of the last layout.
  private(set) var solver: ClusterSolver?
  /// The slots in sight that belong to no cluster.
  var singles: Set<Int> = []
  /// Whether one of its annotations was added, moved or removed.
  var isDirty = true

  init(identifier: String, index: SpatialIndex) {
    self.identifier = identifier
    self.index = index
  }

  /// Computes which annotations form clusters in sight.
  ///
  /// - Parameter touched: collects the slots that were or are in no cluster.
  func solve(
    _ sight: Sight, _ store: AnnotationStore, quarterLevel: Int, atMost limit: Int, _ touched: inout Set<Int>
  ) {
    isDirty = false
    touched.formUnion(singles)
    singles = []
    guard index.count > 0 else {
      solver = nil
      return
    }
    if grid.quarterLevel != quarterLevel { enlargement = 1 }
    var solver = solve(sight, quarterLevel)
    // Enlarging frames by half leaves fewer than half as many clusters.
    while solver.found.count > limit, enlargement < 1_000 {
      enlargement *= 1.5
      solver = solve(sight, quarterLevel)
    }
    for found in solver.found.values where found.sum.count == 1 {
      let slot = Int(found.sum.slots)
      if sight.contains(store[slot].x, store[slot].y) { singles.insert(slot) }
    }
    self.solver = solver
    touched.formUnion(singles)
  }

  private func solve(_ sight: Sight, _ quarterLevel: Int) -> ClusterSolver {
    grid.adopt(quarterLevel: quarterLevel, frame: frame.enlarged(by: enlargement))
    let frame = grid.frame
    let reach = 3 * max(frame.width, frame.height) / grid.pointsOfWorld * MapSize.world.width
    return ClusterSolver(in: sight.rect.insetBy(dx: -reach, dy: -reach), &grid, index)
  }

  /// Where further annotations might join a cluster that affects what is in sight.
  var neighborhood: [WorldRange] {
    guard let solver, !solver.looked.isEmpty else { return [] }
    var ranges = WorldRange.parts(of: solver.area)
    let division = grid.division
    for key in solver.beyond {
      let columns = max(0, key.column - solver.reachX)..<min(division.cells, key.column + solver.reachX + 1)
      let rows = max(0, key.row - solver.reachY)..<min(division.cells, key.row + solver.reachY + 1)
      division.range(columns: columns, rows: rows).map { ranges.append($0) }
    }
    return ranges
  }

  /// The members of a cluster.
  func members(of found: ClusterSolver.Found, on map: MapView) -> ClusterMembers {
    let ranges = found.cells.compactMap { grid.division.range(of: $0) }
    return ClusterMembers(count: found.sum.count, of: map) { [index] in
      var slots: [Int] = []
      for range in ranges { index.forEach(in: range) { slot, _, _ in slots.append(slot) } }
      return slots
    }
  }

  /// The memory in bytes, including the result.
  var byteCount: Int {
    MapView.groupBytes + identifier.utf8.count + grid.byteCount + (solver?.looked.count ?? 0) * ClusterGroup.cellBytes
  }

  /// Bytes per cell that a solver considered.
  private static let cellBytes = 300
}
