import GeoModel

// How the borders of two sources, which cross each other frequently, become edges that meet only at their ends:
// 1. All lines become edges, each with the areas that it bounds. An edge that an area has twice is not part of its
//    border.
// 2. Edges and corners that may meet are found as those in the same square of a grid.
// 3. An edge is cut where it crosses another one, and at corners that lie on it. Cuts are rounded to the grid of
//    points, so an edge may move by a meter and meet others. The cutting is repeated until nothing meets any more.

/// The edges of areas, cut to meet only at their ends.
struct NodedEdges {
  /// The edges, sorted and without repetition.
  private(set) var edges: [Edge] = []
  /// The areas that each edge bounds, ascending.
  private(set) var owners: [[Int32]] = []
  /// Corners that no area had before.
  private(set) var added: Set<GridPoint> = []

  /// The maximum number of rounds. The first finds nearly all cuts.
  private static let rounds = 8

  /// Cuts the borders of areas where they meet.
  init(_ areas: [Boundary]) {
    var known: [Edge: [Int32]] = [:]
    for (index, area) in areas.enumerated() {
      for line in area.lines {
        for (a, b) in zip(line, line.dropFirst()) { Self.toggle(a, b, [Int32(index)], in: &known) }
      }
    }
    let corners = Set(known.keys.lazy.flatMap { [$0.low, $0.high] })
    // Only edges cut in one round may meet something in the next.
    var changed: Set<Edge>?
    for _ in 0..<Self.rounds {
      let cuts = EdgeMeetings(known.keys, near: changed).cuts()
      guard !cuts.isEmpty else { break }
      changed = []
      for (edge, points) in cuts {
        let areas = known.removeValue(forKey: edge) ?? []
        added.formUnion(points)
        let line = [edge.low] + Self.inOrder(points, along: edge) + [edge.high]
        for (a, b) in zip(line, line.dropFirst()) where a != b {
          Self.toggle(a, b, areas, in: &known)
          changed?.insert(Edge(a, b))
        }
      }
    }
    edges = known.filter { !$0.value.isEmpty }.keys.sorted()
    owners = edges.map { known[$0]! }
    added.subtract(corners)
  }

  private static func toggle(_ a: GridPoint, _ b: GridPoint, _ areas: [Int32], in known: inout [Edge: [Int32]]) {
    guard a != b else { return }
    known[Edge(a, b), default: []] = symmetricDifference(known[Edge(a, b)] ?? [], areas)
  }

  /// The elements that are in exactly one of two ascending lists.
  static func symmetricDifference(_ a: [Int32], _ b: [Int32]) -> [Int32] {
    if a.isEmpty { return b }
    var result: [Int32] = []
    var (i, j) = (0, 0)
    while i < a.count || j < b.count {
      if i < a.count, j < b.count, a[i] == b[j] {
        i += 1
        j += 1
      } else if j == b.count || i < a.count && a[i] < b[j] {
        result.append(a[i])
        i += 1
      } else {
        result.append(b[j])
        j += 1
      }
    }
    return result
  }

  private static func inOrder(_ points: Set<GridPoint>, along edge: Edge) -> [GridPoint] {
    let (dx, dy) = (Double(edge.high.x) - Double(edge.low.x), Double(edge.high.y) - Double(edge.low.y))
    return points.map { (Double($0.x) * dx + Double($0.y) * dy, $0) }.sorted { $0 < $1 }.map(\.1)
  }
}

/// Finds the points where edges meet.
private struct EdgeMeetings {
  private var cells: [CoastalCells.Cell: [Edge]] = [:]
  private var corners: [CoastalCells.Cell: Set<GridPoint>] = [:]
  /// The side of a cell, in 1e-7 degree.
  private static let step: Int32 = 200_000

  /// - Parameter changed: the edges that may meet others; nil for all.
  init(_ edges: some Sequence<Edge>, near changed: Set<Edge>?) {
    let near = changed.map { Set($0.lazy.flatMap(Self.cells)) }
    for edge in edges {
      for cell in Self.cells(of: edge) where near?.contains(cell) ?? true { cells[cell, default: []].append(edge) }
      for corner in [edge.low, edge.high] {
        let cell = Self.cell(Double(corner.x), Double(corner.y))
        if near?.contains(cell) ?? true { corners[cell, default: []].insert(corner) }
      }
    }
  }

  /// The points at which edges must be cut, by edge.
  func cuts() -> [Edge: Set<GridPoint>] {
    var cuts: [Edge: Set<GridPoint>] = [:]
    for (cell, here) in cells {
      let corners = corners[cell] ?? []
      for (position, edge) in here.enumerated() {
        for other in here[(position + 1)...] {
          guard let point = Self.crossing(edge, other) else { continue }
          for cut in [edge, other] where point != cut.low && point != cut.high {
            cuts[cut, default: []].insert(point)
          }
        }
        for corner in corners where Self.isOn(edge, corner) { cuts[edge, default: []].insert(corner) }
      }
    }
    return cuts
  }

  private static func cell(_ x: Double, _ y: Double) -> CoastalCells.Cell {
    CoastalCells.Cell(column: Int32((x / Double(step)).rounded(.down)), row: Int32((y / Double(step)).rounded(.down)))
  }

  /// The cells that an edge passes, with a small margin.
  private static func cells(of edge: Edge) -> [CoastalCells.Cell] {
    let margin = 2.0 * Double(WorldLayer.grid)
    let (a, b) = edge.low.y <= edge.high.y ? (edge.low, edge.high) : (edge.high, edge.low)
    let (first, last) = (cell(0, Double(a.y) - margin).row, cell(0, Double(b.y) + margin).row)
    let slope = a.y == b.y ? 0 : (Double(b.x) - Double(a.x)) / (Double(b.y) - Double(a.y))
    return (first...last).flatMap { row in
      let south = min(max(Double(row) * Double(step) - margin, Double(a.y)), Double(b.y))
      let north = min(max(Double(row + 1) * Double(step) + margin, Double(a.y)), Double(b.y))
      let ends =
        a.y == b.y
        ? [Double(a.x), Double(b.x)] : [south, north].map { Double(a.x) + ($0 - Double(a.y)) * slope }
      let columns = cell(ends.min()! - margin, 0).column...cell(ends.max()! + margin, 0).column
      return columns.map { CoastalCells.Cell(column: $0, row: row) }
    }
  }

  /// The point where two edges cross, rounded to the grid of points; nil if they do not cross or only touch.
  private static func crossing(_ a: Edge, _ b: Edge) -> GridPoint? {
    guard max(a.low.x, b.low.x) <= min(a.high.x, b.high.x) else { return nil }
    guard max(min(a.low.y, a.high.y), min(b.low.y, b.high.y)) <= min(max(a.low.y, a.high.y), max(b.low.y, b.high.y))
    else { return nil }
    let (start, end) = (side(of: a.low, b), side(of: a.high, b))
    guard start * end < 0, side(of: b.low, a) * side(of: b.high, a) < 0 else { return nil }
    let share = start / (start - end)
    let x = Double(a.low.x) + share * (Double(a.high.x) - Double(a.low.x))
    let y = Double(a.low.y) + share * (Double(a.high.y) - Double(a.low.y))
    let unit = Double(WorldLayer.grid)
    return GridPoint(
      x: Int32((x / unit).rounded()) * WorldLayer.grid, y: Int32((y / unit).rounded()) * WorldLayer.grid)
  }

  /// The side of an edge on which a point lies, in square units of the grid: positive on the left, negative on the
  /// right. The result is exact.
  private static func side(of point: GridPoint, _ edge: Edge) -> Double {
    let unit = Int64(WorldLayer.grid)
    let (dx, dy) = ((Int64(edge.high.x) - Int64(edge.low.x)) / unit, (Int64(edge.high.y) - Int64(edge.low.y)) / unit)
    let (px, py) = ((Int64(point.x) - Int64(edge.low.x)) / unit, (Int64(point.y) - Int64(edge.low.y)) / unit)
    return Double(dx * py - dy * px)
  }

  /// Whether a point lies on an edge, but not at its ends, within the precision of the grid.
  private static func isOn(_ edge: Edge, _ point: GridPoint) -> Bool {
    guard point != edge.low, point != edge.high else { return false }
    let unit = WorldLayer.grid
    guard point.x >= edge.low.x - unit, point.x <= edge.high.x + unit,
      point.y >= min(edge.low.y, edge.high.y) - unit, point.y <= max(edge.low.y, edge.high.y) + unit
    else { return false }
    let (dx, dy) = (Double(edge.high.x) - Double(edge.low.x), Double(edge.high.y) - Double(edge.low.y))
    let (px, py) = (Double(point.x) - Double(edge.low.x), Double(point.y) - Double(edge.low.y))
    let along = px * dx + py * dy
    guard along > 0, along < dx * dx + dy * dy else { return false }
    return abs(side(of: point, edge)) * Double(unit) < 0.6 * (dx * dx + dy * dy).squareRoot()
  }
}
