import GeoModel
import GeoStore

/// Finds the nearest named way of points that are known beforehand.
///
/// Only segments in the cells around those points are entered, so the index stays small when few points ask.
struct VicinityIndex {
  /// A segment in a cell.
  private struct Entry: Sendable {
    var cell: UInt64
    var street: UInt32
    /// Position of the segment's first vertex in the content's points.
    var vertex: UInt32
  }

  /// How far a house without any street may be from the way that it is given.
  static let reachMeters = 200.0
  /// Cells are 0.002 degree wide and high (220 m at the equator).
  private static let grid = CellGrid(side: 20_000)
  private var entries: MappedArray<Entry>

  /// An index for these points. It lives where the content does.
  init(_ content: StoreContent, for points: some Sequence<FixedPoint>) {
    entries = MappedArray(in: content.workspace)
    var numbers = MappedArray<Int64>(in: content.workspace)
    for point in points { numbers.append(contentsOf: VicinityIndex.cells(around: point).lazy.map { Int64($0) }) }
    let cells = NodeIndex(numbers)
    guard cells.count > 0 else { return }
    for (index, street) in content.streets.enumerated() where VicinityIndex.isAddressable(street) {
      enter(UInt32(index), street, content, cells)
    }
    RadixSort.sort(&entries) { $0.cell }
  }

  /// The nearest named way within reach that a condition accepts; nil when there is none.
  func nearestStreet(
    to point: FixedPoint, _ content: StoreContent, where isAccepted: (Int) -> Bool = { _ in true }
  ) -> Int? {
    let projection = LocalProjection(origin: point)
    var best: (street: Int, squared: Double)?
    for cell in VicinityIndex.cells(around: point) {
      var position = firstEntry(of: cell)
      while position < entries.count, entries[position].cell == cell {
        let street = Int(entries[position].street)
        let vertex = Int(entries[position].vertex)
        position += 1
        let squared = LineDistance.squaredMeters(projection, to: content.points[vertex...vertex + 1])
        guard squared < best?.squared ?? VicinityIndex.reachMeters * VicinityIndex.reachMeters else { continue }
        if isAccepted(street) { best = (street, squared) }
      }
    }
    return best?.street
  }

  /// Nobody lives on a motorway, and a number is no street.
  private static func isAddressable(_ street: StreetRecord) -> Bool {
    !street.isReference && street.kind != .motorway && street.kind != .link && street.kind != .construction
  }

  /// Enters those segments of a street that touch a wanted cell.
  private mutating func enter(_ index: UInt32, _ street: StreetRecord, _ content: StoreContent, _ wanted: NodeIndex) {
    guard street.line.count >= 2 else { return }
    for vertex in street.line.start..<street.line.start + street.line.count - 1 {
      let (a, b) = (content.points[vertex], content.points[vertex + 1])
      let box = FixedBox(a).union(FixedBox(b))
      for row in VicinityIndex.grid.rows(of: box) {
        for column in VicinityIndex.grid.columns(of: box) {
          let cell = VicinityIndex.key(column, row)
          guard wanted.position(of: Int64(cell)) != nil else { continue }
          entries.append(Entry(cell: cell, street: index, vertex: UInt32(vertex)))
        }
      }
    }
  }

  /// Where the run of a cell begins.
  private func firstEntry(of cell: UInt64) -> Int {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].cell < cell { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The cells within reach of a point, south to north.
  private static func cells(around point: FixedPoint) -> [UInt64] {
    SearchBoxes(around: point, radiusMeters: reachMeters).flatMap { box in
      grid.rows(of: box).flatMap { row in grid.columns(of: box).map { key($0, row) } }
    }
  }

  private static func key(_ column: Int64, _ row: Int64) -> UInt64 { UInt64(row) << 32 | UInt64(column) }
}
