import GeoModel
import GeoStoreWriting
import GeoSupport

/// Finds the nearest named way of points that are known beforehand.
///
/// Only segments in the cells around those points are entered, so the index stays small when few points ask.
struct VicinityIndex {
  /// How far a house without any street may be from the way that it is given.
  static let reachMeters = 200.0
  /// Cells are 0.002 degree wide and high (220 m at the equator).
  private static let grid = CellGrid(side: 20_000)
  /// By cell; a position is that of the street times 2^32, and that of the segment's first vertex in the content's points.
  private var entries: MappedArray<KeyedPosition>
  /// A point may look at so many segments on average.
  private var allowance = WorkAllowance(each: 4_096)
  /// A segment is entered in so many cells on average, and in those that its box touches if these are no more.
  private var cellsLeft = WorkAllowance(each: cellsOfSegment, start: 1 << 20)
  private static let cellsOfSegment = 64
  /// What it costs to ask whether a way is accepted.
  private static let stepsToAccept = 8

  /// An index for these points. It lives where the content does.
  init(_ content: StoreContent, for points: some Sequence<FixedPoint>) {
    entries = MappedArray(in: content.workspace)
    var numbers = MappedArray<Int64>(in: content.workspace)
    for point in points { numbers.append(contentsOf: VicinityIndex.cells(around: point).lazy.map { Int64($0) }) }
    let cells = NodeIndex(numbers)
    guard cells.count > 0 else { return }
    for (index, street) in content.streets.enumerated() where VicinityIndex.isAddressable(street) {
      enter(index, street, content, cells)
    }
    RadixSort.sort(&entries) { $0.key }
  }

  /// The nearest named way within reach that a condition accepts; nil when there is none. Of several as near, as at a corner, the order of the
  /// extracts does not decide.
  mutating func nearestStreet(
    to point: FixedPoint, _ content: StoreContent, where isAccepted: (Int) -> Bool = { _ in true }
  ) -> Int? {
    let projection = LocalProjection(origin: point)
    var best: (street: Int, squared: Double, cell: UInt64)?
    var allowance = allowance
    allowance.next()
    defer { self.allowance = allowance }
    for cell in VicinityIndex.cells(around: point) {
      let isDone = entries.forEachPosition(from: cell, through: cell) { position in
        guard allowance.spend(1) else { return false }
        let (street, vertex) = (position >> 32, position & 0xFFFF_FFFF)
        let squared = LineDistance.squaredMeters(projection, to: content.points[vertex...vertex + 1])
        if let best {
          let isBefore = best.cell == cell && content.streets[street].comesBefore(content.streets[best.street])
          guard squared < best.squared || squared == best.squared && isBefore else { return true }
        }
        guard squared < VicinityIndex.reachMeters * VicinityIndex.reachMeters else { return true }
        guard allowance.spend(VicinityIndex.stepsToAccept) else { return false }
        guard isAccepted(street) else { return true }
        best = (street, squared, cell)
        return true
      }
      guard isDone else { break }
    }
    return best?.street
  }

  /// Nobody lives on a motorway, and a number is not a street.
  private static func isAddressable(_ street: StreetRecord) -> Bool {
    !street.isReference && street.kind != .motorway && street.kind != .link
  }

  /// Enters those segments of a street that touch a wanted cell.
  private mutating func enter(_ index: Int, _ street: StreetRecord, _ content: StoreContent, _ wanted: NodeIndex) {
    guard street.line.count >= 2 else { return }
    for vertex in street.line.start..<street.line.start + street.line.count - 1 {
      let (a, b) = (content.points[vertex], content.points[vertex + 1])
      let box = FixedBox(a).union(FixedBox(b))
      cellsLeft.next()
      func enter(_ column: Int64, _ row: Int64) {
        let cell = CellGrid.key(column: column, row: row)
        guard wanted.position(of: Int64(cell)) != nil, cellsLeft.spend(1) else { return }
        entries.append(KeyedPosition(key: cell, position: (index << 32) + vertex))
      }
      if VicinityIndex.grid.cellCount(of: box) <= VicinityIndex.cellsOfSegment {
        VicinityIndex.grid.forEachCell(of: box, enter)
      } else {
        VicinityIndex.grid.forEachCell(from: a, to: b, enter)
      }
    }
  }

  /// The cells within reach of a point, south to north.
  private static func cells(around point: FixedPoint) -> [UInt64] {
    SearchBoxes(around: point, radiusMeters: reachMeters).flatMap { box in
      grid.rows(of: box).flatMap { row in grid.columns(of: box).map { CellGrid.key(column: $0, row: row) } }
    }
  }
}

extension StreetRecord {
  /// Whether a sorted extract has a street before another one.
  func comesBefore(_ other: StreetRecord) -> Bool {
    let (key, otherKey) = (source.sortKey, other.source.sortKey)
    return (key & 3, key) < (otherKey & 3, otherKey)
  }
}

/// Distances to lines.
enum LineDistance {
  /// The square of the distance in square meters from the projection's origin to a line.
  static func squaredMeters(_ projection: LocalProjection, to line: some Collection<FixedPoint>) -> Double {
    guard let first = line.first else { return .infinity }
    var from = projection.project(first)
    var least = from.squaredLength
    for point in line.dropFirst() {
      let to = projection.project(point)
      least = min(least, from.nearestToOrigin(onSegmentTo: to).squaredLength)
      from = to
    }
    return least
  }
}
