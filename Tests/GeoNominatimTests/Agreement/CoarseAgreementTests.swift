import GeoEngine
import GeoImport
import GeoModel
import GeoTestKit
import OSMFile
import Testing

@testable import GeoNominatim

@Suite("Placemark and /reverse agree on cities of the world layer")
struct CoarseAgreementTests {
  /// A country and a city that fill the drawing, both of the world layer; a street and a village of the extract.
  private let grid = Grid(
    """
    A . . . . . . . . . . . . . . . . . . B
    . . . . . . . . . . . . . . i . j . . .
    . . C . . . . . . . . . . . . . w . D .
    . . . . . . . . . . . . . . l . k . . .
    H . . . . . . . . . . . . . . . . . . G
    """, unitMeters: 250)

  private func nodes(_ letters: String, _ tags: [Character: [String: String]] = [:]) -> [OSMNode] {
    letters.map { OSMNode(id: id($0), x: grid[$0].x, y: grid[$0].y, tags: tags[$0] ?? [:]) }
  }

  private func id(_ letter: Character) -> Int64 { Int64(letter.unicodeScalars.first!.value) }

  /// Compares both APIs at points all over the drawing.
  ///
  /// - Parameters:
  ///   - unit: the tags of the world layer's unit for the city.
  ///   - isAtSea: whether the world layer has only sea; the village then has a boundary and a short street.
  private func comparison(unit: [String: String], isAtSea: Bool = false) throws -> FaceComparison {
    let folder = TemporaryFolder()
    let (world, extract, store) = (folder.file("w.osm.pbf"), folder.file("e.osm.pbf"), folder.file("t.sqlite"))
    let land = ["admin_level": "2", "name": "Land", "ISO3166-1:alpha2": "US"]
    try OSMFileWriter.write(
      path: world, nodes: nodes("ABGH"), ways: [OSMWay(id: 1, refs: "ABGHA".map(id), tags: [:])],
      relations: [
        relation(1, land), relation(2, unit.merging(["name": "City", "is_in:country_code": "US"]) { $1 }),
        relation(3, isAtSea ? ["place": "sea", "name": "Sea"] : [:]),
      ])
    try OSMFileWriter.write(
      path: extract, nodes: nodes("CDijklw", ["w": ["place": "village", "name": "Village"]]),
      ways: [
        OSMWay(id: 1, refs: "ijkli".map(id), tags: [:]),
        OSMWay(id: 2, refs: (isAtSea ? "kl" : "CD").map(id), tags: ["highway": "residential", "name": "Street"]),
      ],
      relations: isAtSea ? [relation(1, ["admin_level": "8", "name": "Village"])] : [])
    _ = try Importer(ImportOptions(threads: 1, worldLayer: world)).run(extracts: [extract], output: store)
    var comparison = FaceComparison(engine: try PlacemarkEngine(database: store))
    let (corner, end) = (grid["A"], grid["G"])
    for step in 1..<60 {
      for row in 1..<4 {
        let x = corner.x + Int32(step) * ((end.x - corner.x) / 60)
        try comparison.compare(at: Coordinate(FixedPoint(x: x, y: end.y + Int32(row) * ((corner.y - end.y) / 4))))
      }
    }
    return comparison
  }

  private func relation(_ id: Int64, _ tags: [String: String]) -> OSMRelation {
    let kind = tags["admin_level"] == nil ? [:] : ["boundary": "administrative"]
    return OSMRelation(
      id: id, members: [OSMMember(.way, 1, role: "outer")],
      tags: tags.merging(kind) { $1 }.merging(["type": "boundary"]) { $1 })
  }

  @Test("where a village of the extract is too far to be the city, and yet within reach")
  func city() throws {
    let comparison = try comparison(unit: ["place": "city", "ISO3166-2": "US-DC"])
    #expect(comparison.disagreements.prefix(5) == [])
    #expect(comparison.accounted == [:])
  }

  @Test("where a village's boundary ends at the coast, and nothing is near but the village")
  func coast() throws {
    let comparison = try comparison(unit: ["place": "city", "ISO3166-2": "US-DC"], isAtSea: true)
    #expect(comparison.disagreements.prefix(5) == [])
  }

  @Test("where it is a municipality")
  func municipality() throws {
    let comparison = try comparison(unit: ["admin_level": "8", "ISO3166-2": "US-38"])
    #expect(comparison.disagreements.prefix(5) == [])
  }
}
