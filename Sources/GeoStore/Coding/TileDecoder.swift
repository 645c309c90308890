import GeoModel

/// Finds the parts of a tile in bytes that the import's `TileEncoder` wrote.
///
/// The parts stay in the mapped file and are read only where a query needs them. Bytes are copied when the file does
/// not have them in one piece, as with a row that continues on overflow pages.
///
/// Every number is bounds-checked. Truncated bytes give `false`; other damage is detected when the damaged part is
/// read. Damaged bytes never cause a crash.
struct TileDecoder {
  var reader: ByteReader
  /// The box of the tile.
  let box: FixedBox
  /// Whether offsets have four bytes instead of two.
  let isWide: Bool

  /// Fills a tile. Returns false when the bytes are damaged; the tile is then empty.
  static func decode(_ bytes: UnsafeBufferPointer<UInt8>, box: FixedBox, places: PlacePages, into tile: Tile) -> Bool {
    var reader = ByteReader(bytes)
    tile.begin(TileHeader(&reader, tile: box), box: box)
    let measure = reader.varint()
    let longest = Int(truncatingIfNeeded: min(measure >> 2, UInt64(bytes.count)))
    let read = bytes.count - reader.remaining
    // The room for a line comes first because it must be aligned.
    let lineBytes = longest * MemoryLayout<FixedPoint>.stride
    let isInFile = tile.file?.has(bytes, andBehind: TileBoxes.room) ?? false
    let memory = tile.reserve(lineBytes + (isInFile ? 0 : bytes.count + TileBoxes.room))
    let line = memory.bindMemory(to: FixedPoint.self, capacity: longest)
    if !isInFile, let start = bytes.baseAddress {
      let copy = memory + lineBytes
      copy.copyMemory(from: start, byteCount: bytes.count)
      reader = ByteReader(
        UnsafeBufferPointer(start: copy.assumingMemoryBound(to: UInt8.self) + read, count: bytes.count - read))
    }
    var decoder = TileDecoder(reader: reader, box: box, isWide: measure & 1 == 1)
    let cities = measure & 2 == 0 ? nil : decoder.cities()
    let lists = decoder.lists(tile.header.sections, cities, places, tile.limits) { shapes in
      TileShapes(shapes, in: box, room: UnsafeMutableBufferPointer(start: line, count: longest), tile.limits)
    }
    guard !decoder.reader.isDamaged else {
      tile.empty(box: box)
      return false
    }
    tile.fill(lists, places)
    return true
  }

  /// Finds the parts in their order. The shapes follow after all lists.
  private mutating func lists(
    _ sections: TileSections, _ cities: TileNames?, _ pages: PlacePages, _ limits: SearchLimits,
    _ shapes: (UnsafeBufferPointer<UInt8>) -> TileShapes
  ) -> TileLists {
    let scale = TileScale(box)
    // Each list is constructed in place: the lists of a tile take some hundred bytes, not worth copying.
    let covering = sections.contains(.covering) ? ids(areDifferences: true) : .none
    let alternatives = sections.contains(.alternatives) ? ids(areDifferences: false) : .none
    let places = sections.contains(.places) ? TilePlaces(ids(areDifferences: true), pages, limits) : .none
    let streets = sections.contains(.streets) ? self.streets(scale) : .none
    let interpolations = sections.contains(.interpolations) ? self.interpolations() : .none
    let addresses = sections.contains(.addresses) ? self.addresses() : .none
    let features = sections.contains(.features) ? self.features() : .none
    let pieces = sections.contains(.pieces) ? pieceTable() : nil
    if reader.varint() != UInt64(reader.remaining) { reader.reportDamage() }
    let lines = shapes(reader.rest)
    return TileLists(
      box: box, covering: covering, pieces: pieces?.pieces(streets, lines, scale) ?? .none, streets: streets,
      interpolations: interpolations, addresses: addresses, features: features, places: places,
      coarseAlternatives: alternatives, cities: cities, shapes: lines)
  }

  /// The next number as an id. An id that is in no table is detected when its row is read.
  @inline(__always) private mutating func id() -> UInt32 { UInt32(truncatingIfNeeded: reader.varint()) }

  /// A list of ids.
  private mutating func ids(areDifferences: Bool) -> TileIDs {
    let count = reader.count()
    return TileIDs(reader.skipVarints(count), count: count, areDifferences: areDifferences)
  }

  /// The names of cities, which few queries read. Their length in bytes comes first, so they can be skipped.
  @inline(__always) private mutating func cities() -> TileNames {
    let count = reader.count()
    let start = reader.block(count)?.assumingMemoryBound(to: UInt8.self)
    return TileNames(UnsafeBufferPointer(start: start, count: start == nil ? 0 : count))
  }

  /// Parts of streets.
  private mutating func streets(_ scale: TileScale) -> TileStreets {
    let count = reader.count()
    guard let boxes = reader.block(count * 4),
      let rows = reader.block(count * TileStreets.rowBytes(isWide: isWide))
    else { return .none }
    return TileStreets(
      TileBoxes(boxes.assumingMemoryBound(to: UInt8.self), count: count), rows: rows, scale, isWide: isWide)
  }

  /// A street's name, stored as the street's position in the tile or as a name's id; nil for none.
  @inline(__always) static func streetName(_ reader: inout ByteReader, _ streets: TileStreets) -> NameID? {
    let position = reader.varint()
    if position == 0 { return nil }
    return position <= streets.count
      ? streets.name(Int(position) - 1) : NameID(UInt32(truncatingIfNeeded: reader.varint()))
  }

  private mutating func interpolations() -> TileInterpolations {
    let count = reader.count()
    guard let rows = reader.block(count * TileInterpolations.rowBytes) else { return .none }
    return TileInterpolations(rows, count: count)
  }

  private mutating func addresses() -> TileAddresses {
    let (first, rows) = points(factBytes: TileAddresses.factBytes)
    return TileAddresses(rows, firstID: first)
  }

  private mutating func features() -> TileFeatures {
    let (first, rows) = points(factBytes: TileFeatures.factBytes)
    return TileFeatures(rows, firstID: first)
  }

  /// Points and the id of the first one.
  private mutating func points(factBytes: Int) -> (firstID: UInt32, rows: TilePoints) {
    let count = reader.count()
    let first = id()
    guard let rows = reader.block(count * (TilePoints.bytes(in: box) + factBytes)) else { return (0, .none) }
    return (first, TilePoints(rows, count: count, factBytes: factBytes, in: box))
  }

  /// The table of the pieces: boxes, streets and offsets of areas and outlines.
  private mutating func pieceTable() -> PieceTable? {
    var counts = TilePieces.Counts()
    counts.areas = reader.count()
    counts.houses = reader.count()
    counts.others = reader.count()
    let firstAddress = id()
    guard let boxes = reader.block(counts.outlines * 4), let streets = reader.block(counts.houses),
      let starts = reader.block(counts.sum * (isWide ? 4 : 2))
    else { return nil }
    return PieceTable(
      counts: counts,
      columns: TilePieces.Columns(
        boxes: TileBoxes(boxes.assumingMemoryBound(to: UInt8.self), count: counts.outlines),
        streets: streets.assumingMemoryBound(to: UInt8.self), starts: starts, isWide: isWide,
        firstAddress: firstAddress))
  }
}

/// The part of a tile that describes its pieces; their shapes follow later.
private struct PieceTable {
  let counts: TilePieces.Counts
  let columns: TilePieces.Columns

  /// The pieces with their shapes.
  func pieces(_ streets: TileStreets, _ shapes: TileShapes, _ scale: TileScale) -> TilePieces {
    TilePieces(counts, columns, streets, shapes, scale)
  }
}
