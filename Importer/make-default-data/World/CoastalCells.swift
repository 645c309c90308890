// How counties are extended over their coast. The source's coast is accurate to some hundred meters, and harbors and
// bridges lie beyond:
// 1. The coast consists of the edges that only one county has. It is cut at the lines of a grid of 0.02 degrees.
// 2. Cells with coast in them, and the cells around those, are assigned to counties. Each goes to the county of its
//    state with the longest coast in the cell or, failing that, around it.
// 3. The part of a cell that belongs to no county is bounded by the coast in the cell and by parts of the cell's sides.
//    Along a grid line, land and gaps alternate at each crossing of the coast.
// 4. These edges are added to the county. Its former coast then occurs twice and cancels out.

/// Extends areas over the gaps beside them, cell by cell.
struct CoastalCells {
  /// The length of a cell's side in 1e-7 degree.
  static let step: Int32 = 200_000
  /// The offset of the grid's lines. No corner of a border may lie on a line, see ``offGrid(_:)``.
  static let offset: Int32 = 3_100

  /// A cell of the grid.
  struct Cell: Hashable, Comparable {
    var column: Int32
    var row: Int32

    static func < (a: Cell, b: Cell) -> Bool { a.column != b.column ? a.column < b.column : a.row < b.row }
  }

  private var coast: [Cell: [(edge: Edge, owner: Int)]] = [:]
  private var crossings = GridCrossings()
  private let regionOfArea: [String]
  private let regions: RegionLookup

  /// - Parameters:
  ///   - areas: Areas that tile the land, with no corner on the grid's lines.
  ///   - regionOfArea: The code of the region of each area.
  ///   - regions: Finds the region of a point.
  init(_ areas: [Boundary], regionOfArea: [String], regions: RegionLookup) {
    self.regionOfArea = regionOfArea
    self.regions = regions
    for (edge, owner) in Self.coast(of: areas) {
      let points = GridCutter.cut(edge)
      for (a, b) in zip(points, points.dropFirst()) where a != b {
        coast[GridCutter.cell(between: a, b), default: []].append((Edge(a, b), owner))
      }
      crossings.add(points.dropFirst().dropLast())
    }
    crossings.sort()
  }

  /// The lines to add to each area.
  func additions(count: Int) -> [[[GridPoint]]] {
    var result = [[[GridPoint]]](repeating: [], count: count)
    for cell in candidates() {
      guard let owner = owner(of: cell) else { continue }
      let edges = frame(of: cell)
      // Rounding near a corner can leave a frame open. Such a cell stays a gap.
      guard Self.isClosed(edges) else { continue }
      result[owner] += edges.map { [$0.low, $0.high] }
    }
    return result
  }

  /// The edges that only one area has, with that area.
  static func coast(of areas: [Boundary]) -> [(edge: Edge, owner: Int)] {
    var owners: [Edge: [Int]] = [:]
    for (index, area) in areas.enumerated() {
      for line in area.lines {
        for (a, b) in zip(line, line.dropFirst()) where a != b { owners[Edge(a, b), default: []].append(index) }
      }
    }
    return owners.filter { $0.value.count == 1 }.sorted { $0.key < $1.key }.map { ($0.key, $0.value[0]) }
  }

  private func candidates() -> [Cell] {
    var cells = Set<Cell>()
    for cell in coast.keys { cells.formUnion(Self.around(cell)) }
    return cells.filter { GridCutter.isOnGlobe($0) }.sorted()
  }

  private static func around(_ cell: Cell) -> [Cell] {
    (-1...1).flatMap { dx in (-1...1).map { dy in Cell(column: cell.column + dx, row: cell.row + dy) } }
  }

  private func owner(of cell: Cell) -> Int? {
    guard let region = GridCutter.samples(cell).lazy.compactMap({ regions.region(at: $0) }).first else { return nil }
    return longest([cell], region) ?? longest(Self.around(cell), region)
  }

  /// The area of a region with the longest coast in some cells.
  private func longest(_ cells: [Cell], _ region: String) -> Int? {
    var lengths: [Int: Double] = [:]
    for (edge, owner) in cells.flatMap({ coast[$0] ?? [] }) where regionOfArea[owner] == region {
      let (dx, dy) = (Double(edge.high.x - edge.low.x), Double(edge.high.y - edge.low.y))
      lengths[owner, default: 0] += (dx * dx + dy * dy).squareRoot()
    }
    return lengths.max { ($0.value, -$0.key) < ($1.value, -$1.key) }?.key
  }

  private func frame(of cell: Cell) -> [Edge] {
    let (west, south) = (GridCutter.line(cell.column), GridCutter.line(cell.row))
    let (east, north) = (GridCutter.line(cell.column + 1), GridCutter.line(cell.row + 1))
    var edges = (coast[cell] ?? []).map(\.edge)
    for x in [west, east] {
      edges += crossings.gaps(alongX: x, from: south, to: north).map {
        Edge(GridPoint(x: x, y: $0), GridPoint(x: x, y: $1))
      }
    }
    for y in [south, north] {
      edges += crossings.gaps(alongY: y, from: west, to: east).map {
        Edge(GridPoint(x: $0, y: y), GridPoint(x: $1, y: y))
      }
    }
    return edges
  }

  /// Whether every point has an even number of edges, so that they form closed lines.
  static func isClosed(_ edges: [Edge]) -> Bool {
    var odd = Set<GridPoint>()
    for edge in edges {
      for end in [edge.low, edge.high] where odd.insert(end).inserted == false { odd.remove(end) }
    }
    return odd.isEmpty
  }
}

/// The coasts of areas that are accurate to some hundred meters only, while harbors and piers lie beyond.
enum Coast {
  /// The areas extended over their coast, by ``CoastalCells``.
  ///
  /// - Parameters:
  ///   - areas: areas that tile the land.
  ///   - regionOfArea: the code of the region of each area.
  ///   - regions: the regions, which extend farther.
  static func extended(_ areas: [Boundary], regions regionOfArea: [String], _ regions: RegionLookup) -> [Boundary] {
    let areas = areas.map { GridCutter.offGrid($0) }
    let cells = CoastalCells(areas, regionOfArea: regionOfArea, regions: regions)
    let additions = cells.additions(count: areas.count)
    let coast = Set(CoastalCells.coast(of: areas).map(\.edge))
    return areas.indices.map { index in
      let lines = areas[index].lines.flatMap { cutAtCoast($0, coast) }
      return Boundary(tags: areas[index].tags, lines: lines + additions[index])
    }
  }

  /// Cuts the coast in a line as ``CoastalCells`` does, so that its edges are the same.
  private static func cutAtCoast(_ line: [GridPoint], _ coast: Set<Edge>) -> [[GridPoint]] {
    zip(line, line.dropFirst()).compactMap { a, b in
      guard a != b else { return nil }
      return coast.contains(Edge(a, b)) ? GridCutter.cut(Edge(a, b)) : [a, b]
    }
  }
}
