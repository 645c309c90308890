import GeoModel

/// The beginning of a tile's bytes: which parts follow, and where in the tile streets and houses are. A search looks at it first,
/// as most tiles around a point have nothing that is near enough.
///
/// A box is four bytes, see ``TileScale``.
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
    return TileScale(tile).box(bytes.loadUnaligned(as: SIMD4<UInt8>.self))
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
    writer.bytes(TileScale(tile).bytes(of: box))
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
