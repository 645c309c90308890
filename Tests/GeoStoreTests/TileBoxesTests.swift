import GeoModel
@testable import GeoStoreWriting
import GeoTestKit
import Testing

@testable import GeoStore

@Suite("Boxes of a tile, compared eight at a time")
struct TileBoxesTests {
  @Test("those that touch a box are those that a comparison of each edge finds", arguments: [0, 1, 7, 8, 9, 23, 64])
  func touching(count: Int) {
    var random = SeededGenerator(seed: UInt64(count) + 1)
    func box() -> SIMD4<UInt8> {
      // Edges at both ends and in the middle, where a sign could be mistaken, and empty boxes.
      let edges: [UInt8] = [0, 1, 126, 127, 128, 129, 254, 255]
      let (a, b) = (edges.randomElement(using: &random)!, UInt8.random(in: 0...255, using: &random))
      let (c, d) = (UInt8.random(in: 0...255, using: &random), edges.randomElement(using: &random)!)
      if Int.random(in: 0..<10, using: &random) == 0 { return TileScale.empty }
      return SIMD4(min(a, b), min(c, d), max(a, b), max(c, d))
    }
    for _ in 0..<200 {
      let boxes = (0..<count).map { _ in box() }
      let asked = box()
      var bytes = (0..<4).flatMap { side in boxes.map { $0[side] } }
      // The bytes behind the boxes touch everything.
      bytes += Array(repeating: 0, count: TileBoxes.room)
      let first = Int.random(in: 0...count, using: &random)
      let expected = (first..<count).filter { position in
        let known = boxes[position]
        return known.x <= asked.z && known.z >= asked.x && known.y <= asked.w && known.w >= asked.y
      }
      var found: [Int] = []
      bytes.withUnsafeBufferPointer {
        TileBoxes($0.baseAddress!, count: count).forEach(touching: asked, in: first..<count) { found.append($0) }
      }
      #expect(found == expected, "\(asked) among \(boxes)")
    }
  }

  @Test("a line that makes no sense is empty, and what was read with it does not count")
  func damagedLine() throws {
    var content = StoreContent()
    content.street("A", [FixedPoint(x: 1_000, y: 1_000), FixedPoint(x: 1_100, y: 1_000)])
    let store = try TemporaryStore(content)
    do {
      let database = try Database.create(store.path, as: store.path, pageSize: StoreFormat.pageSize)
      // The last bytes of the tile are the line; this one would have five vertices.
      try database.execute(
        "UPDATE tile SET data = CAST(substr(data, 1, 27) || x'28' || substr(data, 29) AS BLOB) WHERE length(data) > 28")
      try PageSealer.seal(store.path, as: store.path)
    }
    let reader = try store.reader()
    let tile = try reader.tile(containing: FixedPoint(x: 1_000, y: 1_000))
    let street = try #require(tile.streets.first)
    try reader.confirm()
    #expect(tile.vertices(of: street.line).isEmpty)
    #expect(throws: StoreError.self) { try reader.confirm() }
  }
}
