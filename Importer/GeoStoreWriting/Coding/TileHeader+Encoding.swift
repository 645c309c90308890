import GeoModel
import GeoStore

extension TileHeader {
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
