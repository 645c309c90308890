import GeoModel

extension StoreReader {
  /// The tile that contains a point.
  ///
  /// Where the store has no data, the tile is empty, and its box is the largest square of the quadtree without data. A
  /// tile does not change while a caller holds it.
  public func tile(containing point: FixedPoint) throws(StoreError) -> Tile {
    let found = try find(point)
    try open(found)
    return found.tile
  }

  /// A tile whose header has been read.
  private struct FoundTile {
    var key: Int64
    var tile: Tile
    /// The encoded tile, valid until another tile is found; nil when the row must be looked up again.
    var bytes: UnsafeBufferPointer<UInt8>?
  }

  /// Finds the tile that contains a point without decoding it.
  private func find(_ point: FixedPoint) throws(StoreError) -> FoundTile {
    let index = HilbertCurve.index(point)
    guard tiles.limits.passTile() else { throw damaged("tiles without end") }
    if let (key, tile) = tiles.tile(containing: index) { return FoundTile(key: key, tile: tile) }
    guard let row = try lastTile(notAfter: Int64(index) | TileCell.levelMask) else {
      return try emptyTile(around: index, before: nil)
    }
    let last = try lastIndex(of: row.key)
    guard last >= index else { return try emptyTile(around: index, before: last) }
    let bytes = try self.bytes(of: row)
    let box = TileCell.box(containing: point, level: Int(row.key & TileCell.levelMask))
    return FoundTile(key: row.key, tile: keep(bytes, row.key, box), bytes: bytes)
  }

  /// The last Hilbert index of a stored tile.
  ///
  /// Throws unless the key is that of a square: searches rely on it to advance with each step.
  @inline(__always) private func lastIndex(of key: Int64) throws(StoreError) -> UInt64 {
    guard let last = TileCell.lastIndex(ofKey: key) else { throw damaged("tile \(key)") }
    return last
  }

  private func bytes(of row: TableTree.Row) throws(StoreError) -> UnsafeBufferPointer<UInt8> {
    guard var columns = RowCursor(row.record) else { throw damaged("tile \(row.key)") }
    columns.skip()
    guard let bytes = columns.bytes() else { throw damaged("tile \(row.key)") }
    return bytes
  }

  /// Caches a tile with only its header decoded.
  private func keep(_ bytes: UnsafeBufferPointer<UInt8>, _ key: Int64, _ box: FixedBox) -> Tile {
    let tile = tiles.recycle(for: key)
    var reader = ByteReader(bytes)
    tile.begin(TileHeader(&reader, tile: box), box: box)
    tiles.keep(key)
    return tile
  }

  /// Decodes a tile unless it is decoded already.
  private func open(_ found: FoundTile) throws(StoreError) {
    if found.tile.isDecoded { return tiles.limits.open(ofBytes: found.tile.lists.shapes.count) }
    var bytes = found.bytes
    if bytes == nil, let row = try lastTile(notAfter: found.key), row.key == found.key {
      bytes = try self.bytes(of: row)
    }
    guard let bytes, TileDecoder.decode(bytes, box: found.tile.box, places: placePages, into: found.tile) else {
      throw damaged("tile \(found.key)")
    }
    tiles.limits.open(ofBytes: bytes.count)
  }

  private func lastTile(notAfter key: Int64) throws(StoreError) -> TableTree.Row? {
    do throws(TableTree.Damage) { return try tables.tile.lastRow(notAfter: key) } catch { throw damaged("tiles") }
  }

  /// Visits the stored tiles that touch a box, the one around its middle first, until `body` returns false.
  ///
  /// The box must not cross the antimeridian: split it first.
  public func forEachTile(in box: FixedBox, _ body: (Tile) throws(StoreError) -> Bool) throws(StoreError) {
    let box = box.clipped(to: .world)
    if box.isEmpty { return }
    let first = try tile(containing: box.middle)
    if !first.isEmpty, try !body(first) { return }
    try forEachTile(in: box, besides: first.box, where: { _ in true }, body)
  }

  /// Visits the stored tiles that touch a box, except one known to the caller, until `body` returns false.
  ///
  /// - Parameters:
  ///   - box: the box, which must not cross the antimeridian.
  ///   - known: the box of the tile to leave out.
  ///   - isWanted: called with each tile before its lists are decoded, which is most of the work; only its boxes are
  ///     known then. It may be called more than once for a tile.
  public func forEachTile(
    in box: FixedBox, besides known: FixedBox, where isWanted: (Tile) -> Bool,
    _ body: (Tile) throws(StoreError) -> Bool
  ) throws(StoreError) {
    let box = box.clipped(to: .world)
    if box.isEmpty || known.contains(box) { return }
    if Int64(box.maxY) - Int64(box.minY) <= StoreReader.sweepHeight {
      try sweep(box, besides: known, where: isWanted, body)
    } else {
      try scan(box, besides: known, where: isWanted, body)
    }
  }

  /// The greatest height of a box, about 6 km, that is swept tile by tile through the cache.
  ///
  /// Higher ones are scanned in the file.
  ///
  /// The width does not matter: near the poles boxes are wide, and the squares that cover one would contain much of the
  /// Earth.
  private static var sweepHeight: Int64 { 1 << 19 }

  /// Visits the tiles of a low box in rows from south to north, each row from west to east.
  ///
  /// A row ends at the southernmost of its tiles' northern edges. So every tile begins with some row, in which it is
  /// visited.
  private func sweep(
    _ box: FixedBox, besides known: FixedBox, where isWanted: (Tile) -> Bool,
    _ body: (Tile) throws(StoreError) -> Bool
  ) throws(StoreError) {
    var y = Int64(box.minY)
    while y <= Int64(box.maxY) {
      var x = Int64(box.minX)
      var nextY = Int64(box.maxY) + 1
      while x <= Int64(box.maxX) {
        let corner = FixedPoint(x: Int32(x), y: Int32(y))
        var met = known
        if !known.contains(corner) {
          let found = try find(corner)
          met = found.tile.box
          let isNew = y == max(Int64(met.minY), Int64(box.minY))
          if isNew, !found.tile.isEmpty, isWanted(found.tile) {
            try open(found)
            if try !body(found.tile) { return }
          }
        }
        x = Int64(met.maxX) + 1
        nextY = min(nextY, Int64(met.maxY) + 1)
      }
      y = nextY
    }
  }

  /// Visits the tiles of a high box in the order of the Hilbert curve.
  ///
  /// 1. At most four squares as large as the box cover it.
  /// 2. All tiles that touch a square are in its range of keys, or are the last one before that range.
  private func scan(
    _ box: FixedBox, besides known: FixedBox, where isWanted: (Tile) -> Bool,
    _ body: (Tile) throws(StoreError) -> Bool
  ) throws(StoreError) {
    var lastKey: Int64 = -1
    for square in TileCell.squares(covering: box) {
      let isDone = try visit(square, box, besides: known, after: &lastKey, where: isWanted, body)
      if isDone { return }
    }
  }

  /// Visits the tiles of one square. Returns true when `body` returned false, which ends the search.
  private func visit(
    _ square: TileCell, _ box: FixedBox, besides known: FixedBox, after lastKey: inout Int64,
    where isWanted: (Tile) -> Bool, _ body: (Tile) throws(StoreError) -> Bool
  ) throws(StoreError) -> Bool {
    let first = Int64(square.index) | TileCell.levelMask
    // The last tile before the square's first one may contain the square.
    var next = try lastTile(notAfter: first)?.key
    if next == nil { next = try firstKey(after: first) }
    while let key = next, key <= Int64(clamping: square.lastIndex) {
      _ = try lastIndex(of: key)
      next = try firstKey(after: key)
      guard key > lastKey else { continue }
      let cell = TileCell(key: key)
      guard cell.box.intersects(box), cell.box != known else { continue }
      lastKey = key
      let found = try tile(key, cell.box)
      guard isWanted(found.tile) else { continue }
      try open(found)
      if try !body(found.tile) { return true }
    }
    return false
  }

  /// The stored tile of a key, with at least its header decoded.
  private func tile(_ key: Int64, _ box: FixedBox) throws(StoreError) -> FoundTile {
    if let kept = tiles.tile(key: key) { return FoundTile(key: key, tile: kept) }
    guard let row = try lastTile(notAfter: key), row.key == key else { throw damaged("tile \(key)") }
    let bytes = try bytes(of: row)
    return FoundTile(key: key, tile: keep(bytes, key, box), bytes: bytes)
  }

  /// The key of the first tile after a key; nil after the last one.
  private func firstKey(after key: Int64) throws(StoreError) -> Int64? {
    guard tiles.limits.passTile() else { throw damaged("tiles without end") }
    return try undamaged("tiles") { () throws(TableTree.Damage) in try tables.tile.firstKey(after: key) }
  }

  /// The largest square around an index that does not overlap the stored tiles before and after it.
  ///
  /// - Parameter before: the last index of the tile before; nil when there is none.
  private func emptyTile(around index: UInt64, before: UInt64?) throws(StoreError) -> FoundTile {
    let after = try firstKey(after: Int64(index) | TileCell.levelMask)
    var cell = TileCell.root
    while cell.level < TileCell.finestLevel {
      let isFree =
        before.map { $0 < cell.index } ?? true && after.map { UInt64(bitPattern: $0) > cell.lastIndex } ?? true
      if isFree { break }
      cell = cell.child(Int(truncatingIfNeeded: index >> (2 * UInt64(31 - cell.level))) & 3)
    }
    let tile = tiles.recycle(for: cell.key)
    tile.empty(box: cell.box)
    tile.isDecoded = true
    tiles.keep(cell.key)
    return FoundTile(key: cell.key, tile: tile)
  }
}
