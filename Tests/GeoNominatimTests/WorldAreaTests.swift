import GeoEngine
import GeoImport
import GeoModel
import GeoStore
import GeoTestKit
import OSMFile
import Testing

@testable import GeoNominatim

@Suite("States and counties of the world layer")
struct WorldAreaTests {
  private let folder = TemporaryFolder()
  /// A country with a street of the extract, a state in it, and a county in the state.
  private let grid = Grid(
    """
    A . . . . . . . . . . B
    . E . . . . . . . F . .
    . . I . . . . . J . . .
    . . . p . . . q . . s .
    . . L . . . . . K . . .
    . H . . . . . . . G t .
    D . . . . . . . . . . C
    """, unitMeters: 5_000)

  private func id(_ letter: Character) -> Int64 { Int64(letter.unicodeScalars.first!.value) }

  private func nodes(_ letters: String) -> [OSMNode] {
    letters.map { OSMNode(id: id($0), x: grid[$0].x, y: grid[$0].y, tags: [:]) }
  }

  /// An area of the world layer, whose outline is the way with the same id.
  private func area(_ id: Int64, _ level: Int, _ name: String, _ tags: [String: String]) -> OSMRelation {
    let common = [
      "type": "boundary", "boundary": "administrative", "admin_level": "\(level)", "name": name,
      "name:de": "\(name) deutsch",
    ]
    return OSMRelation(
      id: id, members: [OSMMember(.way, id, role: "outer")], tags: common.merging(tags) { $1 })
  }

  private func makeResponder(country: String = "US", state: String = "US-CA") throws -> NominatimResponder {
    let (world, extract, store) = (folder.file("w.osm.pbf"), folder.file("e.osm.pbf"), folder.file("t.sqlite"))
    try OSMFileWriter.write(
      path: world, nodes: nodes("ABCDEFGHIJKL"),
      ways: [
        OSMWay(id: 1, refs: "ABCDA".map(id), tags: [:]), OSMWay(id: 2, refs: "EFGHE".map(id), tags: [:]),
        OSMWay(id: 3, refs: "IJKLI".map(id), tags: [:]),
      ],
      relations: [
        area(1, 2, "Land", ["ISO3166-1:alpha2": country]),
        area(2, 4, "State", ["ISO3166-2": state, "is_in:country_code": country]),
        area(3, 6, "County", ["is_in:country_code": country]),
      ])
    try OSMFileWriter.write(
      path: extract, nodes: nodes("st"),
      ways: [OSMWay(id: 1, refs: "st".map(id), tags: ["highway": "residential", "name": "Street"])], relations: [])
    _ = try Importer(ImportOptions(threads: 1, worldLayer: world)).run(extracts: [extract], output: store)
    return NominatimResponder(engine: try PlacemarkEngine(database: store))
  }

  @Test(
    "point, box and names are the area's own, wherever in it the request is",
    arguments: [(5, "state", "State", "EFGH"), (8, "county", "County", "IJKL")])
  func areas(zoom: Int, label: String, name: String, corners: String) throws {
    let responder = try makeResponder()
    var results: [NominatimResult] = []
    for letter in "pq" {
      let point = Coordinate(grid[letter])
      let query = "lat=\(point.latitude)&lon=\(point.longitude)&zoom=\(zoom)&accept-language=fr"
      results.append(try #require(try responder.result(for: try request(query))))
    }
    for result in results {
      #expect(result.addressType == label && result.name == name)
      #expect(result.box == FixedBox(around: grid.line(corners)))
      #expect(result.center == results[0].center && result.box.contains(result.center))
      #expect(result.names.map(\.value) == [name, "\(name) deutsch"])
    }
  }

  @Test("the country of a disputed area is that of the asked point of view, for itself and around a state")
  func worldview() throws {
    let responder = try makeResponder(country: "UA", state: "UA-43")
    let point = Coordinate(grid["p"])
    func answer(_ words: String) throws -> NominatimResult {
      let query = "lat=\(point.latitude)&lon=\(point.longitude)&accept-language=en&\(words)"
      return try #require(try responder.result(for: try request(query)))
    }
    for (view, code, country) in [("", "ua", "Ukraine"), ("&worldview=RU", "ru", "Russia")] {
      let state = try answer("zoom=5" + view)
      #expect(state.countryCode == code && state.displayName == "State, \(country)")
      let land = try answer("zoom=3" + view)
      #expect(land.countryCode == code && land.name == country)
      #expect(land.names.map(\.value).contains("Land") == (code == "ua"))
    }
  }
}
