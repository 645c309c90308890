import Foundation
import Testing

extension EndToEnd {
  @Suite("geocode info") struct Info {
    @Test("is golden as text")
    func text() throws {
      let village = try Village()
      let outcome = try village.program.run("info")
      #expect(outcome.status == 0)
      let text = outcome.output.replacingOccurrences(of: village.path, with: "PATH")
      try Golden.expect(text, is: "info.txt")
    }

    @Test("takes the store as an argument, as 'geocode check' does, but not twice")
    func argument() throws {
      let village = try Village()
      #expect(try Program().run(["info", village.path]).output == village.program.run("info").output)
      let twice = try Program().run(["info", village.path, "--database", village.path])
      #expect(twice.status == 64 && twice.errors.contains("give one store"))
    }

    @Test("tells the same as JSON")
    func json() throws {
      let village = try Village()
      let output = try Program().run(["info", "--format", "json", "--database", village.path]).output
      let object = try #require(try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any])
      #expect(object["database"] as? String == village.path)
      #expect(object["dataDate"] as? String == "2022-12-15T21:21:57Z")
      #expect(object["extracts"] as? [String] == ["musterdorf.osm.pbf"])
      #expect((object["attribution"] as? [String])?.first?.contains("OpenStreetMap") == true)
      let counts = try #require(object["counts"] as? [String: Int])
      #expect(counts["street"] == 1)
    }
  }
}
