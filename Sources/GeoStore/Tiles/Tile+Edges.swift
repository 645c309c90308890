import GeoModel

extension Tile {
  /// The vertices of a line, valid until another line of the tile is read; none if the bytes are damaged.
  public func vertices(of line: TileLine) -> UnsafeBufferPointer<FixedPoint> {
    lists.shapes.vertices(at: Int(line.start))
  }

  /// Visits the lines that a piece's edges form, one after the other.
  ///
  /// - Parameter body: gets vertices that are valid until it returns.
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
      let line =
        piece.isShared
        ? shapes.vertices(at: Int(truncatingIfNeeded: reader.varint())) : shapes.vertices(&reader)
      body(line)
    }
    if reader.isDamaged { shapes.reportDamage() }
  }

  /// Calls with the areas with edges in the box that contain a point of it.
  public func forEachArea(containing point: FixedPoint, _ body: (AreaID) -> Void) {
    let pieces = pieces
    for position in pieces.areas {
      let piece = pieces[position]
      if case .area(let id) = piece.owner, contains(point, piece: piece) { body(id) }
    }
  }

  /// The areas with edges in the box that contain a point of it.
  public func areas(containing point: FixedPoint) -> [AreaID] {
    var areas: [AreaID] = []
    forEachArea(containing: point) { areas.append($0) }
    return areas
  }

  /// Whether a point of the box is inside a piece's whole polygon, by the even-odd rule. Exact: two areas that share an
  /// edge never both contain a point and never both miss it.
  ///
  /// Counts the edges west of the point. Those west of the whole box are summed up in the piece's toggles: the latitudes at
  /// which their number changes from even to odd or back.
  public func contains(_ point: FixedPoint, piece: TilePiece) -> Bool {
    var inside = piece.startsInside
    var reader = lists.shapes.reader(at: Int(piece.start))
    if piece.hasToggles {
      var latitude = box.minY
      for _ in 0..<reader.count() {
        latitude &+= Int32(truncatingIfNeeded: reader.varint())
        if latitude <= point.y { inside.toggle() }
      }
    }
    forEachLine(of: piece, &reader) { if Tile.crossesOdd($0, westOf: point) { inside.toggle() } }
    return inside
  }

  /// Whether an odd number of a line's edges passes the point's latitude west of it.
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
