import GeoModel
@testable import GeoStoreWriting
import GeoTestKit
import Testing

@testable import GeoStore

@Suite("Houses with postal codes, in groups")
struct PostalGroupTests {
  struct House {
    var code: String
    var isInWest: Bool
    var street: String
    var point: FixedPoint
  }

  /// Houses around a town, a pole and both sides of the antimeridian, some of them in an area.
  private func houses(_ generator: inout SeededGenerator) -> (content: StoreContent, houses: [House]) {
    var content = StoreContent()
    var houses: [House] = []
    let west = [
      FixedPoint(x: 94_900_000, y: 470_900_000), FixedPoint(x: 95_003_333, y: 470_900_000),
      FixedPoint(x: 94_997_000, y: 471_100_000), FixedPoint(x: 94_900_000, y: 471_100_000),
    ]
    content.area("West", level: 8, ring: west + [west[0]])
    for (number, center) in SearchTests.Town.centers.enumerated() {
      for index in 0..<400 {
        let point = near(center, &generator)
        let code = index % 7 == 0 ? nil : "\(number)00\(Int.random(in: 0...5, using: &generator))"
        let street = "Street \(Int.random(in: 0...4, using: &generator))"
        content.address("\(index)", street: street, postalCode: code, at: point)
        guard let code else { continue }
        let isInWest = SlowOracle.contains(point, rings: [west + [west[0]]])
        houses.append(House(code: code, isInWest: isInWest, street: street, point: point))
      }
    }
    return (content, houses)
  }

  private func near(_ center: FixedPoint, _ generator: inout SeededGenerator) -> FixedPoint {
    LocalProjection(origin: center).unproject(
      LocalPoint(
        x: Double.random(in: -3_000...3_000, using: &generator),
        y: Double.random(in: -3_000...3_000, using: &generator)))
  }

  @Test(
    "the nearest house of the nearest groups is the nearest of all", arguments: [nil, AreaID(1)], [nil, "Street 2"])
  func nearest(area: AreaID?, street: String?) throws {
    var generator = SeededGenerator(seed: 23)
    let (content, houses) = houses(&generator)
    let reader = try TemporaryStore(content).reader()
    let streetID = try street.map { street in
      try #require(try (1...400).map { NameID($0) }.first { try reader.name($0) == street })
    }
    var found = 0
    for center in SearchTests.Town.centers {
      for round in 0..<60 {
        let projection = LocalProjection(origin: near(center, &generator))
        // Data that an earlier query about the point has read must be enough for this one, or be read again.
        if round % 3 > 0 {
          try reader.forEachPostalGroup(
            near: projection, squaredBound: round % 3 == 1 ? 1e6 : 1e4, where: { _ in true }
          ) {
            (_, _) throws(StoreError) in
          }
        }
        let expected = houses.lazy.filter { (area == nil || $0.isInWest) && (street == nil || $0.street == street) }
          .map { (projection.project($0.point).squaredLength, $0.code) }.filter { $0.0 < 1e6 }.min { $0.0 < $1.0 }
        var best: (meters: Double, code: String)?
        try reader.forEachPostalGroup(near: projection, on: streetID, in: area, squaredBound: 1e6, where: { _ in true })
        {
          (group, bound) throws(StoreError) in
          if let area, !group.isIn(area) { return }
          guard let house = try group.nearest(to: projection, on: streetID, squaredBound: bound) else { return }
          bound = house.squaredMeters
          let row = try reader.address(house.house)
          #expect(row.postalCode == group.code)
          #expect(projection.project(row.point).squaredLength == house.squaredMeters)
          best = (house.squaredMeters, try reader.name(group.code))
        }
        #expect(best?.meters == expected?.0)
        #expect(best?.code == expected?.1)
        if best != nil { found += 1 }
      }
    }
    #expect(found >= 5)
  }

  @Test("groups without a street, or outside of an area, are hardly visited for it, and those with it each time")
  func streets() throws {
    var generator = SeededGenerator(seed: 29)
    let reader = try TemporaryStore(houses(&generator).content).reader()
    let names = (1...400).lazy.map { NameID($0) }.prefix { (try? reader.name($0)) != nil }
    let streets = try names.filter { try reader.name($0).hasPrefix("Street") }
    let other = try #require(try names.first { try reader.name($0) == "West" })
    let projection = LocalProjection(origin: SearchTests.Town.centers[0])
    func visits(_ street: NameID?, in area: AreaID? = nil) throws -> (all: Int, withIt: Int) {
      var (all, withIt) = (0, 0)
      try reader.forEachPostalGroup(near: projection, on: street, in: area, squaredBound: 1e7, where: { _ in true }) {
        (group, _) throws(StoreError) in
        all += 1
        if try group.nearest(to: projection, on: street, squaredBound: .infinity) != nil { withIt += 1 }
      }
      return (all, withIt)
    }
    func groups(with street: NameID) throws -> Int {
      var count = 0
      try reader.forEachPostalGroup(near: projection, squaredBound: 1e7, where: { _ in true }) {
        (group, _) throws(StoreError) in
        if try group.nearest(to: projection, on: street, squaredBound: .infinity) != nil { count += 1 }
      }
      return count
    }
    let everything = try visits(nil)
    #expect(everything.all > 20)
    for street in streets { #expect(try groups(with: street) > 0) }
    for street in streets { #expect(try visits(street).withIt == groups(with: street)) }
    let without = try visits(other)
    #expect(without.withIt == 0)
    #expect(without.all < everything.all)
    // The only area contains some of the houses.
    let inside = try visits(nil, in: AreaID(1)).all
    #expect(inside > 0 && inside < everything.all)
    #expect(try visits(nil, in: AreaID(2)).all == 0)
  }

  @Test("a group is only visited if its code is wanted, and each code is asked about")
  func codes() throws {
    var generator = SeededGenerator(seed: 37)
    let reader = try TemporaryStore(houses(&generator).content).reader()
    let projection = LocalProjection(origin: SearchTests.Town.centers[0])
    func visited(where isWanted: (NameID) throws(StoreError) -> Bool) throws -> [NameID: Int] {
      var counts: [NameID: Int] = [:]
      try reader.forEachPostalGroup(near: projection, squaredBound: 1e7, where: isWanted) {
        (group, _) throws(StoreError) in counts[group.code, default: 0] += 1
      }
      return counts
    }
    var asked: Set<NameID> = []
    let all = try visited { code in
      asked.insert(code)
      return true
    }
    #expect(all.count > 1)
    #expect(asked == Set(all.keys))
    for (code, count) in all { #expect(try visited { $0 == code } == [code: count]) }
    #expect(try visited { _ in false }.isEmpty)
    #expect(throws: StoreError.self) {
      try visited { code throws(StoreError) in throw StoreError(.damaged, "code \(code)") }
    }
  }

  @Test("the queue gives the nearest first")
  func queue() {
    var generator = SeededGenerator(seed: 1)
    var queue = NearestQueue()
    let distances = (0..<500).map { _ in Double(Int.random(in: 0...200, using: &generator)) }
    for distance in distances { queue.insert(NearestQueue.Entry(squaredMeters: distance, id: 0, position: 0)) }
    var taken: [Double] = []
    while let entry = queue.removeFirst() { taken.append(entry.squaredMeters) }
    #expect(taken == distances.sorted())
  }
}
