import GeoModel

/// Arithmetic of the grid of ``CoastalCells``.
enum GridCutter {
  private static let step = CoastalCells.step
  private static let offset = CoastalCells.offset
  private static let unit = WorldLayer.grid

  /// The coordinate of the line at the start of a column or row.
  static func line(_ index: Int32) -> Int32 { index * step + offset }

  /// The column or row of a coordinate.
  static func index(_ value: Int32) -> Int32 {
    let shifted = value - offset
    return shifted >= 0 ? shifted / step : (shifted + 1) / step - 1
  }

  /// The cell that contains a piece of an edge. No grid line may cut the piece.
  static func cell(between a: GridPoint, _ b: GridPoint) -> CoastalCells.Cell {
    // The piece may start and end on grid lines, but its middle lies inside.
    CoastalCells.Cell(column: index((a.x >> 1) + (b.x >> 1)), row: index((a.y >> 1) + (b.y >> 1)))
  }

  /// Moves a coordinate off a grid line, by one unit (1.1 m).
  static func offGrid(_ value: Int32) -> Int32 { line(index(value)) == value ? value + unit : value }

  /// Moves the corners of a border off the grid lines.
  static func offGrid(_ boundary: Boundary) -> Boundary {
    Boundary(
      tags: boundary.tags,
      lines: boundary.lines.map { $0.map { GridPoint(x: offGrid($0.x), y: offGrid($0.y)) } })
  }

  /// Whether a cell lies between the poles and the antimeridian.
  static func isOnGlobe(_ cell: CoastalCells.Cell) -> Bool {
    FixedBox.world.contains(
      FixedBox(
        minX: line(cell.column), minY: line(cell.row), maxX: Int32(clamping: Int64(line(cell.column)) + Int64(step)),
        maxY: line(cell.row) + step))
  }

  /// Points of a cell to try for its region, the middle first.
  static func samples(_ cell: CoastalCells.Cell) -> [GridPoint] {
    let (x, y) = (line(cell.column), line(cell.row))
    return [(2, 2), (1, 1), (3, 1), (1, 3), (3, 3)].map { GridPoint(x: x + $0.0 * step / 4, y: y + $0.1 * step / 4) }
  }

  /// The ends of an edge, and between them its crossings of grid lines in order.
  static func cut(_ edge: Edge) -> [GridPoint] {
    let (a, b) = (edge.low, edge.high)
    var cuts: [(share: Double, point: GridPoint)] = []
    for x in lines(between: a.x, b.x) {
      let share = Double(x - a.x) / Double(b.x - a.x)
      cuts.append((share, GridPoint(x: x, y: offGrid(rounded(Double(a.y) + share * Double(b.y - a.y))))))
    }
    for y in lines(between: a.y, b.y) {
      let share = Double(y - a.y) / Double(b.y - a.y)
      cuts.append((share, GridPoint(x: offGrid(rounded(Double(a.x) + share * Double(b.x - a.x))), y: y)))
    }
    return [a] + cuts.sorted { $0.share < $1.share }.map(\.point) + [b]
  }

  private static func lines(between a: Int32, _ b: Int32) -> [Int32] {
    let (first, last) = (index(min(a, b)) + 1, index(max(a, b)))
    return first <= last ? (first...last).map(line) : []
  }

  private static func rounded(_ value: Double) -> Int32 { Int32((value / Double(unit)).rounded()) * unit }
}

/// The crossings of the coast with the grid lines of ``CoastalCells``.
struct GridCrossings {
  private var onColumns: [Int32: [Int32]] = [:]
  private var onRows: [Int32: [Int32]] = [:]

  /// Adds points, each on a grid line.
  mutating func add(_ points: some Sequence<GridPoint>) {
    for point in points {
      if GridCutter.line(GridCutter.index(point.x)) == point.x {
        onColumns[point.x, default: []].append(point.y)
      } else {
        onRows[point.y, default: []].append(point.x)
      }
    }
  }

  /// Sorts the crossings. Call once all points are added.
  mutating func sort() {
    for key in onColumns.keys { onColumns[key]!.sort() }
    for key in onRows.keys { onRows[key]!.sort() }
  }

  /// The parts without land of the line at a longitude, between two latitudes.
  func gaps(alongX x: Int32, from: Int32, to: Int32) -> [(Int32, Int32)] { Self.gaps(onColumns[x] ?? [], from, to) }

  /// The parts without land of the line at a latitude, between two longitudes.
  func gaps(alongY y: Int32, from: Int32, to: Int32) -> [(Int32, Int32)] { Self.gaps(onRows[y] ?? [], from, to) }

  /// Land and gaps alternate at each crossing, starting with a gap.
  private static func gaps(_ crossings: [Int32], _ from: Int32, _ to: Int32) -> [(Int32, Int32)] {
    var isLand = crossings.prefix { $0 <= from }.count % 2 == 1
    var result: [(Int32, Int32)] = []
    var start = from
    for crossing in crossings where crossing > from && crossing < to {
      if !isLand && start < crossing { result.append((start, crossing)) }
      start = crossing
      isLand.toggle()
    }
    if !isLand { result.append((start, to)) }
    return result
  }
}
