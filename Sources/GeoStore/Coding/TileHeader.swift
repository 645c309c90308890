import GeoModel

/// The beginning of a tile's bytes: which parts follow, and where in the tile streets and houses are. A search looks at it first,
/// as most tiles around a point have nothing that is near enough.
///
/// A box is four bytes: its western, southern, eastern and northern edge in 256ths of the tile's width and height, rounded
/// outwards. 255, 255, 0, 0 is an empty box.
struct TileHeader {
  /// The parts that follow.
  var sections: TileSections
  /// The box of the streets' parts within the tile; empty when there are none.
  var streetBox = FixedBox.empty
  /// The box of what may give a house number: addresses, edges of their outlines, interpolations; empty when there is none.
  var houseBox = FixedBox.empty

  /// The header at the reader's place.
  @inline(__always) init(_ reader: inout ByteReader, tile: FixedBox) {
    sections = TileSections(rawValue: reader.byte())
    if sections.contains(.streets) { streetBox = TileHeader.box(&reader, tile) }
    if !sections.isDisjoint(with: .mayHaveHouses) { houseBox = TileHeader.box(&reader, tile) }
  }

  @inline(__always) private static func box(_ reader: inout ByteReader, _ tile: FixedBox) -> FixedBox {
    guard let bytes = reader.block(4) else { return .empty }
    func byte(_ offset: Int) -> Int64 { Int64(bytes.load(fromByteOffset: offset, as: UInt8.self)) }
    let (west, south, east, north) = (byte(0), byte(1), byte(2), byte(3))
    guard west <= east, south <= north else { return .empty }
    let width = Int64(tile.maxX) - Int64(tile.minX) + 1
    let height = Int64(tile.maxY) - Int64(tile.minY) + 1
    return FixedBox(
      minX: Int32(truncatingIfNeeded: Int64(tile.minX) + (west * width) >> 8),
      minY: Int32(truncatingIfNeeded: Int64(tile.minY) + (south * height) >> 8),
      maxX: Int32(truncatingIfNeeded: Int64(tile.minX) + (((east + 1) * width + 255) >> 8) - 1),
      maxY: Int32(truncatingIfNeeded: Int64(tile.minY) + (((north + 1) * height + 255) >> 8) - 1))
  }

  /// A header to be written.
  init(_ sections: TileSections, streetBox: FixedBox, houseBox: FixedBox) {
    self.sections = sections
    self.streetBox = streetBox
    self.houseBox = houseBox
  }

  /// Writes the header of a tile.
  func write(to writer: inout ByteWriter, tile: FixedBox) {
    writer.byte(sections.rawValue)
    if sections.contains(.streets) { TileHeader.write(streetBox, to: &writer, tile) }
    if !sections.isDisjoint(with: .mayHaveHouses) { TileHeader.write(houseBox, to: &writer, tile) }
  }

  private static func write(_ box: FixedBox, to writer: inout ByteWriter, _ tile: FixedBox) {
    guard !box.isEmpty else { return [255, 255, 0, 0].forEach { writer.byte($0) } }
    func part(_ value: Int32, _ low: Int32, _ high: Int32) -> UInt8 {
      UInt8(((Int64(value) - Int64(low)) << 8) / (Int64(high) - Int64(low) + 1))
    }
    writer.byte(part(box.minX, tile.minX, tile.maxX))
    writer.byte(part(box.minY, tile.minY, tile.maxY))
    writer.byte(part(box.maxX, tile.minX, tile.maxX))
    writer.byte(part(box.maxY, tile.minY, tile.maxY))
  }
}

/// The parts of a tile's bytes. The first byte has a bit for each part that follows, in this order.
struct TileSections: OptionSet {
  let rawValue: UInt8

  static let covering = TileSections(rawValue: 1)
  static let alternatives = TileSections(rawValue: 2)
  static let places = TileSections(rawValue: 4)
  static let streets = TileSections(rawValue: 8)
  static let interpolations = TileSections(rawValue: 16)
  static let addresses = TileSections(rawValue: 32)
  static let features = TileSections(rawValue: 64)
  static let pieces = TileSections(rawValue: 128)

  /// Parts that may have something with a house number.
  static let mayHaveHouses: TileSections = [.interpolations, .addresses, .pieces]
}
