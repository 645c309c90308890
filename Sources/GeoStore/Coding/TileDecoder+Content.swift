import GeoModel

// Streets, interpolations and single points.
extension TileDecoder {
  /// Parts of streets, which stay where they are.
  mutating func streets(_ scale: TileScale) -> TileStreets {
    let count = reader.count()
    guard let boxes = reader.block(count * 4),
      let rows = reader.block(count * TileStreets.rowBytes(isWide: isWide))
    else { return .none }
    return TileStreets(
      TileBoxes(boxes.assumingMemoryBound(to: UInt8.self), count: count), rows: rows, scale, isWide: isWide)
  }

  /// A street's name by its place in the tile, or by its id.
  @inline(__always) static func streetName(_ reader: inout ByteReader, _ streets: TileStreets) -> NameID? {
    let position = reader.varint()
    if position == 0 { return nil }
    return position <= streets.count
      ? streets.name(Int(position) - 1) : NameID(UInt32(truncatingIfNeeded: reader.varint()))
  }

  /// Parts of interpolations.
  mutating func interpolations(_ streets: TileStreets) -> UnsafeBufferPointer<TileInterpolation> {
    var id: Int64 = 0
    return list(bytesEach: 3) {
      id &+= $0.reader.signed()
      let street = TileDecoder.streetName(&$0.reader, streets)
      let line = TileLine(start: Int32(truncatingIfNeeded: $0.reader.varint()))
      return TileInterpolation(id: InterpolationID(UInt32(truncatingIfNeeded: id)), street: street, line: line)
    }
  }

  /// Addresses, whose ids are consecutive because both ids and tiles follow the curve.
  mutating func addresses(_ streets: TileStreets) -> UnsafeBufferPointer<TileAddress> {
    let list = room(for: reader.count(), of: TileAddress.self)
    let first = id()
    for index in 0..<list.count {
      let street = TileDecoder.streetName(&reader, streets)
      let (point, hasOutline) = flaggedPoint()
      let id = AddressID(first &+ UInt32(index))
      list.initializeElement(at: index, to: TileAddress(id: id, street: street, point: point, hasOutline: hasOutline))
    }
    return UnsafeBufferPointer(list)
  }

  /// Features, with consecutive ids too.
  mutating func features() -> UnsafeBufferPointer<TileFeature> {
    let list = room(for: reader.count(), of: TileFeature.self)
    let first = id()
    for index in 0..<list.count {
      let (point, hasOutline) = flaggedPoint()
      let id = FeatureID(first &+ UInt32(index))
      list.initializeElement(at: index, to: TileFeature(id: id, point: point, hasOutline: hasOutline))
    }
    return UnsafeBufferPointer(list)
  }

  /// Where the pieces of areas and outlines are, which stay there.
  mutating func pieceTable() -> PieceTable? {
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

/// What a tile says of its pieces before their shapes follow.
struct PieceTable {
  fileprivate let counts: TilePieces.Counts
  fileprivate let columns: TilePieces.Columns

  /// The pieces with their shapes.
  func pieces(_ streets: TileStreets, _ shapes: TileShapes, _ scale: TileScale) -> TilePieces {
    TilePieces(counts, columns, streets, shapes, scale)
  }
}
