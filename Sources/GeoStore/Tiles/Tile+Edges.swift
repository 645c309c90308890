import GeoModel

extension Tile {
  /// The vertices of a line, valid until another line of the tile is read; none if the bytes are damaged.
  public func vertices(of line: TileLine) -> UnsafeBufferPointer<FixedPoint> {
    lists.shapes.vertices(at: Int(line.start))
  }

  /// Visits the lines formed by a piece's edges, one after the other.
  ///
  /// - Parameter body: called with vertices that are valid until it returns.
  public func forEachLine(of piece: TilePiece, _ body: (UnsafeBufferPointer<FixedPoint>) -> Void) {
    var reader = lists.shapes.reader(at: Int(piece.start))
    if piece.hasToggles { for _ in 0..<reader.count() { _ = reader.varint() } }
    forEachLine(of: piece, &reader, body)
  }

  @inline(__always) private func forEachLine(
    of piece: TilePiece, _ reader: inout ByteReader, _ body: (UnsafeBufferPointer<FixedPoint>) -> Void
  ) {
    let shapes = lists.shapes
    for _ in 0..<piece.lineCount {
      if piece.isArea { _ = reader.block(4) }
      let line =
        piece.isShared
        ? shapes.vertices(at: Int(truncatingIfNeeded: reader.varint())) : shapes.vertices(&reader)
      body(line)
    }
    if reader.isDamaged { shapes.reportDamage() }
  }

  /// Calls `body` with the areas that have edges in the box and contain a point of the box.
  public func forEachArea(containing point: FixedPoint, _ body: (AreaID) -> Void) {
    let pieces = pieces
    var crossings = LineCrossings(of: point, in: box)
    for position in pieces.areas {
      let piece = pieces[position]
      if case .area(let id) = piece.owner, contains(point, piece, &crossings) { body(id) }
    }
  }

  /// The areas that have edges in the box and contain a point of the box.
  public func areas(containing point: FixedPoint) -> [AreaID] {
    var areas: [AreaID] = []
    forEachArea(containing: point) { areas.append($0) }
    return areas
  }

  /// Whether a point of the box is inside a piece's whole polygon, by the even-odd rule.
  ///
  /// The test is exact: exactly one of two areas with a common edge contains a point at that edge. It counts the edges
  /// west of the point. The edges west of the whole box are stored only as the piece's toggles: the latitudes at which
  /// their number changes from even to odd or back.
  public func contains(_ point: FixedPoint, piece: TilePiece) -> Bool {
    var crossings = LineCrossings(of: point, in: box)
    return contains(point, piece, &crossings)
  }

  /// Whether two pieces have the same outline, as those of the addresses in one building do.
  ///
  /// It may be false for equal outlines.
  public func haveSameOutline(_ a: TilePiece, _ b: TilePiece) -> Bool {
    guard a.isShared, b.isShared, !a.isArea, !b.isArea, !a.hasToggles, !b.hasToggles, a.lineCount == b.lineCount,
      a.startsInside == b.startsInside
    else { return false }
    var (lines, others) = (lists.shapes.reader(at: Int(a.start)), lists.shapes.reader(at: Int(b.start)))
    for _ in 0..<a.lineCount where lines.varint() != others.varint() { return false }
    return true
  }

  private func contains(_ point: FixedPoint, _ piece: TilePiece, _ crossings: inout LineCrossings) -> Bool {
    var inside = piece.startsInside
    let shapes = lists.shapes
    var reader = shapes.reader(at: Int(piece.start))
    if piece.hasToggles {
      var latitude = box.minY
      for _ in 0..<reader.count() {
        latitude &+= Int32(truncatingIfNeeded: reader.varint())
        if latitude <= point.y { inside.toggle() }
      }
    }
    guard piece.isArea else {
      forEachLine(of: piece, &reader) { if Tile.crossesOdd($0, westOf: point) { inside.toggle() } }
      return inside
    }
    for _ in 0..<piece.lineCount {
      let mayCross = crossings.mayCross(reader.block(4))
      let start = Int(truncatingIfNeeded: reader.varint())
      guard mayCross else { continue }
      let isOdd = crossings.isOdd(start) { Tile.crossesOdd(shapes.vertices(at: start), westOf: point) }
      if isOdd { inside.toggle() }
    }
    if reader.isDamaged { shapes.reportDamage() }
    return inside
  }

  /// Whether an odd number of a line's edges crosses the point's latitude west of it.
  @inline(__always) private static func crossesOdd(
    _ line: UnsafeBufferPointer<FixedPoint>, westOf point: FixedPoint
  ) -> Bool {
    guard var from = line.first else { return false }
    var isAbove = from.y > point.y
    var isOdd = false
    for index in 1..<line.count {
      let to = line[index]
      let nextIsAbove = to.y > point.y
      if isAbove != nextIsAbove, Tile.crossesWest(from, to, of: point) { isOdd.toggle() }
      from = to
      isAbove = nextIsAbove
    }
    return isOdd
  }
}

/// Caches how lines of areas cross a point's latitude, as neighboring areas share lines.
private struct LineCrossings {
  /// The point in the tile's scale.
  private let place: SIMD4<UInt8>
  /// The positions of recently tested lines in eight slots, and the results.
  private var starts = SIMD8<Int32>(repeating: -1)
  private var odd: UInt8 = 0

  init(of point: FixedPoint, in tile: FixedBox) { place = TileScale(tile).bytes(of: FixedBox(point)) }

  /// Whether a line with this box may cross the point's latitude west of it; false if there is no box.
  @inline(__always) func mayCross(_ box: UnsafeRawPointer?) -> Bool {
    guard let box = box?.loadUnaligned(as: SIMD4<UInt8>.self) else { return false }
    return box.x <= place.x && box.y <= place.y && box.w >= place.y
  }

  /// Whether the line at a position crosses the point's latitude an odd number of times west of it.
  @inline(__always) mutating func isOdd(_ start: Int, _ compare: () -> Bool) -> Bool {
    let slot = (start ^ start &>> 3 ^ start &>> 6) & 7
    if starts[slot] == Int32(truncatingIfNeeded: start) { return odd & 1 &<< UInt8(slot) != 0 }
    let isOdd = compare()
    starts[slot] = Int32(truncatingIfNeeded: start)
    odd = odd & ~(1 &<< UInt8(slot)) | (isOdd ? 1 &<< UInt8(slot) : 0)
    return isOdd
  }
}
