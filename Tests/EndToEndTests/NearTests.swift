import Foundation
import Testing

extension EndToEnd {
  @Suite("geocode near") struct Near {
    /// A street with a fuel pump beside it, 50 m north of the point 47.1, 9.5.
    private static let extract = """
      <osm version="0.6">
        <node id="1" lat="47.1" lon="9.499"/><node id="2" lat="47.1" lon="9.501"/>
        <node id="3" lat="47.10045" lon="9.5"><tag k="amenity" v="fuel"/><tag k="name" v="Pump"/></node>
        <way id="4"><nd ref="1"/><nd ref="2"/><tag k="highway" v="residential"/><tag k="name" v="Long Road"/></way>
      </osm>
      """

    @Test("tells what is around a point, from near to far")
    func things() throws {
      let village = try Village()
      let (extract, store) = (village.path + ".osm", village.path + ".near.sqlite")
      try Data(Near.extract.utf8).write(to: URL(fileURLWithPath: extract))
      #expect(try Program().run(["import", "--quiet", "--no-world", extract, "-o", store]).status == 0)
      let text = try Program().run(["near", "47.1", "9.5", "--database", store])
      #expect(text.status == 0)
      #expect(text.output.split(separator: "\n").map { $0.prefix(17) } == ["  here  Long Road", "50 m N  Pump · am"])
      let json = try Program().run(
        ["near", "--kind", "amenity=fuel", "--format", "json", "47.1,9.5", "--database", store])
      let object = try #require(try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
      let things = try #require(object["things"] as? [[String: Any]])
      #expect(things.map { $0["name"] as? String } == ["Pump"])
      #expect(things.first?["distanceMeters"] as? Double == 50)
      let nothing = try Program().run(["near", "47.1", "9.5", "--kind", "shop", "--database", store])
      #expect(nothing.status == 1 && nothing.output.isEmpty && nothing.errors.contains("no shop is within 1000 meters"))
    }

    @Test("wrong words are told, and a store without objects")
    func wrong() throws {
      let home = try Village()
      let village = home.program
      let kind = try village.run(["near", "47.1", "9.5", "--kind", "amenity="])
      #expect(kind.status == 64 && kind.errors.contains("amenity=fuel"))
      #expect(try village.run(["near"]).status == 64)
      #expect(try village.run(["near", "47.1", "9.5", "--limit", "0"]).errors.contains("1 to 100"))
      #expect(try village.run(["near", "47.1", "9.5", "--radius", "-5"]).errors.contains("more than 0"))
      #expect(try village.run(["near", "47.1", "9.5"]).errors.contains("--without-objects"))
    }
  }
}
