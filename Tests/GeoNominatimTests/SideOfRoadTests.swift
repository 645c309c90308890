import GeoEngine
import GeoImport
import GeoModel
import GeoTestKit
import OSMFile
import Testing

@testable import GeoNominatim

@Suite("Roads whose sides have names of their own")
struct SideOfRoadTests {
  private let grid = Grid(
    """
    A . . . . . B . . . . . C . . . . . D
    . . . . h . . . . . . . . . . . . . .
    . . . . . q . r . . . s . t . . . u .
    . . . . . . . . . . . . . . . . . . .
    E . . . . . F . . . . . G . . . . . H
    """, unitMeters: 10)

  /// The street that each API returns at a point.
  ///
  /// To the north are a road with two names, one with a third name, and one with a name of a side and a whole name.
  private func streets(_ letter: Character, _ engine: PlacemarkEngine) throws -> [String?] {
    let coordinate = Coordinate(grid[letter])
    let placemark = try engine.placemarks(for: PlacemarkQuery(coordinate: coordinate))[0]
    let request = try NominatimRequest(
      parameters: [("lat", "\(coordinate.latitude)"), ("lon", "\(coordinate.longitude)")], acceptLanguage: nil)
    let result = try NominatimResponder(engine: engine).result(for: request)
    return [placemark.thoroughfare, result?.parts.first { $0.label == "road" }?.name, result?.name]
  }

  private func engine() throws -> PlacemarkEngine {
    func id(_ letter: Character) -> Int64 { Int64(letter.asciiValue!) }
    let folder = TemporaryFolder()
    let (path, store) = (folder.file("town.osm.pbf"), folder.file("town.sqlite"))
    let house = ["addr:housenumber": "2", "addr:street": "West Bank"]
    let ways: [(refs: String, tags: [String: String])] = [
      ("FB", ["name:left": "West Bank", "name:right": "East Bank"]),
      ("GC", ["name": "Middle", "name:left": "West Quay", "name:right": "East Quay"]),
      ("HD", ["name": "Long Road", "name:left": "Row"]),
    ]
    try OSMFileWriter.write(
      path: path,
      nodes: "BCDFGHh".sorted().map {
        OSMNode(id: id($0), x: grid[$0].x, y: grid[$0].y, tags: $0 == "h" ? house : [:])
      },
      ways: ways.enumerated().map { index, way in
        OSMWay(id: Int64(index + 1), refs: way.refs.map(id), tags: way.tags.merging(["highway": "residential"]) { $1 })
      }, relations: [])
    _ = try Importer(ImportOptions(threads: 1, worldLayer: nil)).run(extracts: [path], output: store)
    return try PlacemarkEngine(database: store)
  }

  @Test("the side of the point is answered by both faces, and its houses belong to it")
  func sides() throws {
    let engine = try engine()
    for (letter, name) in [
      ("q", "West Bank"), ("r", "East Bank"), ("s", "West Quay"), ("t", "East Quay"), ("u", "Row"),
    ] {
      #expect(try streets(Character(letter), engine).prefix(2) == [name, name], "\(letter)")
    }
    let house = try engine.placemarks(for: PlacemarkQuery(coordinate: Coordinate(grid["h"])))[0]
    #expect(house.title == "2 West Bank" || house.title == "West Bank 2")
  }
}
