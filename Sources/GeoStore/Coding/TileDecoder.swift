import GeoModel

/// Unpacks a tile from bytes that ``TileEncoder`` wrote, into the memory of a tile that is used again and again.
///
/// Every number is bounds-checked: damaged bytes give `false`, never a crash. Room for a list is taken when its count is read,
/// which is at most the number of bytes that are left; a part that turns out to be damaged ends the decoding. So no tile
/// needs more than ``memoryPerByte`` times the room of its bytes.
struct TileDecoder {
  var reader: ByteReader
  /// The box of the tile.
  let box: FixedBox
  /// The last point or vertex.
  var last: FixedPoint
  /// Room for all vertices of the tile, and how many are there.
  let points: UnsafeMutableBufferPointer<FixedPoint>
  var pointCount = 0
  /// The memory that no list has taken.
  private var free: UnsafeMutableRawPointer

  /// What the lists take at most for each byte of a tile, besides the vertices: a place has 24 bytes, a piece 36 bytes for two
  /// and 4 for each byte of its chains and toggles; lists of larger things say how many bytes each needs.
  private static let memoryPerByte = 32

  /// A decoder of a tile's bytes.
  private init(_ reader: ByteReader, box: FixedBox, pointCount: Int, _ memory: UnsafeMutableRawPointer) {
    self.reader = reader
    self.box = box
    last = FixedPoint(x: box.minX, y: box.minY)
    free = memory
    points = UnsafeMutableBufferPointer(
      start: memory.bindMemory(to: FixedPoint.self, capacity: pointCount), count: pointCount)
    free += pointCount * MemoryLayout<FixedPoint>.stride
  }

  /// Fills a tile. False when the bytes are damaged; the tile then has nothing in it.
  static func decode(_ bytes: UnsafeBufferPointer<UInt8>, box: FixedBox, places: PlacePages, into tile: Tile) -> Bool {
    var reader = ByteReader(bytes)
    tile.begin(TileHeader(&reader, tile: box), box: box)
    // Every vertex takes at least two bytes, but for the last ones of closed lines, of which there are fewer.
    let pointCount = Int(truncatingIfNeeded: min(reader.varint(), UInt64(bytes.count)))
    let memory = tile.reserve(bytes.count * memoryPerByte + pointCount * MemoryLayout<FixedPoint>.stride)
    var decoder = TileDecoder(reader, box: box, pointCount: pointCount, memory)
    let lists = decoder.lists(tile.header.sections, places)
    let isWhole = !decoder.reader.isDamaged && decoder.reader.remaining == 0 && decoder.pointCount == pointCount
    guard isWhole else {
      tile.begin(TileHeader([], streetBox: .empty, houseBox: .empty), box: box)
      return false
    }
    tile.lists = lists
    tile.isDecoded = true
    return true
  }

  /// Reads the parts in their order: streets come before what refers to their names.
  private mutating func lists(_ sections: TileSections, _ pages: PlacePages) -> TileLists {
    var lists = TileLists(box: box, points: UnsafeBufferPointer(points))
    if sections.contains(.covering) { lists.covering = ids() }
    if sections.contains(.alternatives) { lists.coarseAlternatives = unsortedIDs() }
    if sections.contains(.places) { lists.places = places(pages) }
    if sections.contains(.streets) { lists.streets = streets() }
    if sections.contains(.interpolations) { lists.interpolations = interpolations(lists.streets) }
    if sections.contains(.addresses) { lists.addresses = addresses(lists.streets) }
    if sections.contains(.features) { lists.features = features() }
    if sections.contains(.pieces) { pieces(into: &lists) }
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

  // Points and lines. Each continues from the one before.

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

  /// A line's vertices, put after those that are there; see `TileEncoder.encode(line:count:)`.
  mutating func line() -> TileLine {
    let head = reader.varint()
    let start = pointCount
    let count = Int(truncatingIfNeeded: head >> 3)
    let isClosed = head & 4 != 0
    guard count > 0, count < points.count - start + (isClosed ? 0 : 1) else {
      reader.reportDamage()
      return TileLine(vertices: 0..<0, box: .empty)
    }
    let first = point()
    points[start] = first
    let box = fill(UnsafeMutableBufferPointer(rebasing: points[start + 1..<start + count]), width: Int(head & 3) + 1)
    pointCount = start + count
    if isClosed {
      points[pointCount] = first
      pointCount += 1
    }
    return TileLine(vertices: Int32(start)..<Int32(pointCount), box: box)
  }

  /// The vertices after the first one, and the box around them all. Checks once for the whole block that its bytes are there.
  ///
  /// Both differences of a vertex are read and added at once: the bytes are in the order of the processors that Swift runs on.
  @inline(__always) private mutating func fill(
    _ points: UnsafeMutableBufferPointer<FixedPoint>, width: Int
  ) -> FixedBox {
    guard let bytes = reader.block(points.count * width * 2) else { return .empty }
    return switch width {
    case 1:
      fill(points) {
        SIMD4(truncatingIfNeeded: bytes.loadUnaligned(fromByteOffset: $0 * 2, as: SIMD4<Int8>.self))
      } single: {
        SIMD2(truncatingIfNeeded: bytes.loadUnaligned(fromByteOffset: $0 * 2, as: SIMD2<Int8>.self))
      }
    case 2:
      fill(points) {
        SIMD4(truncatingIfNeeded: bytes.loadUnaligned(fromByteOffset: $0 * 4, as: SIMD4<Int16>.self))
      } single: {
        SIMD2(truncatingIfNeeded: bytes.loadUnaligned(fromByteOffset: $0 * 4, as: SIMD2<Int16>.self))
      }
    case 3:
      fill(points) { index in
        let low = bytes.loadUnaligned(fromByteOffset: index * 6, as: UInt32.self)
        let high = bytes.loadUnaligned(fromByteOffset: index * 6 + 2, as: UInt32.self)
        return SIMD2(Int32(bitPattern: low << 8), Int32(bitPattern: high)) &>> 8
      }
    default: fill(points) { bytes.loadUnaligned(fromByteOffset: $0 * 8, as: SIMD2<Int32>.self) }
    }
  }

  /// Adds up the differences, two vertices at once: nearly all lines have small ones.
  ///
  /// - Parameters:
  ///   - pair: the differences of the vertex at a position and the next one.
  ///   - single: those of one vertex.
  @inline(__always) private mutating func fill(
    _ points: UnsafeMutableBufferPointer<FixedPoint>, pair: (Int) -> SIMD4<Int32>, single: (Int) -> SIMD2<Int32>
  ) -> FixedBox {
    let stride = MemoryLayout<FixedPoint>.stride
    let target = UnsafeMutableRawBufferPointer(points)
    var vertices = SIMD4(last.x, last.y, last.x, last.y)
    var (low, high) = (vertices, vertices)
    var index = 0
    while index + 1 < points.count {
      let steps = pair(index)
      vertices &+= steps &+ SIMD4(lowHalf: SIMD2(repeating: 0), highHalf: steps.lowHalf)
      low = pointwiseMin(low, vertices)
      high = pointwiseMax(high, vertices)
      target.storeBytes(of: vertices, toByteOffset: index * stride, as: SIMD4<Int32>.self)
      vertices = SIMD4(lowHalf: vertices.highHalf, highHalf: vertices.highHalf)
      index += 2
    }
    var (least, greatest) = (pointwiseMin(low.lowHalf, low.highHalf), pointwiseMax(high.lowHalf, high.highHalf))
    var vertex = vertices.highHalf
    if index < points.count {
      vertex &+= single(index)
      least = pointwiseMin(least, vertex)
      greatest = pointwiseMax(greatest, vertex)
      target.storeBytes(of: vertex, toByteOffset: index * stride, as: SIMD2<Int32>.self)
    }
    last = FixedPoint(x: vertex.x, y: vertex.y)
    return FixedBox(minX: least.x, minY: least.y, maxX: greatest.x, maxY: greatest.y)
  }

  /// Adds up the differences, given by their position.
  @inline(__always) private mutating func fill(
    _ points: UnsafeMutableBufferPointer<FixedPoint>, _ step: (Int) -> SIMD2<Int32>
  ) -> FixedBox {
    var vertex = SIMD2(last.x, last.y)
    var (low, high) = (vertex, vertex)
    let target = UnsafeMutableRawBufferPointer(points)
    for index in 0..<points.count {
      vertex &+= step(index)
      low = pointwiseMin(low, vertex)
      high = pointwiseMax(high, vertex)
      target.storeBytes(of: vertex, toByteOffset: index * MemoryLayout<FixedPoint>.stride, as: SIMD2<Int32>.self)
    }
    last = FixedPoint(x: vertex.x, y: vertex.y)
    return FixedBox(minX: low.x, minY: low.y, maxX: high.x, maxY: high.y)
  }
}
