import Foundation
import GeoModel
@testable import GeoStoreWriting
import GeoTestKit
import Testing

@testable import GeoStore

@Suite("The search for map objects, compared with slow and obvious code")
struct ObjectSearchTests {
  /// Objects of all forms and sizes, many of them near four places: a town, the antimeridian, the pole, the equator.
  struct World {
    static let centers = [
      FixedPoint(x: 95_000_000, y: 471_000_000), FixedPoint(x: 1_799_990_000, y: -170_000_000),
      FixedPoint(x: -1_000_000_000, y: 899_000_000), FixedPoint(x: 0, y: 0),
    ]
    var content = StoreContent()
    var shapes: [(lines: [[FixedPoint]], isArea: Bool, rank: UInt8)] = []
    var generator: SeededGenerator

    init(seed: UInt64, objects: Int) {
      generator = SeededGenerator(seed: seed)
      for _ in 0..<objects { add() }
    }

    mutating func near(_ center: FixedPoint, _ reach: Int) -> FixedPoint {
      func moved(_ value: Int32, _ limit: Int) -> Int32 {
        Int32(min(max(Int(value) + Int.random(in: -reach...reach, using: &generator), -limit), limit))
      }
      return FixedPoint(x: moved(center.x, 1_800_000_000), y: moved(center.y, 900_000_000))
    }

    private mutating func add() {
      let center = near(Self.centers[Int.random(in: 0..<4, using: &generator)], 300_000)
      let size = Int(exp2(Double.random(in: 6...18, using: &generator)))
      let rank = UInt8.random(in: 14...30, using: &generator)
      switch Int.random(in: 0..<3, using: &generator) {
      case 0:
        shapes.append(([[center]], false, rank))
        content.object("amenity=bench", rank: rank, .point(center))
      case 1:
        let count = Int.random(in: 2...200, using: &generator)
        let line = (0..<count).map { _ in near(center, size) }
        shapes.append(([line], false, rank))
        content.object("waterway=river", rank: rank, .line(content.addLine(line)))
      default:
        let rings = [ring(center, size), ring(center, size / 3)]
        shapes.append((rings, true, rank))
        content.object("natural=water", rank: rank, .polygons(content.addPolygons([rings])))
      }
    }

    /// Any closed line works: the even-odd rule also holds for rings that cross themselves.
    private mutating func ring(_ center: FixedPoint, _ size: Int) -> [FixedPoint] {
      let count = Int.random(in: 3...150, using: &generator)
      let ring = (0..<count).map { _ in near(center, max(size, 10)) }
      return ring + [ring[0]]
    }
  }

  /// Meters to a shape, from a check of every edge.
  static func slowDistance(_ lines: [[FixedPoint]], isArea: Bool, from point: FixedPoint) -> Double {
    let projection = LocalProjection(origin: point)
    if isArea, isInside(lines, point) { return 0 }
    var best = Double.infinity
    for line in lines {
      let points = line.map { projection.project($0) }
      if points.count == 1 { best = min(best, points[0].squaredLength.squareRoot()) }
      for index in points.indices.dropFirst() {
        let (a, b) = (points[index - 1], points[index])
        let (dx, dy) = (b.x - a.x, b.y - a.y)
        let length = dx * dx + dy * dy
        let t = length == 0 ? 0 : min(1, max(0, -(a.x * dx + a.y * dy) / length))
        let (x, y) = (a.x + t * dx, a.y + t * dy)
        best = min(best, (x * x + y * y).squareRoot())
      }
    }
    return best
  }

  private static func isInside(_ rings: [[FixedPoint]], _ point: FixedPoint) -> Bool {
    var inside = false
    for ring in rings {
      for index in ring.indices.dropFirst() {
        let (a, b) = (ring[index - 1], ring[index])
        guard (a.y > point.y) != (b.y > point.y) else { continue }
        let x =
          Double(a.x) + Double(Int64(point.y) - Int64(a.y)) * Double(Int64(b.x) - Int64(a.x))
          / Double(Int64(b.y) - Int64(a.y))
        if x < Double(point.x) { inside.toggle() }
      }
    }
    return inside
  }

  @Test("finds exactly what is near, with its distance and nearest point", arguments: [1 as UInt64, 2])
  func comparison(_ seed: UInt64) throws {
    var world = World(seed: seed, objects: 1_000)
    let reader = try TemporaryStore(world.content).reader()
    for question in 0..<60 {
      let point = world.near(World.centers[question % 4], 320_000)
      let radius = [30.0, 300, 3_000][question % 3]
      let ranks: ClosedRange<UInt8> = [26...30, 5...25, 4...30, 19...19][question % 4]
      var found: [Int64: MapObjectSketch] = [:]
      try reader.objects(around: point, withinMeters: radius, ranks: ranks) { sketch throws(StoreError) in
        let source = try reader.objectRow(sketch.id).source.id
        #expect(found[source] == nil, "an object is visited once")
        found[source] = sketch
      }
      for (index, shape) in world.shapes.enumerated() {
        let distance = Self.slowDistance(shape.lines, isArea: shape.isArea, from: point)
        let sketch = found[Int64(index) + 1]
        guard abs(distance - radius) > 0.01 else { continue }
        #expect((sketch != nil) == (distance < radius && ranks.contains(shape.rank)), "\(distance) m of \(radius)")
        guard let sketch else { continue }
        #expect(abs(sketch.distanceMeters - distance) < 0.001 && sketch.isArea == shape.isArea)
        let nearest = LocalProjection(origin: point).project(sketch.nearest).squaredLength.squareRoot()
        #expect(abs(nearest - distance) < 0.02)
      }
    }
  }

  @Test("from near to far finds the same, in order", arguments: [1 as UInt64, 2])
  func nearestFirst(_ seed: UInt64) throws {
    var world = World(seed: seed, objects: 1_000)
    let reader = try TemporaryStore(world.content).reader()
    for question in 0..<40 {
      let point = world.near(World.centers[question % 4], 320_000)
      let radius = [300.0, 3_000, 20_000, 5_000_000][question % 4]
      let ranks: ClosedRange<UInt8> = [26...30, 5...25, 4...30][question % 3]
      var expected: [Int64] = []
      try reader.objects(around: point, withinMeters: radius, ranks: ranks) { expected.append($0.id.rawValue) }
      var found: [MapObjectSketch] = []
      try reader.objects(
        nearestTo: point, withinMeters: radius, ranks: ranks, atMost: 100_000, where: { _ in true },
        meters: { $0.distanceMeters }
      ) {
        found.append($0)
        return true
      }
      #expect(found.map(\.id.rawValue).sorted() == expected.sorted())
      #expect(zip(found, found.dropFirst()).allSatisfy { $0.distanceMeters <= $1.distanceMeters })
    }
  }

  @Test("from near to far looks at no more than it may, and ends when the visitor has enough")
  func bounded() throws {
    var content = StoreContent()
    for number in 0..<20_000 {
      content.object(
        "amenity=bench", .point(FixedPoint(x: 100_000_000 + Int32(number % 200), y: 500_000_000 + Int32(number / 200))))
    }
    let reader = try TemporaryStore(content).reader()
    // Far from all of them: circles would first find nothing and then everything.
    let point = FixedPoint(x: 100_000_000, y: 510_000_000)
    func ask(atMost most: Int, wanted: Int) throws -> (measured: Int, visited: [Double]) {
      var (measured, visited): (Int, [Double]) = (0, [])
      try reader.objects(
        nearestTo: point, withinMeters: 5_000_000, ranks: 4...30, atMost: most, where: { _ in true },
        meters: { sketch in
          measured += 1
          return sketch.distanceMeters
        }
      ) {
        visited.append($0.distanceMeters)
        return visited.count < wanted
      }
      return (measured, visited)
    }
    let few = try ask(atMost: 20_000, wanted: 3)
    #expect(few.visited.count == 3 && few.measured < 2_000 && few.visited == few.visited.sorted())
    let most = try ask(atMost: 1_000, wanted: .max)
    #expect(most.measured <= 1_000 + ObjectTree.pageSize && !most.visited.isEmpty)
    #expect(try ask(atMost: 100_000, wanted: .max).visited.count == 20_000)
  }

  @Test("a sketch says what the object is good for")
  func sketch() throws {
    var content = StoreContent()
    let point = World.centers[0]
    content.object("amenity=cafe", name: "Mühle", layers: [.poi, .address], houseNumber: true, .point(point))
    content.object("railway=tram", rank: 26, address: 0, layers: .railway, .line(content.addLine([point, point])))
    let reader = try TemporaryStore(content).reader()
    var sketches: [MapObjectSketch] = []
    try reader.objects(around: point, withinMeters: 1, ranks: 0...30) { sketches.append($0) }
    let cafe = try #require(sketches.first { $0.layers == [.poi, .address] })
    #expect(cafe.hasName && cafe.hasHouseNumber && !cafe.isArea && cafe.distanceMeters == 0)
    let tram = try #require(sketches.first { $0.layers == .railway })
    #expect(!tram.hasName && !tram.hasHouseNumber && tram.ranks == MapObjectRanks(search: 26, address: 0))
  }

  @Test("a visit may ask for another one")
  func nested() throws {
    let world = World(seed: 4, objects: 1_500)
    let reader = try TemporaryStore(world.content).reader()
    var (outer, inner) = (0, 0)
    try reader.objects(around: World.centers[0], withinMeters: 500, ranks: 0...30) { sketch throws(StoreError) in
      outer += 1
      try reader.objects(around: sketch.nearest, withinMeters: 0.1, ranks: 0...30) {
        if $0.id == sketch.id { inner += 1 }
      }
    }
    #expect(outer > 10 && inner == outer)
  }
}
