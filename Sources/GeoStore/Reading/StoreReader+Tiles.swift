import GeoModel

extension StoreReader {
  /// The tile that contains a point; an empty one, whose box is just the point, where nothing is known. It stays as it is
  /// for as long as it is held.
  public func tile(containing point: FixedPoint) throws(StoreError) -> Tile {
    if let tile = tiles.tile(containing: point) { return tile }
    let statement = statements.tile
    statement.bind(1, Int64(HilbertCurve.index(point)) | TileCell.levelMask)
    defer { statement.reset() }
    if try statement.step() {
      let cell = TileCell(key: statement.integer(0))
      if cell.box.contains(point) { return try decode(statement.blob(1), cell) }
    }
    let empty = Tile()
    empty.box = FixedBox(point)
    return empty
  }

  /// Visits the stored tiles that touch a box, the one around its middle first, the others in the order of space. Stops
  /// when `body` returns false. The box must not cross the antimeridian: split it first.
  ///
  /// 1. Squares as large as the box cover it, at most four of them.
  /// 2. In the range of keys of each, and just before it, stand all tiles that touch the square.
  public func forEachTile(in box: FixedBox, _ body: (Tile) throws(StoreError) -> Bool) throws(StoreError) {
    if box.isEmpty { return }
    let first = try tile(containing: box.middle)
    let hasFirst = first.box.minX < first.box.maxX
    if hasFirst, try !body(first) { return }
    var lastKey: Int64 = -1
    for square in TileCell.squares(covering: box) {
      let isDone = try visit(square, box, except: hasFirst ? first.box : nil, after: &lastKey, body)
      if isDone { return }
    }
  }

  /// Visits the tiles of one square; true when the visitor has had enough.
  private func visit(
    _ square: TileCell, _ box: FixedBox, except first: FixedBox?, after lastKey: inout Int64,
    _ body: (Tile) throws(StoreError) -> Bool
  ) throws(StoreError) -> Bool {
    // A visitor may ask for a visit of its own; the second one brings its own statement.
    let statement = try isVisiting ? Statement(database, ReaderStatements.tilesSQL) : statements.tiles
    let wasVisiting = isVisiting
    isVisiting = true
    defer { isVisiting = wasVisiting }
    statement.bind(1, Int64(square.index) | TileCell.levelMask)
    statement.bind(2, Int64(clamping: square.lastIndex))
    defer { statement.reset() }
    while try statement.step() {
      let key = statement.integer(0)
      guard key > lastKey else { continue }
      let cell = TileCell(key: key)
      guard cell.box.intersects(box), cell.box != first else { continue }
      lastKey = key
      if let tile = tiles.tile(key: key) {
        if try !body(tile) { return true }
      } else if try !body(decode(statement.blob(1), cell)) {
        return true
      }
    }
    return false
  }

  private func decode(_ bytes: UnsafeBufferPointer<UInt8>, _ cell: TileCell) throws(StoreError) -> Tile {
    let tile = tiles.recycle()
    guard try TileDecoder.decode(bytes, cell: cell, places: placePages, into: tile) else {
      throw damaged("tile \(cell.key)")
    }
    tiles.keep(tile, key: cell.key)
    return tile
  }
}

extension TileCell {
  /// The squares of the finest level whose side is at least that of the box, which together cover it: one to four, in the
  /// order of the curve.
  static func squares(covering box: FixedBox) -> [TileCell] {
    let extent = max(Int64(box.maxX) - Int64(box.minX), Int64(box.maxY) - Int64(box.minY)) + 1
    var level = TileCell.finestLevel
    while level > 0, Int64(1) << Int64(32 - level) < extent { level -= 1 }
    var squares: [TileCell] = []
    for x in [box.minX, box.maxX] {
      for y in [box.minY, box.maxY] {
        let square = TileCell(containing: FixedPoint(x: x, y: y), level: level)
        if !squares.contains(where: { $0.index == square.index }) { squares.append(square) }
      }
    }
    return squares.sorted { $0.index < $1.index }
  }
}
