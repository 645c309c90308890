import GeoModel
@testable import GeoStoreWriting
import GeoTestKit
import Testing

@testable import GeoStore

@Suite("Cities that addresses around a tile name")
struct NearbyCitiesTests {
  private struct House {
    var city: String
    var point: FixedPoint
  }

  private func near(_ center: FixedPoint, _ meters: Double, _ generator: inout SeededGenerator) -> FixedPoint {
    LocalProjection(origin: center).unproject(
      LocalPoint(
        x: Double.random(in: -meters...meters, using: &generator),
        y: Double.random(in: -meters...meters, using: &generator)))
  }

  @Test("a tile lists the city of every address within 1,500 m, and none of those that are far away")
  func lists() throws {
    var generator = SeededGenerator(seed: 47)
    var content = StoreContent()
    var houses: [House] = []
    for center in SearchTests.Town.centers {
      for district in 0..<6 {
        let middle = near(center, 12_000, &generator)
        for index in 0..<200 {
          let city = index % 3 == 0 || district == 5 ? nil : "City \(index % 5 == 0 ? 0 : district)"
          let point = near(middle, 700, &generator)
          content.address("\(index)", street: "Street", city: city, at: point)
          if let city { houses.append(House(city: city, point: point)) }
        }
      }
    }
    let reader = try TemporaryStore(content).reader()
    var listed = 0
    for center in SearchTests.Town.centers {
      for _ in 0..<300 {
        let point = near(center, 14_000, &generator)
        let tile = try reader.tile(containing: point)
        guard let names = tile.cities else { continue }
        var cities: Set<String> = []
        for name in names { cities.insert(try reader.name(name)) }
        listed += 1
        let projection = LocalProjection(origin: point)
        let near = houses.filter { projection.squaredDistance(to: FixedBox($0.point)) <= 1_500 * 1_500 }
        #expect(cities.isSuperset(of: near.map(\.city)), "at \(point)")
        // Squares and the boxes around circles are a little larger than needed; those around a pole cover everything.
        guard abs(point.y) < 800_000_000 else { continue }
        let farthest = 5_000 + Double(tile.box.maxY - tile.box.minY) / LocalProjection.unitsPerMeterY
        let around = houses.filter {
          LocalProjection(origin: $0.point).squaredDistance(to: tile.box) <= farthest * farthest
        }
        #expect(cities.isSubset(of: around.map(\.city)), "at \(point)")
      }
    }
    #expect(listed > 200, "\(listed) lists")
  }

  @Test("an outline, a stretch of numbers, a lender and a district of an address are listed, too")
  func kinds() throws {
    let center = FixedPoint(x: 95_000_000, y: 471_000_000)
    func east(_ meters: Double) -> FixedPoint {
      LocalProjection(origin: center).unproject(LocalPoint(x: meters, y: 0))
    }
    var content = StoreContent()
    content.street("Street", [center, east(10)])
    content.address("1", city: "Near", at: center)
    // The outline is within reach, although its center is not.
    content.address(
      "2", city: "Wide", at: east(9_000),
      outline: [east(500), east(9_000), FixedPoint(x: east(9_000).x, y: center.y + 900), east(500)])
    content.addresses[0].parts = content.addParts([AddressDetail(.district, content.names.intern("Part"))])
    content.interpolations.append(
      InterpolationRecord(
        source: SourceReference(type: .way, id: 1), street: nil, streetOrigin: .unknown,
        first: content.names.intern("1"), last: content.names.intern("9"), step: 2, postalCode: nil,
        city: content.names.intern("Stretch"), line: content.addLine([east(-900), east(-950)])))
    content.address("", postalCode: "9490", city: "Lender", at: east(1_000))
    content.addresses[2].isLender = true
    let reader = try TemporaryStore(content).reader()
    var cities: Set<String> = []
    for name in try #require(try reader.tile(containing: center).cities) { cities.insert(try reader.name(name)) }
    #expect(cities == ["Near", "Wide", "Part", "Stretch", "Lender"])
  }

  @Test("addresses that are as wide as countries take no more room than others, and around them there is no list")
  func wideOutlines() throws {
    var content = StoreContent()
    let corner = FixedPoint(x: 50_000_000, y: 400_000_000)
    for index in 0..<100 {
      let (x, y) = (corner.x + Int32(index), corner.y + 100_000_000)
      let outline = [corner, FixedPoint(x: x + 200_000_000, y: corner.y), FixedPoint(x: x, y: y), corner]
      content.address("\(index)", city: "City \(index % 3)", at: corner, outline: outline)
    }
    let far = FixedPoint(x: -1_000_000_000, y: -200_000_000)
    content.address("1", city: "Far", at: far)
    let cities = NearbyCities(content, StoreNumbering(content))
    // A point takes one square, and an outline at most 64.
    #expect(cities.entries.count <= 101)
    let square = { TileCell.box(containing: $0, level: 16) }
    #expect(cities.cities(around: square(FixedPoint(x: corner.x + 40_000_000, y: corner.y + 40_000_000))) == nil)
    #expect(cities.cities(around: square(far))?.count == 1)
    #expect(cities.cities(around: square(FixedPoint(x: far.x, y: far.y + 1_000_000))) == [])
  }

  @Test("of seven cities or more there is no list, of none an empty one")
  func many() throws {
    for count in [0, 6, 7] {
      var content = StoreContent()
      let center = FixedPoint(x: 95_000_000, y: 471_000_000)
      for city in 0..<count {
        content.address("\(city)", city: "City \(city)", at: FixedPoint(x: center.x + Int32(city) * 100, y: center.y))
      }
      content.address("last", at: center)
      let reader = try TemporaryStore(content).reader()
      let names = try reader.tile(containing: center).cities
      #expect(names.map { Array($0).count } == (count == 7 ? nil : count))
      #expect((names?.isEmpty ?? false) == (count == 0))
    }
  }
}
