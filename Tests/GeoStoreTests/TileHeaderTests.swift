import GeoModel
import GeoTestKit
import Testing

@testable import GeoStore
@testable import GeoStoreWriting

@Suite("What a tile's header knows")
struct TileHeaderTests {
  /// A header after writing and reading it.
  private func read(_ header: TileHeader, _ tile: FixedBox) -> TileHeader {
    var writer = ByteWriter()
    header.write(to: &writer, tile: tile)
    return writer.bytes.withUnsafeBufferPointer { bytes in
      var reader = ByteReader(bytes)
      let read = TileHeader(&reader, tile: tile)
      #expect(!reader.isDamaged && reader.remaining == 0)
      return read
    }
  }

  @Test("boxes come back with all that was in them, at most a 256th larger, in tiles of every level")
  func rounding() {
    var random = SeededGenerator(seed: 3)
    for level in 0...TileCell.finestLevel {
      for _ in 0..<50 {
        let middle = FixedPoint(
          x: Int32.random(in: -1_800_000_000...1_800_000_000, using: &random),
          y: Int32.random(in: -900_000_000...900_000_000, using: &random))
        let tile = TileCell(containing: middle, level: level).box
        var box = FixedBox.empty
        for _ in 0..<2 {
          box.formUnion(
            FixedPoint(
              x: Int32.random(in: tile.minX...tile.maxX, using: &random),
              y: Int32.random(in: tile.minY...tile.maxY, using: &random)))
        }
        let read = read(TileHeader([.streets, .addresses], streetBox: box, houseBox: tile), tile)
        #expect(read.streetBox.contains(box) && tile.contains(read.streetBox))
        // At the edge of the Earth a tile is narrower than its square.
        let step = (Int64(1) << Int64(32 - level)) / 256
        #expect(Int64(box.minX) - Int64(read.streetBox.minX) <= step)
        #expect(Int64(read.streetBox.maxX) - Int64(box.maxX) <= step)
        #expect(read.houseBox == tile)
      }
    }
  }

  @Test("an empty box stays empty, and a tile without streets and houses needs one byte")
  func empty() {
    let tile = TileCell(containing: FixedPoint(x: 95_000_000, y: 471_000_000), level: 14).box
    let areas = read(TileHeader(.pieces, streetBox: .empty, houseBox: .empty), tile)
    #expect(areas.streetBox.isEmpty && areas.houseBox.isEmpty)
    var writer = ByteWriter()
    TileHeader([.covering, .places], streetBox: .empty, houseBox: .empty).write(to: &writer, tile: tile)
    #expect(writer.bytes.count == 1)
  }

  @Test("the boxes of stored tiles hold their streets, houses and interpolations", arguments: [1, 2] as [UInt64])
  func stored(seed: UInt64) throws {
    let towns = try TemporaryStore(SearchTests.Town().content).reader()
    let map = try TemporaryStore(RandomMap(seed: seed).content).reader()
    let round = try TemporaryStore(RoundTripTests().content()).reader()
    var seen = (streets: 0, houses: 0)
    for reader in [towns, map, round] {
      try reader.forEachTile(in: .world) { tile in
        for street in tile.streets {
          seen.streets += 1
          let part = box(of: tile.vertices(of: street.line)).clipped(to: tile.box)
          #expect(tile.streetBox.contains(part) && street.box.contains(part))
        }
        for address in tile.addresses {
          seen.houses += 1
          #expect(tile.houseBox.contains(address.point))
        }
        for part in tile.interpolations {
          #expect(tile.houseBox.contains(box(of: tile.vertices(of: part.line)).clipped(to: tile.box)))
        }
        for (position, piece) in tile.pieces.enumerated() {
          guard case .address = piece.owner else { continue }
          tile.forEachLine(of: piece) { line in
            let edges = box(of: line).clipped(to: tile.box)
            #expect(tile.houseBox.contains(edges) && tile.pieces.box(position).contains(edges))
          }
        }
        return true
      }
    }
    #expect(seen.streets > 500 && seen.houses > 500)
  }

  @Test("the box of an outline holds all of it that lies in the tile", arguments: 0..<6 as Range<UInt64>)
  func outlineBoxes(seed: UInt64) throws {
    var map = RandomMap(seed: seed)
    for (name, rings) in map.rings.sorted(by: { $0.key < $1.key }) {
      map.content.feature(name, at: rings[0][0], outline: rings[0])
    }
    let reader = try TemporaryStore(map.content).reader()
    var random = SeededGenerator(seed: seed)
    var inside = 0
    try reader.forEachTile(in: .world) { tile in
      for position in tile.pieces.areas.upperBound..<tile.pieces.endIndex {
        let (piece, box) = (tile.pieces[position], tile.pieces.box(position))
        for _ in 0..<200 {
          let point = FixedPoint(
            x: .random(in: tile.box.minX...tile.box.maxX, using: &random),
            y: .random(in: tile.box.minY...tile.box.maxY, using: &random))
          guard tile.contains(point, piece: piece) else { continue }
          inside += 1
          #expect(box.contains(point))
        }
      }
      return true
    }
    #expect(inside > 50)
  }

  private func box(of points: some Sequence<FixedPoint>) -> FixedBox {
    points.reduce(into: FixedBox.empty) { $0.formUnion($1) }
  }
}
