import GeoModel
@testable import GeoStoreWriting
import GeoTestKit
import Testing

@testable import GeoStore

@Suite("Borders that areas share are stored once")
struct SharedBordersTests {
  private static var grid: Grid {
    Grid(
      """
      A . B . C
      . . . . .
      D . E . F
      . . . . .
      G . H . I
      """)
  }

  /// The rings that the borders form.
  private func rings(
    _ shared: SharedBorders, _ outlines: [[BorderOutline]], _ content: StoreContent
  ) -> [[[FixedPoint]]] {
    outlines.map { outlines in
      outlines.map { outline in
        var ring: [FixedPoint] = []
        for reference in outline.references {
          let border = Array(content.vertices(shared.borders[reference.border]))
          ring += (reference.isReversed ? border.reversed() : border).dropFirst(ring.isEmpty ? 0 : 1)
        }
        return ring
      }
    }
  }

  @Test("neighbors refer to one border, forwards and backwards, wherever their rings start")
  func neighbors() {
    var content = StoreContent()
    for ring in ["ABEDA", "EBCFE", "GDEHG", "HEFIH", "ADGHIFCBA"] {
      content.area(ring, level: 8, polygons: [[Self.grid.line(ring)]])
    }
    var shared = SharedBorders(content, areas: content.areas.indices)
    let outlines = content.areas.indices.map { shared.outlines(of: $0) }
    #expect(
      rings(shared, outlines, content)
        == content.areas.map { area in content.rings(area.rings).map { Array(content.vertices($0.points)) } })
    // Twelve edges, each stored once; rings start at five of the corners.
    #expect(shared.borders.reduce(0) { $0 + $1.count - 1 } == 12)
    #expect(outlines.flatMap { $0 }.flatMap(\.references).contains { $0.isReversed })
  }

  @Test("the same ring in the other direction, or from another corner, is the same border or two halves of it")
  func sameRing() {
    var content = StoreContent()
    for ring in ["ACIGA", "AGICA", "ACIGA"] { content.area(ring, level: 8, polygons: [[Self.grid.line(ring)]]) }
    var shared = SharedBorders(content, areas: content.areas.indices)
    let outlines = content.areas.indices.map { shared.outlines(of: $0) }
    #expect(shared.borders.count == 1 && rings(shared, outlines, content)[1] == [Self.grid.line("AGICA")])
  }

  @Test("boundaries of a random patchwork come out of a store as they went in, and take fewer vertices")
  func patchwork() throws {
    let map = RandomMap(seed: 11)
    let reader = try TemporaryStore(map.content).reader()
    for id in 1...map.content.areas.count {
      let area = try reader.area(AreaID(UInt32(id)))
      let expected = try #require(map.rings[try reader.name(area.name)])
      #expect(try reader.boundary(of: area.id) == [expected])
    }
    var shared = SharedBorders(map.content, areas: map.content.areas.indices)
    for area in map.content.areas.indices { _ = shared.outlines(of: area) }
    let all = map.content.areas.reduce(0) { $0 + map.content.rings($1.rings).reduce(0) { $0 + $1.points.count - 1 } }
    let patches = 12 * 9 * 4
    #expect(shared.borders.reduce(0) { $0 + $1.count - 1 } == all - patches + 12 * 10 + 9 * 13)
  }

  @Test("round coordinates take less room and come back exactly")
  func roundCoordinates() {
    let line = [FixedPoint(x: -1_799_999_900, y: 899_999_900), FixedPoint(x: 100, y: -200), FixedPoint(x: 300, y: 0)]
    let exact = line.map { FixedPoint(x: $0.x + 1, y: $0.y) }
    for vertices in [line, exact] {
      let bytes = BorderCoding.encode(vertices[...])
      #expect(bytes.withUnsafeBufferPointer { BorderCoding.border($0) } == vertices)
    }
    #expect(BorderCoding.encode(line[...]).count < BorderCoding.encode(exact[...]).count)
  }

  @Test("starts of rings are told from all other points, however many there are", arguments: [0, 1, 7, 3_000])
  func starts(_ count: Int) {
    var generator = SeededGenerator(seed: UInt64(count) + 9)
    func point() -> FixedPoint {
      FixedPoint(x: Int32.random(in: -40...40, using: &generator), y: Int32.random(in: -40...40, using: &generator))
    }
    let points = (0..<count).map { _ in point() }
    let (starts, expected) = (RingStarts(points), Set(points))
    for x in Int32(-40)...40 {
      for y in Int32(-40)...40 {
        let point = FixedPoint(x: x, y: y)
        #expect(starts.contains(point) == expected.contains(point))
      }
    }
  }

  @Test("stretches of points are compared forwards and backwards")
  func stretches() {
    let points = MappedArray([1, 2, 3, 1, 2, 3, 3, 2, 1].map { FixedPoint(x: $0, y: -$0) })
    let (first, same, backwards) = (
      PointRange(start: 0, count: 3), PointRange(start: 3, count: 3), PointRange(start: 6, count: 3)
    )
    #expect(points.isEqual(first, same) && !points.isEqual(first, reversed: same))
    #expect(points.isEqual(first, reversed: backwards) && !points.isEqual(first, backwards))
    #expect(points.isEqual(PointRange(start: 0, count: 0), reversed: PointRange(start: 0, count: 0)))
  }
}
