import Foundation
import Testing

extension EndToEnd {
  @Suite("geocode near") struct Near {
    @Test("tells what is around a point, from near to far")
    func street() throws {
      let village = try Village()
      let outcome = try village.program.run(["near", "47.1", "9.5", "--kind", "street", "--radius", "20000"])
      #expect(outcome.status == 0)
      #expect(outcome.output.contains("highway=") && outcome.output.contains("way/"))
      let json = try village.program.run(["near", "--format", "json", "--radius=20000", "47.1,9.5"]).output
      let object = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
      let things = try #require(object["things"] as? [[String: Any]])
      let meters = things.compactMap { $0["distanceMeters"] as? Double }
      #expect(!meters.isEmpty && meters == meters.sorted())
    }

    @Test("wrong words are told, and nothing found is exit 1")
    func wrong() throws {
      let home = try Village()
      let village = home.program
      let kind = try village.run(["near", "47.1", "9.5", "--kind", "amenity="])
      #expect(kind.status == 64 && kind.errors.contains("amenity=fuel"))
      #expect(try village.run(["near"]).status == 64)
      #expect(try village.run(["near", "47.1", "9.5", "--limit", "0"]).errors.contains("1 to 100"))
      let nothing = try village.run(["near", "47.1", "9.5", "--kind", "amenity=nowhere"])
      #expect(nothing.status == 1 && nothing.output.isEmpty && nothing.errors.contains("--radius"))
    }
  }
}
