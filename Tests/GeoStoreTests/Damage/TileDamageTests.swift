import GeoModel
import GeoTestKit
import Testing

@testable import GeoStore

@Suite("Damaged bytes give an error, never a crash")
struct TileDamageTests {
  /// A tile with something of every kind.
  static func tileBytes() throws -> (bytes: [UInt8], cell: TileCell, reader: StoreReader) {
    let store = try TemporaryStore(RoundTripTests().content())
    let reader = try store.reader()
    let statement = try Statement(reader.database, "SELECT key, data FROM tile ORDER BY length(data) DESC LIMIT 1")
    #expect(try statement.step())
    return (Array(statement.blob(1)), TileCell(key: statement.integer(0)), reader)
  }

  @Test("whole bytes decode, each shorter beginning of them does not")
  func cut() throws {
    let (bytes, cell, reader) = try TileDamageTests.tileBytes()
    let tile = Tile()
    for length in 0...bytes.count {
      let isWhole = bytes[..<length].withUnsafeBufferPointer {
        TileDecoder.decode($0, box: cell.box, places: reader.placePages, into: tile)
      }
      #expect(isWhole == (length == bytes.count), "\(length) of \(bytes.count) bytes")
      if !isWhole { #expect(tile.pieces.isEmpty && tile.streets.isEmpty) }
    }
  }

  @Test("no change of bytes leads out of the arrays")
  func changed() throws {
    let (bytes, cell, reader) = try TileDamageTests.tileBytes()
    var generator = SeededGenerator(seed: 7)
    let tile = Tile()
    for _ in 0..<5_000 {
      var damaged = bytes
      for _ in 0..<Int.random(in: 1...3, using: &generator) {
        damaged[Int.random(in: 0..<bytes.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
      }
      let isWhole = damaged.withUnsafeBufferPointer {
        TileDecoder.decode($0, box: cell.box, places: reader.placePages, into: tile)
      }
      // Decoded data must also be safe to use.
      if isWhole { for piece in tile.pieces { _ = tile.contains(cell.box.middle, piece: piece) } }
      for street in tile.streets { _ = tile.vertices(of: street.line) }
      for stretch in tile.interpolations { _ = tile.vertices(of: stretch.line) }
    }
  }

  @Test("damaged bytes of boundaries and borders give nil")
  func boundary() {
    // Two rings of one border each, the second one reversed; and a border of three vertices.
    let (rings, border): ([UInt8], [UInt8]) = ([2, 3, 4, 3, 1], [6, 1, 1, 1, 1, 1, 1])
    #expect(rings.withUnsafeBufferPointer { BorderCoding.outlines($0) }?.map(\.references.count) == [1, 1])
    #expect(border.withUnsafeBufferPointer { BorderCoding.border($0) }?.count == 3)
    for length in 0..<rings.count {
      #expect(rings[..<length].withUnsafeBufferPointer { BorderCoding.outlines($0) } == nil)
    }
    for length in 0..<border.count {
      #expect(border[..<length].withUnsafeBufferPointer { BorderCoding.border($0) } == nil)
    }
  }
}
