import GeoModel

/// Unpacks a tile from bytes that ``TileEncoder`` wrote, into the arrays of a tile that is used again and again.
///
/// Every number is bounds-checked: damaged bytes give `false`, never a crash.
struct TileDecoder {
  var reader: ByteReader
  var x: Int64
  var y: Int64
  /// Room for all vertices of the tile, and how many are there.
  let points: UnsafeMutableBufferPointer<FixedPoint>
  var pointCount = 0

  /// A decoder of a tile's bytes.
  private init(_ reader: ByteReader, box: FixedBox, points: UnsafeMutableBufferPointer<FixedPoint>) {
    self.reader = reader
    self.points = points
    x = Int64(box.minX)
    y = Int64(box.minY)
  }

  /// Fills a tile. False when the bytes are damaged; the tile then has nothing in it.
  static func decode(_ bytes: UnsafeBufferPointer<UInt8>, box: FixedBox, places: PlacePages, into tile: Tile) -> Bool {
    var reader = ByteReader(bytes)
    let sections = TileSections(rawValue: reader.byte())
    tile.removeAll()
    tile.box = box
    tile.sections = sections
    // Every vertex takes at least two bytes, but for the last ones of closed lines, of which there are fewer.
    let pointCount = Int(truncatingIfNeeded: min(reader.varint(), UInt64(bytes.count)))
    tile.setPointCount(pointCount)
    var points = tile.takePoints()
    defer { tile.putBack(&points) }
    let isWhole = points.withUnsafeMutableBufferPointer { points in
      var decoder = TileDecoder(reader, box: box, points: points)
      decoder.decode(sections, places, into: tile)
      return !decoder.reader.isDamaged && decoder.reader.remaining == 0 && decoder.pointCount == pointCount
    }
    if !isWhole {
      tile.removeAll()
      points.removeAll()
    }
    return isWhole
  }

  /// Reads the parts in their order: streets come before what refers to their names.
  mutating func decode(_ sections: TileSections, _ places: PlacePages, into tile: Tile) {
    if sections.contains(.covering) { ids(into: &tile.covering) }
    if sections.contains(.alternatives) { unsortedIDs(into: &tile.coarseAlternatives) }
    if sections.contains(.places) { self.places(into: &tile.places, places) }
    if sections.contains(.streets) { streets(into: tile) }
    if sections.contains(.interpolations) { interpolations(into: tile) }
    if sections.contains(.addresses) { addresses(into: tile) }
    if sections.contains(.features) { features(into: tile) }
    if sections.contains(.pieces) { pieces(into: tile) }
  }

  /// The next number as an id. An id that no table has is noticed when its row is read.
  mutating func id() -> UInt32 { UInt32(truncatingIfNeeded: reader.varint()) }

  /// Ids as differences, ascending.
  mutating func ids(into ids: inout [AreaID]) {
    var id: UInt32 = 0
    for _ in 0..<reader.count() {
      id &+= self.id()
      ids.append(AreaID(id))
    }
  }

  /// Ids as they are, in an order that means something.
  mutating func unsortedIDs(into ids: inout [AreaID]) {
    for _ in 0..<reader.count() { ids.append(AreaID(id())) }
  }

  /// Ids of places, which the pages know more about.
  mutating func places(into places: inout [TilePlace], _ pages: PlacePages) {
    var id: UInt32 = 0
    for _ in 0..<reader.count() {
      id &+= self.id()
      guard let place = pages.place(PlaceID(id)) else { return reader.reportDamage() }
      places.append(place)
    }
  }
}
