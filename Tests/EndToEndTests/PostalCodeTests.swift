import Foundation
import GeoTestKit
import Testing

extension EndToEnd {
  @Suite("Tables of postal codes") struct PostalCodes {
    private let folder = TemporaryFolder()
    private static let row = "LI\t9490\tVaduz\t\t\t\t\t\t\t47.141\t9.521\t6\n"
    private static let area =
      #"{"type":"Feature","properties":{"plz":9485},"geometry":{"type":"Polygon","coordinates":[[[9.6,47.1],[9.7,47.1],[9.7,47.2],[9.6,47.2],[9.6,47.1]]]}}"#

    /// Imports a map that has only a country.
    private func imported(_ words: [String]) throws -> Outcome {
      let corners = [(47.0, 9.4), (47.0, 9.8), (47.3, 9.8), (47.3, 9.4)]
      let nodes = corners.enumerated().map { #"<node id="\#($0 + 1)" lat="\#($1.0)" lon="\#($1.1)"/>"# }.joined()
      let tags = [
        "type": "boundary", "boundary": "administrative", "admin_level": "2", "name": "Land", "ISO3166-1:alpha2": "LI",
      ].sorted { $0.key < $1.key }.map { #"<tag k="\#($0.key)" v="\#($0.value)"/>"# }.joined()
      let way = #"<way id="1"><nd ref="1"/><nd ref="2"/><nd ref="3"/><nd ref="4"/><nd ref="1"/></way>"#
      let relation = #"<relation id="1"><member type="way" ref="1" role="outer"/>\#(tags)</relation>"#
      let map = try folder.write("map.osm", Data("<osm version=\"0.6\">\(nodes)\(way)\(relation)</osm>".utf8))
      return try Program().run(
        ["import", "--quiet", "--no-world", map, "-o", folder.file("s.sqlite")] + words)
    }

    @Test("answers, the trace, what a store says of itself, and its words for the next import")
    func store() throws {
      let points = try folder.write("places.txt", Data((Self.row + "LI\t94\tX\t\t\t\t\t\t\t47.1\t9.5\t\n").utf8))
      let areas = try folder.write("zones.geojson", Data(Self.area.utf8))
      let made = try imported(["--postal-codes", points, areas, "--attribution", "Codes of the post"])
      #expect(made.status == 0, "\(made.errors)")
      let store = folder.file("s.sqlite")
      func code(_ words: String...) throws -> String {
        try Program().run(["--database", store, "--no-daemon", "--format", "json"] + words).output
      }
      #expect(try code("47.15", "9.55").contains(#""postalCode":"9490""#))
      #expect(try code("47.15", "9.65").contains(#""postalCode":"9485""#))
      #expect(try !code("47.29", "9.41").contains("postalCode"))
      #expect(try code("47.15", "9.55", "--explain").contains("table of postal codes places has the nearest place"))
      let info = try Program().run(["info", store]).output
      #expect(info.contains("Postal codes zones") && info.contains("1 areas, 1 used"))
      #expect(info.contains("2 rows, 1 used; 1 postal-code-invalid") && info.contains("Codes of the post"))
      let json = try Program().run(["info", store, "--format", "json"]).output
      #expect(json.contains(#""postalAreas":[{"name":"zones","rows":1,"used":1,"dropped":[]}]"#))
      #expect(json.contains(#""postalPoints":[{"name":"places","rows":2,"used":1"#))
      #expect(try Program().run(["check", store]).status == 0)
    }

    @Test("what is missing, foreign or superfluous is told, and an earlier store stays")
    func wrong() throws {
      let points = try folder.write("places.txt", Data(Self.row.utf8))
      #expect(try imported(["--postal-codes", points]).status == 0)
      let before = try Data(contentsOf: URL(fileURLWithPath: folder.file("s.sqlite")))
      let missing = try imported(["--postal-codes", folder.file("none.txt")])
      #expect(missing.status == 66 && missing.errors.contains("none.txt"))
      let empty = try imported(["--postal-codes", try folder.write("empty.txt", Data())])
      #expect(empty.status == 65 && empty.errors.contains("empty.txt"))
      let foreign = try imported(["--postal-codes", try folder.write("f.csv", Data("a,b\n1,2\n".utf8))])
      #expect(foreign.status == 65 && foreign.errors.contains("is not a table of postal codes that is known"))
      let cut = try imported(["--postal-codes", try folder.write("c.geojson", Data(Self.area.utf8.dropLast(9)))])
      #expect(cut.status == 65 && cut.errors.contains("c.geojson"))
      let property = try imported(["--postal-codes", points, "--postal-codes-property", "x"])
      #expect(property.status == 64 && property.errors.contains("leave it out"))
      let alone = try imported(["--postal-codes-property", "x"])
      #expect(alone.status == 64 && alone.errors.contains("name those with --postal-codes"))
      let extract = try imported(["--postal-codes", points, "other.osm.pbf"])
      #expect(extract.status == 64 && extract.errors.contains("give the extract other.osm.pbf before it"))
      #expect(try Data(contentsOf: URL(fileURLWithPath: folder.file("s.sqlite"))) == before)
    }
  }
}
