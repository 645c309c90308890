import GeoModel
@testable import GeoStoreWriting
import GeoTestKit
import Testing

@testable import GeoStore

@Suite("Searching around a point")
struct SearchTests {
  /// Streets and houses in clusters: near a pole, on both sides of the antimeridian, in an empty region, and in a town.
  struct Town {
    var content = StoreContent()
    var lines: [[FixedPoint]] = []
    var generator = SeededGenerator(seed: 11)
    static let centers = [
      FixedPoint(x: 95_000_000, y: 471_000_000), FixedPoint(x: 1_799_990_000, y: -170_000_000),
      FixedPoint(x: -1_799_990_000, y: -170_000_000), FixedPoint(x: 200_000_000, y: 899_000_000),
    ]

    init() {
      for center in Town.centers {
        for index in 0..<250 {
          let line = walk(from: near(center))
          lines.append(line)
          content.street("Street \(index)", line)
          content.address("\(index)", street: "Street \(index)", at: near(center))
        }
      }
    }

    mutating func near(_ center: FixedPoint) -> FixedPoint {
      let projection = LocalProjection(origin: center)
      return projection.unproject(
        LocalPoint(
          x: Double.random(in: -2_000...2_000, using: &generator),
          y: Double.random(in: -2_000...2_000, using: &generator)))
    }

    private mutating func walk(from start: FixedPoint) -> [FixedPoint] {
      var line = [start]
      for _ in 0..<Int.random(in: 1...12, using: &generator) {
        let last = line[line.count - 1]
        let steps = (
          Int32.random(in: -5_000...5_000, using: &generator), Int32.random(in: -4_000...4_000, using: &generator)
        )
        line.append(
          FixedPoint(
            x: max(-1_800_000_000, min(1_800_000_000, last.x + steps.0)), y: min(900_000_000, last.y + steps.1)))
      }
      return line
    }
  }

  @Test("the street nearest in the tiles around a point is the nearest of all")
  func nearestStreet() throws {
    var town = Town()
    let reader = try TemporaryStore(town.content).reader()
    for center in Town.centers {
      for _ in 0..<25 {
        let point = town.near(center)
        let expected = town.lines.map { SlowOracle.distanceMeters(from: point, toLine: $0) }.min() ?? .infinity
        var found = Double.infinity
        for box in SearchBoxes(around: point, radiusMeters: expected + 1) {
          try reader.forEachTile(in: box) { tile in
            for street in tile.streets {
              let part = Array(tile.vertices(of: street.line))
              found = min(found, SlowOracle.distanceMeters(from: point, toLine: part))
            }
            return true
          }
        }
        #expect(abs(found - expected) < 0.001, "at \(point)")
      }
    }
  }

  @Test("every tile that touches a box is visited once, the middle one first")
  func visits() throws {
    var town = Town()
    let reader = try TemporaryStore(town.content).reader()
    var all: [FixedBox] = []
    try reader.forEachTile(in: .world) { tile in
      all.append(tile.box)
      return true
    }
    #expect(Set(all).count == all.count)
    for radius in [0, 50, 700, 5_000] as [Double] {
      let point = town.near(Town.centers[0])
      let box = SearchBoxes(around: point, radiusMeters: radius)[0]
      var visited: [FixedBox] = []
      try reader.forEachTile(in: box) { (tile) throws(StoreError) in
        visited.append(tile.box)
        // A visit within a visit must not disturb the outer one.
        try reader.forEachTile(in: tile.box) { _ in true }
        return true
      }
      #expect(visited.count == Set(visited).count)
      #expect(Set(visited) == Set(all.filter { $0.intersects(box) }))
      if let first = visited.first, all.contains(where: { $0.contains(box.middle) }) {
        #expect(first.contains(box.middle))
      }
    }
  }

  @Test("a visitor that has enough is not called again")
  func stops() throws {
    let reader = try TemporaryStore(Town().content).reader()
    var calls = 0
    try reader.forEachTile(in: .world) { _ in
      calls += 1
      return calls < 3
    }
    #expect(calls == 3)
  }

  @Test("the whole line of a street comes back from its tiles")
  func lines() throws {
    let town = Town()
    let reader = try TemporaryStore(town.content).reader()
    var found: Set<[FixedPoint]> = []
    for id in 1...town.lines.count { found.insert(try reader.line(of: StreetID(UInt32(id)))) }
    #expect(found == Set(town.lines))
  }

  @Test("the R-trees are whole and find what any SQLite tool asks for")
  func trees() throws {
    let reader = try TemporaryStore(Town().content).reader()
    for table in ["tile_rtree", "street_rtree", "address_rtree", "area_rtree", "place_rtree"] {
      let check = try Statement(reader.database, "SELECT rtreecheck('\(table)')")
      #expect(try check.step())
      #expect(try check.text(0) == "ok", "\(table)")
    }
    let count = try Statement(
      reader.database,
      """
      SELECT (SELECT count(DISTINCT a.id) FROM address_rtree r JOIN address a ON a.id BETWEEN r.id AND r.id + 15
        WHERE max_x >= 94000000 AND min_x <= 96000000 AND max_y > 0 AND a.x BETWEEN 94000000 AND 96000000 AND a.y > 0),
      (SELECT count(*) FROM address WHERE x BETWEEN 94000000 AND 96000000 AND y > 0)
      """)
    #expect(try count.step())
    #expect(count.integer(0) == count.integer(1) && count.integer(0) == 250)
  }
}

@Suite("Where nothing is known")
struct EmptyTileTests {
  @Test("an empty tile's box touches no stored tile and is as large as can be")
  func emptyBox() throws {
    var town = SearchTests.Town()
    let reader = try TemporaryStore(town.content).reader()
    var stored: [FixedBox] = []
    try reader.forEachTile(in: .world) { tile in
      stored.append(tile.box)
      return true
    }
    for index in 0..<200 {
      let point =
        index % 2 == 0
        ? town.near(SearchTests.Town.centers[index % 4])
        : FixedPoint(
          x: Int32.random(in: -1_800_000_000...1_800_000_000, using: &town.generator),
          y: Int32.random(in: -900_000_000...900_000_000, using: &town.generator))
      let tile = try reader.tile(containing: point)
      #expect(tile.box.contains(point))
      let touching = stored.filter { $0.intersects(tile.box) }
      #expect(touching == (tile.isEmpty ? [] : [tile.box]))
    }
  }
}
