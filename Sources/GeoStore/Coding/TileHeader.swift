import GeoModel

/// The beginning of a tile's bytes: which parts follow, and the boxes of the tile's streets and houses.
///
/// A search looks at the header first, as most tiles around a point have nothing near enough. A box takes four bytes,
/// see ``TileScale``.
package struct TileHeader {
  /// The parts that follow.
  package var sections: TileSections
  /// The box of the streets within the tile; empty when there are none.
  package var streetBox = FixedBox.empty
  /// The box of everything that may give a house number (addresses, edges of their outlines, interpolations); empty
  /// when there is none.
  package var houseBox = FixedBox.empty

  /// Reads the header at the reader's position.
  @inline(__always) public init(_ reader: inout ByteReader, tile: FixedBox) {
    sections = TileSections(rawValue: reader.byte())
    if sections.contains(.streets) { streetBox = TileHeader.box(&reader, tile) }
    if !sections.isDisjoint(with: .mayHaveHouses) { houseBox = TileHeader.box(&reader, tile) }
  }

  @inline(__always) private static func box(_ reader: inout ByteReader, _ tile: FixedBox) -> FixedBox {
    guard let bytes = reader.block(4) else { return .empty }
    return TileScale(tile).box(bytes.loadUnaligned(as: SIMD4<UInt8>.self))
  }

  /// A header with all its parts.
  package init(_ sections: TileSections, streetBox: FixedBox, houseBox: FixedBox) {
    self.sections = sections
    self.streetBox = streetBox
    self.houseBox = houseBox
  }
}

/// The parts of a tile's bytes. The first byte has a bit for each part that follows, in this order.
package struct TileSections: OptionSet, BitwiseCopyable, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package static let covering = TileSections(rawValue: 1)
  package static let alternatives = TileSections(rawValue: 2)
  package static let places = TileSections(rawValue: 4)
  package static let streets = TileSections(rawValue: 8)
  package static let interpolations = TileSections(rawValue: 16)
  package static let addresses = TileSections(rawValue: 32)
  package static let features = TileSections(rawValue: 64)
  package static let pieces = TileSections(rawValue: 128)

  /// Parts that may have something with a house number.
  package static let mayHaveHouses: TileSections = [.interpolations, .addresses, .pieces]
}
