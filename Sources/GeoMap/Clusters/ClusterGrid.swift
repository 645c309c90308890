import GeoModel

/// The cells of the world in which the annotations of one group are added up, at one level.
///
/// Cells are those of the world, not of the screen, and as wide as the shorter side of the group's frames, so that two annotations of a
/// cell always meet. They are added up in blocks of 16 × 16 cells when somebody looks there, and kept up to date from then on.
struct ClusterGrid {
  /// Zoom level of the grid, in quarters of a level.
  private(set) var quarterLevel = 0
  /// How the world is cut.
  private(set) var division = CellDivision(cells: 1)
  /// The frame of the group in points of the grid's level.
  private(set) var frame = ClusterFrame()

  private var blocks: [CellKey: [ClusterCell]] = [:]
  private static let blockSide = 16
  /// Blocks that are kept; beyond it all are forgotten.
  private static let maximumBlocks = 2_048

  /// Takes over a level and frame. What was added up is forgotten if one of them is new.
  mutating func adopt(quarterLevel: Int, frame: ClusterFrame) {
    guard quarterLevel != self.quarterLevel || frame != self.frame || blocks.isEmpty else { return }
    self.quarterLevel = quarterLevel
    self.frame = frame
    blocks = [:]
    let side = max(4, min(frame.width, frame.height))
    division = CellDivision(cells: max(1, Int((pointsOfWorld / side).rounded(.up))))
  }

  /// The world's width in points at the grid's level.
  var pointsOfWorld: Double { MapSize.world.width * MapScale.zoomScale(level: Double(quarterLevel) / 4) }

  /// Points in a unit of ``WorldPoint``.
  var pointsPerUnit: Double { pointsOfWorld / 4_294_967_296 }

  /// What stands in a cell, added up now if it was not known.
  mutating func cell(_ key: CellKey, _ index: SpatialIndex) -> ClusterCell {
    let side = ClusterGrid.blockSide
    let block = CellKey(column: key.column / side, row: key.row / side)
    if blocks[block] == nil { addUp(block.column...block.column, block.row...block.row, index) }
    return blocks[block]?[key.row % side * side + key.column % side] ?? ClusterCell()
  }

  /// Adds up all cells of a range that are not known, in one go.
  mutating func load(_ range: WorldRange, _ index: SpatialIndex) {
    let side = ClusterGrid.blockSide
    let (first, last) = (division.key(range.minX, range.minY), division.key(range.maxX, range.maxY))
    let columns = first.column / side...last.column / side
    let rows = first.row / side...last.row / side
    guard columns.count * rows.count <= ClusterGrid.maximumBlocks / 2 else { return }
    let missing = rows.flatMap { row in columns.map { CellKey(column: $0, row: row) } }.filter { blocks[$0] == nil }
    guard let top = missing.first?.row, let bottom = missing.last?.row, let left = missing.map(\.column).min(),
      let right = missing.map(\.column).max()
    else { return }
    addUp(left...right, top...bottom, index)
  }

  /// Adds up the blocks of a rectangle that are not known.
  private mutating func addUp(_ columns: ClosedRange<Int>, _ rows: ClosedRange<Int>, _ index: SpatialIndex) {
    let side = ClusterGrid.blockSide
    let across = columns.count
    if blocks.count + across * rows.count > ClusterGrid.maximumBlocks { blocks = [:] }
    var keys: [CellKey] = []
    // Which sums are those of a block; -1 for blocks that are known.
    var numbers = [Int](repeating: -1, count: across * rows.count)
    for row in rows {
      for column in columns where blocks[CellKey(column: column, row: row)] == nil {
        numbers[(row - rows.lowerBound) * across + column - columns.lowerBound] = keys.count
        keys.append(CellKey(column: column, row: row))
      }
    }
    let cells = side * side
    var sums = [ClusterCell](repeating: ClusterCell(), count: keys.count * cells)
    let (left, top) = (columns.lowerBound * side, rows.lowerBound * side)
    let range = division.range(
      columns: left..<min(division.cells, (columns.upperBound + 1) * side),
      rows: top..<min(division.cells, (rows.upperBound + 1) * side))
    if let range {
      let division = division
      sums.withUnsafeMutableBufferPointer { sums in
        numbers.withUnsafeBufferPointer { numbers in
          index.forEach(in: range) { slot, x, y in
            let key = division.key(x, y)
            let (column, row) = (key.column - left, key.row - top)
            let number = numbers[row / side * across + column / side]
            if number >= 0 { sums[number * cells + row % side * side + column % side].add(slot, x, y) }
          }
        }
      }
    }
    for (number, key) in keys.enumerated() { blocks[key] = Array(sums[number * cells..<(number + 1) * cells]) }
  }

  /// Notes that an annotation of the group came to a place.
  mutating func add(_ slot: Int, _ x: UInt32, _ y: UInt32) { change(x, y) { $0.add(slot, x, y) } }

  /// Notes that an annotation of the group left a place.
  mutating func subtract(_ slot: Int, _ x: UInt32, _ y: UInt32) { change(x, y) { $0.subtract(slot, x, y) } }

  private mutating func change(_ x: UInt32, _ y: UInt32, _ body: (inout ClusterCell) -> Void) {
    guard !blocks.isEmpty else { return }
    let side = ClusterGrid.blockSide
    let key = division.key(x, y)
    let block = CellKey(column: key.column / side, row: key.row / side)
    guard let entry = blocks.index(forKey: block) else { return }
    body(&blocks.values[entry][key.row % side * side + key.column % side])
  }
}

/// The world cut into as many columns as rows.
struct CellDivision {
  /// How many columns, and how many rows.
  let cells: Int

  /// The cell of a place.
  @inline(__always) func key(_ x: UInt32, _ y: UInt32) -> CellKey {
    CellKey(column: Int((UInt64(x) * UInt64(cells)) >> 32), row: Int((UInt64(y) * UInt64(cells)) >> 32))
  }

  /// The first unit of a column or row.
  private func firstUnit(_ cell: Int) -> UInt64 { ((UInt64(cell) << 32) + UInt64(cells) - 1) / UInt64(cells) }

  /// All places of a rectangle of cells; nil when it has no units.
  func range(columns: Range<Int>, rows: Range<Int>) -> WorldRange? {
    let (left, right) = (firstUnit(columns.lowerBound), firstUnit(columns.upperBound))
    let (top, bottom) = (firstUnit(rows.lowerBound), firstUnit(rows.upperBound))
    guard left < right, top < bottom else { return nil }
    return WorldRange(minX: UInt32(left), minY: UInt32(top), maxX: UInt32(right - 1), maxY: UInt32(bottom - 1))
  }

  /// The places of a cell.
  func range(of key: CellKey) -> WorldRange? {
    range(columns: key.column..<key.column + 1, rows: key.row..<key.row + 1)
  }
}

/// The frame that all views of a group are taken to have: as wide and high as the largest.
struct ClusterFrame: Equatable {
  var width = 0.0, height = 0.0
  /// Whether circles of the width are compared: so if all kinds of the group ask for it.
  var isCircle = true

  /// Takes in the frame of a kind.
  mutating func include(_ kind: ViewKind) {
    isCircle = (width == 0 || isCircle) && kind.mode == .circle
    width = max(width, kind.width)
    height = max(height, kind.height)
  }

  /// Whether two frames meet whose middles are so many points from each other.
  @inline(__always) func meets(_ dx: Double, _ dy: Double) -> Bool {
    isCircle ? dx * dx + dy * dy < width * width : abs(dx) < width && abs(dy) < height
  }
}
