import GeoModel
import GeoTestKit
import Testing

@testable import GeoStore
@testable import GeoStoreWriting

@Suite("Rows of single points in a tile")
struct TilePointTests {
  @Test("addresses are read as they were written, and found by boxes", arguments: [1, 16, 22])
  func addresses(level: Int) throws {
    var generator = SeededGenerator(seed: UInt64(level))
    let box = TileCell.box(containing: FixedPoint(x: 95_000_000, y: 471_000_000), level: level)
    let points = (0..<200).map { _ in
      FixedPoint(
        x: Int32.random(in: box.minX...box.maxX, using: &generator),
        y: Int32.random(in: box.minY...box.maxY, using: &generator))
    }
    let bytes = TilePoints.bytes(in: box)
    #expect(bytes == (level < 16 ? 8 : 4))
    var writer = ByteWriter()
    for (index, point) in points.enumerated() {
      writer.littleEndian(point.x &- box.minX, bytes: bytes / 2)
      writer.littleEndian(point.y &- box.minY, bytes: bytes / 2)
      let flag = index % 3 == 0 ? TileAddresses.outlineFlag : 0
      writer.littleEndian(Int32(bitPattern: UInt32(index % 5) | flag), bytes: TileAddresses.factBytes)
    }
    writer.bytes.withUnsafeBytes { memory in
      let rows = TilePoints(memory.baseAddress!, count: points.count, factBytes: TileAddresses.factBytes, in: box)
      let addresses = TileAddresses(rows, firstID: 40)
      #expect(addresses.map(\.point) == points)
      #expect(addresses.map(\.id) == points.indices.map { AddressID(40 + UInt32($0)) })
      #expect(addresses.map(\.street) == points.indices.map { $0 % 5 == 0 ? nil : NameID(UInt32($0 % 5)) })
      #expect(addresses.map(\.hasOutline) == points.indices.map { $0 % 3 == 0 })
      for end in points {
        let window = FixedBox(around: [points[0], end])
        var found: [AddressID] = []
        addresses.forEachPoint(in: window) { found.append($0.id) }
        #expect(found == addresses.filter { !$0.hasOutline && window.contains($0.point) }.map(\.id))
      }
    }
  }

  @Test("varints are skipped as they are read")
  func skip() {
    var generator = SeededGenerator(seed: 5)
    for _ in 0..<500 {
      let numbers = (0..<Int.random(in: 0...60, using: &generator)).map { _ in
        UInt64.random(in: .min ... .max, using: &generator) >> UInt64.random(in: 0...63, using: &generator)
      }
      var writer = ByteWriter()
      for number in numbers { writer.varint(number) }
      let skipped = Int.random(in: 0...numbers.count, using: &generator)
      writer.bytes.withUnsafeBufferPointer { bytes in
        var (reader, other) = (ByteReader(bytes), ByteReader(bytes))
        let part = reader.skipVarints(skipped)
        for _ in 0..<skipped { _ = other.varint() }
        #expect(reader.remaining == other.remaining && !reader.isDamaged)
        #expect(part.count == bytes.count - reader.remaining)
        for number in numbers[skipped...] { #expect(reader.varint() == number) }
        _ = reader.skipVarints(1)
        #expect(reader.isDamaged)
      }
    }
  }
}
