import GeoModel
import GeoStoreWriting
import GeoSupport

/// Finds the nearest named way of points that are known beforehand.
///
/// Only segments in the cells around those points are entered, so the index is small if the points are few.
struct VicinityIndex {
  /// The maximum distance between a house without a street and the way that it gets.
  static let reachMeters = 200.0
  /// Cells are 0.002 degree wide and high (220 m at the equator).
  private static let grid = CellGrid(side: 20_000)
  /// Entries by cell. The position holds the street in its upper 32 bits and the index of the segment's first vertex in
  /// the lower 32.
  private var entries: MappedArray<KeyedPosition>
  /// The number of segments compared for a point on average.
  private var allowance = WorkAllowance(each: 4_096)
  /// The number of cells in which a segment may be entered, on average.
  ///
  /// If its bounding box touches more cells than ``cellsOfSegment``, only those along the segment count.
  private var cellsLeft = WorkAllowance(each: cellsOfSegment, start: 1 << 20)
  private static let cellsOfSegment = 64
  /// The cost of testing whether a way is accepted.
  private static let stepsToAccept = 8

  /// Builds an index for these points, in the content's workspace.
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

  /// The nearest named way within reach that meets a condition; nil if there is none.
  ///
  /// Ties, as at a corner, are broken regardless of the order of the extracts.
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

  /// Whether a way can be the street of an address: neither a motorway nor a link road, and with a name rather than
  /// only a number.
  private static func isAddressable(_ street: StreetRecord) -> Bool {
    !street.isReference && street.kind != .motorway && street.kind != .link
  }

  /// Enters the segments of a street that touch a wanted cell.
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

  /// The cells within reach of a point, from south to north.
  private static func cells(around point: FixedPoint) -> [UInt64] {
    SearchBoxes(around: point, radiusMeters: reachMeters).flatMap { box in
      grid.rows(of: box).flatMap { row in grid.columns(of: box).map { CellGrid.key(column: $0, row: row) } }
    }
  }
}

extension StreetRecord {
  /// Whether a street comes before another one in a sorted extract.
  func comesBefore(_ other: StreetRecord) -> Bool {
    let (key, otherKey) = (source.sortKey, other.source.sortKey)
    return (key & 3, key) < (otherKey & 3, otherKey)
  }
}

enum LineDistance {
  /// The squared distance in square meters between the projection's origin and a line.
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
