import GeoModel

// Streets, interpolations and single points.
extension TileDecoder {
  /// Parts of streets; their names serve the parts that follow.
  mutating func streets() -> UnsafeBufferPointer<TileStreet> {
    var id: Int64 = 0
    var name: Int64 = 0
    return list(bytesEach: 7) {
      id &+= $0.reader.signed()
      let flags = $0.reader.byte()
      let layer = flags & 128 == 0 ? 0 : $0.reader.signed()
      name &+= $0.reader.signed()
      let firstVertex = Int32(truncatingIfNeeded: $0.reader.varint())
      let kind = StreetKind(rawValue: flags & 31)
      if kind == nil { $0.reader.reportDamage() }
      return TileStreet(
        id: StreetID(UInt32(truncatingIfNeeded: id)), name: NameID(UInt32(truncatingIfNeeded: name)),
        kind: kind ?? .other, isReference: flags & 32 != 0, isArea: flags & 64 != 0,
        layer: Int8(truncatingIfNeeded: layer), firstVertex: firstVertex, line: $0.line())
    }
  }

  /// A street's name by its place in the tile, or by its id.
  @inline(__always) fileprivate static func streetName(
    _ reader: inout ByteReader, _ streets: UnsafeBufferPointer<TileStreet>
  ) -> NameID? {
    let position = reader.varint()
    if position == 0 { return nil }
    return position <= streets.count
      ? streets[Int(position) - 1].name : NameID(UInt32(truncatingIfNeeded: reader.varint()))
  }

  /// Parts of interpolations.
  mutating func interpolations(_ streets: UnsafeBufferPointer<TileStreet>) -> UnsafeBufferPointer<TileInterpolation> {
    var id: Int64 = 0
    return list(bytesEach: 6) {
      id &+= $0.reader.signed()
      let street = TileDecoder.streetName(&$0.reader, streets)
      let firstVertex = Int32(truncatingIfNeeded: $0.reader.varint())
      return TileInterpolation(
        id: InterpolationID(UInt32(truncatingIfNeeded: id)), street: street, firstVertex: firstVertex, line: $0.line())
    }
  }

  /// Addresses, whose ids are consecutive because both ids and tiles follow the curve.
  mutating func addresses(_ streets: UnsafeBufferPointer<TileStreet>) -> UnsafeBufferPointer<TileAddress> {
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

  // Pieces of areas and outlines.

  /// The distinct chains, then the pieces, which refer to them by how far back they were first used.
  mutating func pieces(into tile: inout TileLists) {
    let distinct = list(bytesEach: 5) { $0.chain() }
    let count = reader.count()
    // A piece takes at least two bytes.
    if count * 2 > reader.remaining { reader.reportDamage() }
    let pieces = room(for: count, of: TilePiece.self)
    let most = reader.remaining
    var lists = PieceReader(
      reader: reader, distinct: distinct, streets: tile.streets, south: box.minY,
      toggles: room(for: most, of: Int32.self),
      chains: room(for: most, of: Int32.self), freeVertices: most * PieceReader.verticesPerByte)
    for index in 0..<pieces.count { pieces.initializeElement(at: index, to: lists.next()) }
    reader = lists.reader
    tile.pieces = UnsafeBufferPointer(pieces)
    tile.toggles = UnsafeBufferPointer(rebasing: lists.toggles[..<lists.toggleCount])
    tile.chains = distinct
    tile.chainNumbers = UnsafeBufferPointer(rebasing: lists.chains[..<lists.chainCount])
  }

  /// A line of at least two vertices.
  @inline(__always) private mutating func chain() -> TileLine {
    let line = line()
    if line.vertices.count < 2 { reader.reportDamage() }
    return line
  }
}

/// Reads the pieces of a tile. It is a value of its own, so that what changes with each piece stays in the processor's registers.
private struct PieceReader {
  /// Vertices that pieces refer to, at most, for each byte of theirs.
  static let verticesPerByte = 4_096
  var reader: ByteReader
  let distinct: UnsafeBufferPointer<TileLine>
  let streets: UnsafeBufferPointer<TileStreet>
  /// The southern edge of the tile.
  let south: Int32
  let toggles: UnsafeMutableBufferPointer<Int32>
  let chains: UnsafeMutableBufferPointer<Int32>
  var toggleCount = 0
  var chainCount = 0
  /// Vertices that pieces may still refer to. Many areas may share a border, but not so many that a question takes seconds.
  var freeVertices: Int
  /// The first of the distinct chains that no piece has used so far.
  var unusedChain = 0
  /// The last id of each kind of owner.
  var area: Int64 = 0
  var address: Int64 = 0
  var feature: Int64 = 0

  @inline(__always) mutating func next() -> TilePiece {
    let head = reader.varint()
    let owner: TilePiece.Owner
    switch head & 3 {
    case 0: owner = .area(AreaID(PieceReader.id(&reader, since: &area)))
    case 2: owner = .feature(FeatureID(PieceReader.id(&reader, since: &feature)))
    default:
      let id = AddressID(PieceReader.id(&reader, since: &address))
      let street = TileDecoder.streetName(&reader, streets)
      owner = head & 3 == 1 ? .address(id, street: street) : .building(id, street: street)
    }
    let toggles = head & 8 == 0 ? 0..<0 : toggleRange()
    let chains = chainRange(Int(truncatingIfNeeded: head >> 4))
    return TilePiece(owner: owner, startsInside: head & 4 != 0, toggles: toggles, chains: chains)
  }

  /// An id as the difference to the last one of the same kind.
  @inline(__always) private static func id(_ reader: inout ByteReader, since previous: inout Int64) -> UInt32 {
    previous &+= reader.signed()
    return UInt32(truncatingIfNeeded: previous)
  }

  /// Latitudes as ascending differences from the southern edge.
  @inline(__always) private mutating func toggleRange() -> Range<Int32> {
    let start = toggleCount
    var latitude = south
    let count = min(reader.count(), toggles.count - start)
    for index in start..<start + count {
      latitude &+= Int32(truncatingIfNeeded: reader.varint())
      toggles.initializeElement(at: index, to: latitude)
    }
    toggleCount += count
    return Int32(start)..<Int32(start + count)
  }

  /// References to chains, of at least one byte each.
  @inline(__always) private mutating func chainRange(_ count: Int) -> Range<Int32> {
    let start = chainCount
    guard count >= 0, count <= min(reader.remaining, chains.count - start) else {
      reader.reportDamage()
      return 0..<0
    }
    for index in start..<start + count {
      let back = reader.varint()
      let chain = unusedChain &- Int(truncatingIfNeeded: back)
      guard chain >= 0, chain < distinct.count, freeVertices >= 0 else {
        reader.reportDamage()
        return 0..<0
      }
      freeVertices &-= distinct[chain].vertices.count
      chains.initializeElement(at: index, to: Int32(chain))
      if back == 0 { unusedChain += 1 }
    }
    chainCount += count
    return Int32(start)..<Int32(start + count)
  }
}
