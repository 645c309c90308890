import GeoModel
import GeoStore
import GeoTestKit
import Testing

@testable import GeoEngine

// Of houses that are known by an outline only those are measured that may be meant; a trace measures all of them.
@Suite("What is measured for an answer changes nothing in it") struct MeasuringRules {
  /// The points at which an answer differs from the one that measures every house within reach.
  private func differences(_ engine: PlacemarkEngine, at points: [Coordinate]) throws -> [Coordinate] {
    points.filter { point in
      var query = PlacemarkQuery(coordinate: point)
      let answer = try? engine.placemarks(for: query).first
      query.includesTrace = true
      var thorough = try? engine.placemarks(for: query).first
      thorough?.trace = nil
      return answer != thorough
    }
  }

  @Test("around the houses of a small extract")
  func small() throws {
    let extract = try ImportedExtract(small: "pbf/01-dense-zlib.osm.pbf")
    var houses: [FixedPoint] = []
    try StoreReader(path: extract.path).forEachTile(in: .world) { tile in
      houses += tile.addresses.map(\.point)
      return true
    }
    try #require(houses.count > 10)
    var random = SeededGenerator(seed: 20)
    let points = (0..<500).map { _ in
      let house = houses.randomElement(using: &random)!
      func moved(_ value: Int32) -> Int32 { value + Int32.random(in: -6_000...6_000, using: &random) }
      return Coordinate(FixedPoint(x: moved(house.x), y: moved(house.y)))
    }
    #expect(try differences(PlacemarkEngine(database: extract.path), at: points) == [])
  }

  @Test("a house whose box contains the point gives way to one whose walls are nearer")
  func boxes() throws {
    var town = Town(
      """
      ab       kl
            p  nm



       c     d
      f      e



      s               t
      """)
    town.street("Street", "st")
    town.house("1", "Street", outline: "abcdef")
    town.house("2", "Street", outline: "klmn")
    town.house("3", "Way", outline: "cde")
    let found = try town.ask("p")
    #expect(found.subThoroughfare == "2" && found.match == .address)
    #expect(abs(found.distanceMeters - 30) < 0.1)
  }
}
