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
  @inline(__always) mutating func streetName(_ streets: UnsafeBufferPointer<TileStreet>) -> NameID? {
    let position = reader.varint()
    if position == 0 { return nil }
    return position <= streets.count ? streets[Int(position) - 1].name : NameID(id())
  }

  /// Parts of interpolations.
  mutating func interpolations(_ streets: UnsafeBufferPointer<TileStreet>) -> UnsafeBufferPointer<TileInterpolation> {
    var id: Int64 = 0
    return list(bytesEach: 6) {
      id &+= $0.reader.signed()
      let street = $0.streetName(streets)
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
      let street = streetName(streets)
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
    var lists = PieceLists(
      distinct: distinct, streets: tile.streets, south: box.minY, toggles: room(for: most, of: Int32.self),
      chains: room(for: most, of: Int32.self), freeVertices: most * PieceLists.verticesPerByte)
    for index in 0..<pieces.count { pieces.initializeElement(at: index, to: piece(&lists)) }
    tile.pieces = UnsafeBufferPointer(pieces)
    tile.toggles = UnsafeBufferPointer(rebasing: lists.toggles[..<lists.toggleCount])
    tile.chains = distinct
    tile.chainNumbers = UnsafeBufferPointer(rebasing: lists.chains[..<lists.chainCount])
  }

  /// What the pieces of a tile refer to, and what they fill in turn.
  private struct PieceLists {
    /// Vertices that pieces refer to, at most, for each byte of theirs.
    static let verticesPerByte = 4_096
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
  }

  @inline(__always) private mutating func piece(_ lists: inout PieceLists) -> TilePiece {
    let head = reader.varint()
    let owner: TilePiece.Owner
    switch head & 3 {
    case 0: owner = .area(AreaID(id(since: &lists.area)))
    case 1:
      let id = id(since: &lists.address)
      owner = .address(AddressID(id), street: streetName(lists.streets))
    case 2: owner = .feature(FeatureID(id(since: &lists.feature)))
    default:
      let id = id(since: &lists.address)
      owner = .building(AddressID(id), street: streetName(lists.streets))
    }
    let toggles = head & 8 == 0 ? 0..<0 : toggles(&lists)
    let chains = chains(Int(truncatingIfNeeded: head >> 4), &lists)
    return TilePiece(owner: owner, startsInside: head & 4 != 0, toggles: toggles, chains: chains)
  }

  /// An id as the difference to the last one of the same kind.
  @inline(__always) private mutating func id(since previous: inout Int64) -> UInt32 {
    previous &+= reader.signed()
    return UInt32(truncatingIfNeeded: previous)
  }

  /// Latitudes as ascending differences from the southern edge.
  private mutating func toggles(_ lists: inout PieceLists) -> Range<Int32> {
    let start = lists.toggleCount
    var latitude = lists.south
    let count = min(reader.count(), lists.toggles.count - start)
    for index in start..<start + count {
      latitude &+= Int32(truncatingIfNeeded: reader.varint())
      lists.toggles.initializeElement(at: index, to: latitude)
    }
    lists.toggleCount += count
    return Int32(start)..<Int32(start + count)
  }

  /// References to chains, of at least one byte each.
  @inline(__always) private mutating func chains(_ count: Int, _ lists: inout PieceLists) -> Range<Int32> {
    let start = lists.chainCount
    guard count >= 0, count <= min(reader.remaining, lists.chains.count - start) else {
      reader.reportDamage()
      return 0..<0
    }
    for index in start..<start + count {
      let back = reader.varint()
      let chain = lists.unusedChain &- Int(truncatingIfNeeded: back)
      guard lists.distinct.indices.contains(chain), lists.freeVertices >= 0 else {
        reader.reportDamage()
        return 0..<0
      }
      lists.freeVertices &-= lists.distinct[chain].vertices.count
      lists.chains.initializeElement(at: index, to: Int32(chain))
      if back == 0 { lists.unusedChain += 1 }
    }
    lists.chainCount += count
    return Int32(start)..<Int32(start + count)
  }

  /// A line of at least two vertices.
  @inline(__always) private mutating func chain() -> TileLine {
    let line = line()
    if line.vertices.count < 2 { reader.reportDamage() }
    return line
  }
}
