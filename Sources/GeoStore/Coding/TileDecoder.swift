import GeoModel

/// Unpacks a tile from bytes that ``TileEncoder`` wrote, into the memory of a tile that is used again and again.
///
/// The tile gets a copy of the bytes. Lists that must be read from their beginning are; streets and polygons are left where they are.
/// Every number is bounds-checked: damaged bytes give `false`, or are noticed when they are looked at, never a crash. Room for a list is
/// taken when its count is read, which is at most the number of bytes that are left; a part that turns out to be damaged ends the decoding.
/// So no tile needs more than ``memoryPerByte`` times the room of its bytes.
struct TileDecoder {
  var reader: ByteReader
  /// The box of the tile.
  let box: FixedBox
  /// The last point.
  var last: FixedPoint
  /// Whether offsets have four bytes.
  let isWide: Bool
  /// The memory that no list has taken.
  private var free: UnsafeMutableRawPointer

  /// What the lists take at most for each byte of a tile: a place has 24 bytes; lists of larger things say how many bytes each needs. The
  /// vertices of the longest line, of at least two bytes each, need four more.
  private static let memoryPerByte = 36

  /// A decoder of a tile's bytes.
  private init(_ reader: ByteReader, box: FixedBox, isWide: Bool, _ memory: UnsafeMutableRawPointer) {
    self.reader = reader
    self.box = box
    self.isWide = isWide
    last = FixedPoint(x: box.minX, y: box.minY)
    free = memory
  }

  /// Fills a tile. False when the bytes are damaged; the tile then has nothing in it.
  static func decode(_ bytes: UnsafeBufferPointer<UInt8>, box: FixedBox, places: PlacePages, into tile: Tile) -> Bool {
    // The counter of vertices stands before the bytes, and lists behind them, aligned.
    let room = MemoryLayout<Int>.stride + (bytes.count + TileBoxes.room + 7) & ~7
    let memory = tile.reserve(room + bytes.count * memoryPerByte + 64)
    let copy = memory + MemoryLayout<Int>.stride
    if let start = bytes.baseAddress { copy.copyMemory(from: start, byteCount: bytes.count) }
    var reader = ByteReader(
      UnsafeBufferPointer(start: copy.assumingMemoryBound(to: UInt8.self), count: bytes.count))
    tile.begin(TileHeader(&reader, tile: box), box: box)
    let measure = reader.varint()
    let longest = Int(truncatingIfNeeded: min(measure >> 1, UInt64(bytes.count)))
    var decoder = TileDecoder(reader, box: box, isWide: measure & 1 == 1, memory + room)
    let line = decoder.room(for: longest, of: FixedPoint.self)
    let counter = memory.bindMemory(to: Int.self, capacity: 1)
    let lists = decoder.lists(tile.header.sections, places) { shapes in
      TileShapes(shapes, in: box, room: line, free: counter, tile.faults)
    }
    guard !decoder.reader.isDamaged else {
      tile.empty(box: box)
      return false
    }
    tile.lists = lists
    tile.isDecoded = true
    return true
  }

  /// Reads the parts in their order: streets come before what refers to their names. What is behind all lists are the shapes.
  private mutating func lists(
    _ sections: TileSections, _ pages: PlacePages, _ shapes: (UnsafeBufferPointer<UInt8>) -> TileShapes
  ) -> TileLists {
    var lists = TileLists(box: box)
    let scale = TileScale(box)
    if sections.contains(.covering) { lists.covering = ids() }
    if sections.contains(.alternatives) { lists.coarseAlternatives = unsortedIDs() }
    if sections.contains(.places) { lists.places = places(pages) }
    if sections.contains(.streets) { lists.streets = streets(scale) }
    if sections.contains(.interpolations) { lists.interpolations = interpolations(lists.streets) }
    if sections.contains(.addresses) { lists.addresses = addresses(lists.streets) }
    if sections.contains(.features) { lists.features = features() }
    let pieces = sections.contains(.pieces) ? pieceTable() : nil
    if reader.varint() != UInt64(reader.remaining) { reader.reportDamage() }
    lists.shapes = shapes(reader.rest)
    if let pieces, !reader.isDamaged { lists.pieces = pieces.pieces(lists.streets, lists.shapes, scale) }
    return lists
  }

  /// Room for so many elements, which must be plain values; none once the bytes turned out to be damaged.
  mutating func room<Element>(for count: Int, of type: Element.Type) -> UnsafeMutableBufferPointer<Element> {
    guard !reader.isDamaged else { return UnsafeMutableBufferPointer(start: nil, count: 0) }
    let start = free.bindMemory(to: type, capacity: count)
    free += count * MemoryLayout<Element>.stride
    return UnsafeMutableBufferPointer(start: start, count: count)
  }

  /// A list whose count comes first, each element made by `next` from at least so many bytes.
  @inline(__always) mutating func list<Element>(
    bytesEach: Int = 1, _ next: (inout TileDecoder) -> Element
  ) -> UnsafeBufferPointer<Element> {
    let count = reader.count()
    if count * bytesEach > reader.remaining { reader.reportDamage() }
    let list = room(for: count, of: Element.self)
    for index in 0..<list.count { list.initializeElement(at: index, to: next(&self)) }
    return UnsafeBufferPointer(list)
  }

  /// The next number as an id. An id that no table has is noticed when its row is read.
  @inline(__always) mutating func id() -> UInt32 { UInt32(truncatingIfNeeded: reader.varint()) }

  /// Ids as differences, ascending.
  private mutating func ids() -> UnsafeBufferPointer<AreaID> {
    var id: UInt32 = 0
    return list {
      id &+= $0.id()
      return AreaID(id)
    }
  }

  /// Ids as they are, in an order that means something.
  private mutating func unsortedIDs() -> UnsafeBufferPointer<AreaID> { list { AreaID($0.id()) } }

  /// Ids of places, which the pages know more about.
  private mutating func places(_ pages: PlacePages) -> UnsafeBufferPointer<TilePlace> {
    var id: UInt32 = 0
    return list {
      id &+= $0.id()
      guard let place = pages.place(PlaceID(id)) else {
        $0.reader.reportDamage()
        return TilePlace(id: PlaceID(id), kind: .other, isCoarse: false, point: $0.last, reachMeters: 0)
      }
      return place
    }
  }

  // Points. Each continues from the one before.

  /// Moves on by a difference. Damaged bytes may lead off the Earth, which does no harm.
  @inline(__always) mutating func step(x dx: Int64, y dy: Int64) -> FixedPoint {
    last.x &+= Int32(truncatingIfNeeded: dx)
    last.y &+= Int32(truncatingIfNeeded: dy)
    return last
  }

  /// The next point.
  @inline(__always) mutating func point() -> FixedPoint {
    let dx = reader.signed()
    return step(x: dx, y: reader.signed())
  }

  /// The next point with the flag in the lowest bit of its first number.
  @inline(__always) mutating func flaggedPoint() -> (FixedPoint, Bool) {
    let flagged = reader.varint()
    return (step(x: ByteReader.unfolded(flagged >> 1), y: reader.signed()), flagged & 1 == 1)
  }
}
