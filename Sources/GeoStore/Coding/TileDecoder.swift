import GeoModel

/// Unpacks a tile from bytes that ``TileEncoder`` wrote, into the arrays of a tile that is used again and again.
///
/// Every number is bounds-checked: damaged bytes give `false`, never a crash.
struct TileDecoder {
  private var reader: ByteReader
  private var x: Int64
  private var y: Int64
  /// Room for all vertices of the tile, and how many are there.
  private let points: UnsafeMutableBufferPointer<FixedPoint>
  private var pointCount = 0

  /// A decoder of a tile's bytes.
  private init(_ reader: ByteReader, box: FixedBox, points: UnsafeMutableBufferPointer<FixedPoint>) {
    self.reader = reader
    self.points = points
    x = Int64(box.minX)
    y = Int64(box.minY)
  }

  /// Fills a tile. False when the bytes are damaged; the tile then has nothing in it.
  static func decode(_ bytes: UnsafeBufferPointer<UInt8>, cell: TileCell, places: PlacePages, into tile: Tile)
    throws(StoreError) -> Bool
  {
    tile.removeAll()
    tile.box = cell.box
    var reader = ByteReader(bytes)
    let sections = TileSections(rawValue: reader.byte())
    // Every vertex takes at least two bytes, but for the last ones of closed lines, of which there are fewer.
    let pointCount = Int(truncatingIfNeeded: min(reader.varint(), UInt64(bytes.count)))
    tile.setPointCount(pointCount)
    var points = tile.takePoints()
    defer { tile.putBack(&points) }
    let isWhole = try points.withUnsafeMutableBufferPointer { (points) throws(StoreError) in
      var decoder = TileDecoder(reader, box: cell.box, points: points)
      try decoder.decode(sections, places, into: tile)
      return !decoder.reader.isDamaged && decoder.reader.remaining == 0 && decoder.pointCount == pointCount
    }
    if !isWhole {
      tile.removeAll()
      points.removeAll()
    }
    return isWhole
  }

  private mutating func decode(_ sections: TileSections, _ places: PlacePages, into tile: Tile) throws(StoreError) {
    if sections.contains(.covering) { ids(into: &tile.covering) }
    if sections.contains(.alternatives) { unsortedIDs(into: &tile.coarseAlternatives) }
    if sections.contains(.places) { try self.places(into: &tile.places, places) }
    if sections.contains(.streets) { streets(into: tile) }
    if sections.contains(.interpolations) { interpolations(into: tile) }
    if sections.contains(.addresses) { addresses(into: tile) }
    if sections.contains(.features) { features(into: tile) }
    if sections.contains(.pieces) { pieces(into: tile) }
  }

  private mutating func id() -> UInt32 { UInt32(truncatingIfNeeded: reader.varint()) }

  private mutating func ids(into ids: inout [AreaID]) {
    var id: UInt32 = 0
    for _ in 0..<reader.count() {
      id &+= self.id()
      ids.append(AreaID(id))
    }
  }

  private mutating func unsortedIDs(into ids: inout [AreaID]) {
    for _ in 0..<reader.count() { ids.append(AreaID(id())) }
  }

  private mutating func places(into places: inout [TilePlace], _ pages: PlacePages) throws(StoreError) {
    var id: UInt32 = 0
    for _ in 0..<reader.count() {
      id &+= self.id()
      guard let place = try pages.place(PlaceID(id)) else { return reader.reportDamage() }
      places.append(place)
    }
  }

  // MARK: Vertices

  private mutating func step(x dx: Int64, y dy: Int64) -> FixedPoint {
    x &+= dx
    y &+= dy
    return FixedPoint(x: Int32(truncatingIfNeeded: x), y: Int32(truncatingIfNeeded: y))
  }

  private mutating func point() -> FixedPoint {
    let dx = reader.signed()
    return step(x: dx, y: reader.signed())
  }

  private mutating func flaggedPoint() -> (FixedPoint, Bool) {
    let flagged = reader.varint()
    return (step(x: ByteReader.unfolded(flagged >> 1), y: reader.signed()), flagged & 1 == 1)
  }

  /// A line's vertices, put after those that are there; see `TileEncoder.encode(line:count:)`.
  private mutating func line() -> Range<Int32> {
    let head = reader.varint()
    let start = pointCount
    let count = Int(truncatingIfNeeded: head >> 3)
    let isClosed = head & 4 != 0
    guard count > 0, count < points.count - start + (isClosed ? 0 : 1) else {
      reader.reportDamage()
      return 0..<0
    }
    points[start] = point()
    fill(UnsafeMutableBufferPointer(rebasing: points[start + 1..<start + count]), width: Int(head & 3) + 1)
    pointCount = start + count
    if isClosed {
      points[pointCount] = points[start]
      pointCount += 1
    }
    return Int32(start)..<Int32(pointCount)
  }

  private mutating func fill(_ points: UnsafeMutableBufferPointer<FixedPoint>, width: Int) {
    guard let bytes = reader.block(points.count * width * 2) else { return }
    switch width {
    case 1: fill(points) { Int32(bytes.loadUnaligned(fromByteOffset: $0, as: Int8.self)) }
    case 2: fill(points) { Int32(Int16(littleEndian: bytes.loadUnaligned(fromByteOffset: $0 * 2, as: Int16.self))) }
    case 3:
      fill(points) { index in
        let low = UInt16(littleEndian: bytes.loadUnaligned(fromByteOffset: index * 3, as: UInt16.self))
        return Int32(bytes.loadUnaligned(fromByteOffset: index * 3 + 2, as: Int8.self)) << 16 | Int32(low)
      }
    default: fill(points) { Int32(littleEndian: bytes.loadUnaligned(fromByteOffset: $0 * 4, as: Int32.self)) }
    }
  }

  /// Adds up the differences, given by their position.
  @inline(__always) private mutating func fill(
    _ points: UnsafeMutableBufferPointer<FixedPoint>, _ step: (Int) -> Int32
  ) {
    var last = FixedPoint(x: Int32(truncatingIfNeeded: x), y: Int32(truncatingIfNeeded: y))
    for index in 0..<points.count {
      last.x &+= step(index * 2)
      last.y &+= step(index * 2 + 1)
      points[index] = last
    }
    x = Int64(last.x)
    y = Int64(last.y)
  }

  // MARK: Streets, interpolations, points

  private mutating func streets(into tile: Tile) {
    var id: Int64 = 0
    var name: Int64 = 0
    for _ in 0..<reader.count() {
      id &+= reader.signed()
      let flags = reader.byte()
      let layer = flags & 128 == 0 ? 0 : reader.signed()
      name &+= reader.signed()
      let firstVertex = Int32(truncatingIfNeeded: reader.varint())
      let range = line()
      guard let kind = StreetKind(rawValue: flags & 31) else { return reader.reportDamage() }
      tile.streets.append(
        TileStreet(
          id: StreetID(UInt32(truncatingIfNeeded: id)), name: NameID(UInt32(truncatingIfNeeded: name)), kind: kind,
          isReference: flags & 32 != 0, isArea: flags & 64 != 0, layer: Int8(truncatingIfNeeded: layer),
          firstVertex: firstVertex, line: range))
    }
  }

  private mutating func streetName(in tile: Tile) -> NameID? {
    let position = reader.varint()
    if position == 0 { return nil }
    return position <= tile.streets.count ? tile.streets[Int(position) - 1].name : NameID(id())
  }

  private mutating func interpolations(into tile: Tile) {
    var id: Int64 = 0
    for _ in 0..<reader.count() {
      id &+= reader.signed()
      let street = streetName(in: tile)
      let firstVertex = Int32(truncatingIfNeeded: reader.varint())
      let range = line()
      tile.interpolations.append(
        TileInterpolation(
          id: InterpolationID(UInt32(truncatingIfNeeded: id)), street: street, firstVertex: firstVertex, line: range))
    }
  }

  private mutating func addresses(into tile: Tile) {
    let count = reader.count()
    let first = id()
    for offset in 0..<UInt32(count) {
      let street = streetName(in: tile)
      let (point, hasOutline) = flaggedPoint()
      tile.addresses.append(
        TileAddress(id: AddressID(first &+ offset), street: street, point: point, hasOutline: hasOutline))
    }
  }

  private mutating func features(into tile: Tile) {
    let count = reader.count()
    let first = id()
    for offset in 0..<UInt32(count) {
      let (point, hasOutline) = flaggedPoint()
      tile.features.append(TileFeature(id: FeatureID(first &+ offset), point: point, hasOutline: hasOutline))
    }
  }

  // MARK: Polygons

  private mutating func pieces(into tile: Tile) {
    for _ in 0..<reader.count() { chain(into: tile) }
    let chainCount = tile.distinctChains.count
    var previous: (Int64, Int64, Int64) = (0, 0, 0)
    var unusedChain = 0
    for _ in 0..<reader.count() {
      let head = reader.varint()
      let owner: TilePiece.Owner
      switch head & 3 {
      case 0: owner = .area(AreaID(id(since: &previous.0)))
      case 1:
        let id = id(since: &previous.1)
        owner = .address(AddressID(id), street: streetName(in: tile))
      case 2: owner = .feature(FeatureID(id(since: &previous.2)))
      default: return reader.reportDamage()
      }
      let toggles = head & 8 == 0 ? 0..<0 : toggles(into: tile)
      guard head >> 4 <= UInt64(reader.remaining) else { return reader.reportDamage() }
      let firstChain = Int32(tile.chains.count)
      for _ in 0..<head >> 4 {
        let back = reader.varint()
        let chain = unusedChain - Int(truncatingIfNeeded: back)
        guard chain >= 0, chain < chainCount else { return reader.reportDamage() }
        tile.chains.append(tile.distinctChains[chain])
        if back == 0 { unusedChain += 1 }
      }
      tile.pieces.append(
        TilePiece(
          owner: owner, startsInside: head & 4 != 0, toggles: toggles, chains: firstChain..<Int32(tile.chains.count)))
    }
  }

  private mutating func id(since previous: inout Int64) -> UInt32 {
    previous &+= reader.signed()
    return UInt32(truncatingIfNeeded: previous)
  }

  private mutating func toggles(into tile: Tile) -> Range<Int32> {
    let start = Int32(tile.toggles.count)
    var latitude = Int64(tile.box.minY)
    for _ in 0..<reader.count() {
      latitude &+= Int64(truncatingIfNeeded: reader.varint())
      tile.toggles.append(Int32(truncatingIfNeeded: latitude))
    }
    return start..<Int32(tile.toggles.count)
  }

  private mutating func chain(into tile: Tile) {
    let range = line()
    guard range.count >= 2 else { return reader.reportDamage() }
    tile.distinctChains.append(range)
  }
}
