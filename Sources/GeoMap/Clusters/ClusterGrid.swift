import GeoModel

/// The grid of cells in which the annotations of one group are summed, at one level.
///
/// Cells divide the world, not the screen. They are about as wide as the shorter side of the group's frames, but at
/// least 4 points and a 64th of the longer side. So two annotations of a cell meet, or nearly meet.
///
/// Cells are summed in blocks of 16 × 16 on first use and kept up to date from then on. A group of few annotations sums
/// all its cells at each look and keeps nothing, because a map may have thousands of such groups. So does a group whose
/// look needs too many blocks.
struct ClusterGrid {
  /// The zoom level of the grid, in quarters of a level.
  private(set) var quarterLevel = 0
  /// The division of the world into cells.
  private(set) var division = CellDivision(cells: 1)
  /// The frame of the group in points at the grid's level.
  private(set) var frame = ClusterFrame()

  /// The numbers of the known blocks; the cells of block n begin at block n of `cells`.
  private var blocks = BlockTable()
  private var cells: [ClusterCell] = []
  /// All nonempty cells, during a look for which no blocks are kept; nil otherwise.
  private var few: [CellKey: ClusterCell]?
  /// The largest number of blocks kept, so that they take no more memory than the annotations themselves.
  private var blockLimit = BlockTable.limit
  /// The fewest annotations for which a group keeps blocks, and the number of annotations per block kept.
  private static let (manyAnnotations, annotationsOfBlock) = (4_096, 128)
  private static let blockSide = 16
  private static let cellsOfBlock = blockSide * blockSide
  /// The largest number of cells along the longer side of a frame. Finding what meets a frame visits all of them.
  private static let mostCells = 64.0

  /// Adopts a level and frame. Discards all sums if one of them is new.
  mutating func adopt(quarterLevel: Int, frame: ClusterFrame) {
    guard quarterLevel != self.quarterLevel || frame != self.frame || blocks.count == 0 else { return }
    self.quarterLevel = quarterLevel
    self.frame = frame
    forget()
    let side = max(4, min(frame.width, frame.height), max(frame.width, frame.height) / ClusterGrid.mostCells)
    division = CellDivision(cells: max(1, Int((pointsOfWorld / side).rounded(.up))))
  }

  /// The width of the world in points at the grid's level.
  var pointsOfWorld: Double { MapSize.world.width * MapScale.zoomScale(level: Double(quarterLevel) / 4) }

  /// Points per unit of ``WorldPoint``.
  var pointsPerUnit: Double { pointsOfWorld / 4_294_967_296 }

  /// The size in bytes of the cells that are kept.
  var byteCount: Int { blocks.byteCount + cells.capacity * MemoryLayout<ClusterCell>.stride }

  private mutating func forget() {
    blocks.removeAll()
    cells.removeAll(keepingCapacity: true)
  }

  /// Begins a look at cells; ``endLook()`` ends it.
  ///
  /// - Parameter rect: the rectangle that is looked at first.
  mutating func beginLook(at rect: MapRect, _ spatial: SpatialIndex) {
    blockLimit = min(BlockTable.limit, spatial.count / ClusterGrid.annotationsOfBlock)
    let side = Double(ClusterGrid.blockSide) * MapSize.world.width / Double(division.cells)
    let needed = (rect.width / side + 2) * (rect.height / side + 2)
    guard spatial.count < ClusterGrid.manyAnnotations || 2 * needed > Double(blockLimit) else { return }
    (blocks, cells) = (BlockTable(), [])
    var few: [CellKey: ClusterCell] = [:]
    spatial.forEach(in: .world) { slot, x, y in few[division.key(x, y), default: ClusterCell()].add(slot, x, y) }
    self.few = few
  }

  /// Ends the look and discards the cells that are not kept in blocks.
  mutating func endLook() { few = nil }

  /// Returns the nonempty cells between a first and a last row and column, row by row.
  mutating func occupied(_ first: CellKey, _ last: CellKey, _ spatial: SpatialIndex) -> [(CellKey, ClusterCell)] {
    if let few {
      return few.filter { key, _ in
        (first.row...last.row).contains(key.row) && (first.column...last.column).contains(key.column)
      }.map { ($0, $1) }.sorted { ($0.0.row, $0.0.column) < ($1.0.row, $1.0.column) }
    }
    var found: [(CellKey, ClusterCell)] = []
    for row in first.row...last.row {
      for column in first.column...last.column {
        let key = CellKey(column: column, row: row)
        let cell = cell(key, spatial)
        if cell.count > 0 { found.append((key, cell)) }
      }
    }
    return found
  }

  /// The block that contains a cell.
  @inline(__always) private func block(of key: CellKey) -> CellKey {
    CellKey(column: key.column / ClusterGrid.blockSide, row: key.row / ClusterGrid.blockSide)
  }

  /// The index in `cells` of a cell in a known block.
  @inline(__always) private func index(_ number: Int, _ key: CellKey) -> Int {
    let side = ClusterGrid.blockSide
    return number * ClusterGrid.cellsOfBlock + key.row % side * side + key.column % side
  }

  /// Returns the sums of a cell, computing them if they are not known.
  mutating func cell(_ key: CellKey, _ spatial: SpatialIndex) -> ClusterCell {
    if let few { return few[key] ?? ClusterCell() }
    let block = block(of: key)
    if blocks.number(of: block) == nil { addUp(block.column...block.column, block.row...block.row, spatial) }
    return blocks.number(of: block).map { cells[index($0, key)] } ?? ClusterCell()
  }

  /// Sums all unknown blocks of a range in one go, if they are few enough to keep.
  mutating func load(_ range: WorldRange, _ spatial: SpatialIndex) {
    guard few == nil else { return }
    let (first, last) = (
      block(of: division.key(range.minX, range.minY)), block(of: division.key(range.maxX, range.maxY))
    )
    let (columns, rows) = (first.column...last.column, first.row...last.row)
    guard columns.count * rows.count <= blockLimit / 2 else { return }
    let missing = rows.flatMap { row in columns.map { CellKey(column: $0, row: row) } }.filter {
      blocks.number(of: $0) == nil
    }
    guard let top = missing.first?.row, let bottom = missing.last?.row, let left = missing.map(\.column).min(),
      let right = missing.map(\.column).max()
    else { return }
    addUp(left...right, top...bottom, spatial)
  }

  /// Sums the unknown blocks of a rectangle.
  private mutating func addUp(_ columns: ClosedRange<Int>, _ rows: ClosedRange<Int>, _ spatial: SpatialIndex) {
    let side = ClusterGrid.blockSide
    let across = columns.count
    if blocks.count + across * rows.count > blockLimit { forget() }
    // The index of the first cell of each block; -1 for blocks that are known.
    var starts = [Int](repeating: -1, count: across * rows.count)
    for row in rows {
      for column in columns {
        guard let number = blocks.insert(CellKey(column: column, row: row)) else { continue }
        starts[(row - rows.lowerBound) * across + column - columns.lowerBound] = number * ClusterGrid.cellsOfBlock
      }
    }
    cells.append(
      contentsOf: repeatElement(ClusterCell(), count: blocks.count * ClusterGrid.cellsOfBlock - cells.count))
    let (left, top) = (columns.lowerBound * side, rows.lowerBound * side)
    let range = division.range(
      columns: left..<min(division.cells, (columns.upperBound + 1) * side),
      rows: top..<min(division.cells, (rows.upperBound + 1) * side))
    guard let range else { return }
    let division = division
    cells.withUnsafeMutableBufferPointer { cells in
      starts.withUnsafeBufferPointer { starts in
        spatial.forEach(in: range) { slot, x, y in
          let key = division.key(x, y)
          let (column, row) = (UInt(bitPattern: key.column &- left), UInt(bitPattern: key.row &- top))
          let start = starts[Int(row / UInt(side)) &* across &+ Int(column / UInt(side))]
          if start >= 0 { cells[start &+ Int(row % UInt(side)) &* side &+ Int(column % UInt(side))].add(slot, x, y) }
        }
      }
    }
  }

  /// Accounts for an annotation of the group that arrived at a place.
  mutating func add(_ slot: Int, _ place: WorldPoint) {
    if let index = known(division.key(place.x, place.y)) { cells[index].add(slot, place.x, place.y) }
  }

  /// Accounts for annotations of the group that arrived at their places.
  mutating func add(_ slots: Range<Int>, _ store: AnnotationStore) {
    guard blocks.count > 0 else { return }
    for slot in slots { add(slot, WorldPoint(x: store[slot].x, y: store[slot].y)) }
  }

  /// Accounts for an annotation of the group that left a place.
  mutating func subtract(_ slot: Int, _ place: WorldPoint) {
    if let index = known(division.key(place.x, place.y)) { cells[index].subtract(slot, place.x, place.y) }
  }

  /// Accounts for annotations of the group that moved from one place to another.
  mutating func move(_ steps: some Sequence<AnnotationStore.Step>) {
    guard blocks.count > 0 else { return }
    for step in steps {
      let (old, new) = (step.old, step.new)
      let (from, to) = (division.key(old.x, old.y), division.key(new.x, new.y))
      if from == to {
        if let index = known(from) { cells[index].move(old, new) }
      } else {
        if let index = known(from) { cells[index].subtract(step.slot, old.x, old.y) }
        if let index = known(to) { cells[index].add(step.slot, new.x, new.y) }
      }
    }
  }

  /// The index of a cell in `cells`; nil when its block is not known.
  @inline(__always) private func known(_ key: CellKey) -> Int? {
    blocks.number(of: block(of: key)).map { index($0, key) }
  }
}

/// The frame assumed for all views of a group: as wide as the widest and as high as the highest.
struct ClusterFrame: Equatable {
  var width = 0.0, height = 0.0
  /// Whether frames are compared as circles of that width: when all kinds of the group are circles.
  var isCircle = true

  /// Enlarges the frame to include that of a kind.
  mutating func include(_ kind: ViewKind) {
    isCircle = (width == 0 || isCircle) && kind.mode == .circle
    width = max(width, kind.width)
    height = max(height, kind.height)
  }

  /// The frame scaled by a factor around its middle.
  func enlarged(by factor: Double) -> ClusterFrame {
    ClusterFrame(width: width * factor, height: height * factor, isCircle: isCircle)
  }

  /// Whether two frames meet whose middles are `dx` and `dy` points apart.
  @inline(__always) func meets(_ dx: Double, _ dy: Double) -> Bool {
    isCircle ? dx * dx + dy * dy < width * width : abs(dx) < width && abs(dy) < height
  }
}
