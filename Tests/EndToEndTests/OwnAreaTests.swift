import Foundation
import GeoTestKit
import Testing

extension EndToEnd {
  @Suite("Areas of one's own") struct OwnAreas {
    private let village: Village
    private let folder = TemporaryFolder()

    init() throws { village = try Village() }

    /// Writes two areas around the village and a point, which is not an area.
    private func write(_ first: String) throws -> String {
      func area(_ name: String, _ reach: Double) -> String {
        let (west, south, east, north) = (9.5 - reach, 47.1 - reach, 9.5 + reach, 47.1 + reach)
        return
          #"{"type":"Feature","id":7,"properties":{"title":"\#(name)","fee":2.5},"geometry":{"type":"Polygon","coordinates":[[[\#(west),\#(south)],[\#(east),\#(south)],[\#(east),\#(north)],[\#(west),\#(north)],[\#(west),\#(south)]]]}}"#
      }
      let point = #"{"type":"Feature","properties":{"title":"P"},"geometry":{"type":"Point","coordinates":[9.5,47.1]}}"#
      let text = #"{"type":"FeatureCollection","features":[\#(area("wide", 0.5)),\#(area(first, 0.05)),\#(point)]}"#
      return try folder.write("zones.geojson", Data(text.utf8))
    }

    private var corner: [String] { Village.corner.split(separator: " ").map(String.init) }

    @Test("a table gets a column for the file's layer; what is no area is told")
    func table() throws {
      let zones = try write("near")
      let table = try folder.write(
        "points.csv", Data("lat,lon\n\(Village.corner.replacing(" ", with: ","))\n47.4,9.8\n10,10\n".utf8))
      let run = try Program().run([
        "csv", table, "--database", village.path, "--areas", "zones=\(zones)", "--areas-name", "title", "--columns",
        "city",
      ])
      #expect(run.status == 0, "\(run.errors)")
      #expect(run.output.hasPrefix("lat,lon,city,zones,status\n"))
      #expect(run.output.contains(",Musterdorf,near; wide,ok\n"))
      #expect(run.errors.contains("1 of 3 features are left out") && run.errors.contains("it is a Point, not an area"))
      func template(_ text: String) throws -> Outcome {
        try Program().run([
          "csv", table, "--database", village.path, "--areas", "zones=\(zones)", "--areas-name", "title", "--template",
          text,
        ])
      }
      let composed = try template("{city}: {zones}")
      #expect(composed.status == 0 && composed.output.hasPrefix("lat,lon,label,status\n"), "\(composed.errors)")
      #expect(composed.output.contains(",Musterdorf: near; wide,ok\n"))
      let other = try template("{zonse}")
      #expect(other.status == 64 && other.errors.contains("--template: there is no column \"zonse\""))
      #expect(other.errors.contains("Did you mean 'zones'?"))
      let wrong = try Program().run(["csv", table, "--database", village.path, "--columns", "city,zones"])
      #expect(wrong.status == 64 && wrong.errors.contains("there is no column \"zones\""))
    }

    @Test("a store has the layers that it was imported with, and a broken file leaves it whole")
    func store() throws {
      let (zones, extract, store) = (try write("near"), village.path + ".osm", village.path + ".zones.sqlite")
      try Data(
        #"<osm version="0.6"><node id="1" lat="47.1" lon="9.5"><tag k="place" v="town"/><tag k="name" v="Town"/></node></osm>"#
          .utf8
      )
      .write(to: URL(fileURLWithPath: extract))
      let made = try Program().run([
        "import", "--quiet", "--no-world", extract, "--areas", "z=\(zones)", "--areas-name", "title",
        "--areas-properties", "fee",
        "-o", store,
      ])
      #expect(made.status == 0, "\(made.errors)")
      let text = try Program().run(["--database", store, "--layers", "z", "47.1", "9.5"])
      #expect(text.output.hasSuffix("\nLayers\n  z  near; wide\n"), "\(text.output)")
      let json = try Program().run(["--database", store, "--layers", "all", "--format", "json", "47.1", "9.5"])
      #expect(
        json.output.contains(
          #""layers":{"z":[{"name":"near","id":"7","properties":{"fee":2.5}},{"name":"wide","id":"7","properties":{"fee":2.5}}]}"#
        ))
      let info = try Program().run(["info", store])
      #expect(info.output.contains("Layer z") && info.output.contains("3 features, 2 used; 1 not-an-area"))
      let unknown = try Program().run(["--database", store, "--layers", "zone", "47.1", "9.5"])
      #expect(unknown.status == 64 && unknown.errors.contains("there is no layer 'zone'; there are: z"))
      let broken = try folder.write("broken.geojson", Data("{\"type\":".utf8))
      let refused = try Program().run(["import", "--quiet", extract, "--areas", "z=\(broken)", "-o", store])
      #expect(refused.status == 65 && refused.errors.contains("broken.geojson"))
      #expect(try Program().run(["--database", store, "--layers", "z", "47.1", "9.5"]).status == 0)
      #expect(try Program().run(["check", store]).status == 0)
    }

    @Test("pictures show those of a file and of a store")
    func pictures() throws {
      let (zones, store) = (try write("near"), village.path + ".map-zones.sqlite")
      let extract = try folder.write(
        "a.osm",
        Data(#"<osm version="0.6"><node id="1" lat="47.1" lon="9.5"><tag k="place" v="town"/></node></osm>"#.utf8))
      let made = try Program().run([
        "import", "--quiet", "--no-world", extract, "--areas", "z=\(zones)", "--areas-name", "title", "-o", store,
      ])
      #expect(made.status == 0, "\(made.errors)")
      var pictures: [Data] = []
      for words in [["--center", "47.1,9.5"], ["--layers", "z"], ["--layers", "all"], ["--areas", "z2=\(zones)"]] {
        let picture = folder.file("a.png")
        let run = try village.program.run(["map", "--database", store, "--size", "200x200", "-o", picture] + words)
        #expect(run.status == 0, "\(run.errors)")
        pictures.append(try Data(contentsOf: URL(fileURLWithPath: picture)))
      }
      #expect(pictures[0] != pictures[1] && pictures[1] == pictures[2] && pictures[2] == pictures[3])
      func refused(_ words: [String]) throws -> Outcome {
        try village.program.run(["map", "--database", store, "-o", folder.file("b.png")] + words)
      }
      let unknown = try refused(["--layers", "zone"])
      #expect(unknown.status == 64 && unknown.errors.contains("there is no layer 'zone'; there are: z"))
      let none = try refused(["--layers", ","])
      #expect(none.status == 64 && none.errors.contains("--layers names no layer"))
      let missing = try refused(["--areas", "z=\(folder.file("missing.geojson"))"])
      #expect(missing.status == 66, "\(missing.errors)")
    }

    @Test("a daemon tells them, follows the file, and goes on with the old one when the new one is broken")
    func daemon() throws {
      let zones = try write("near")
      let socket = folder.file("s")
      let running = try village.serve(at: socket, ["--areas", "zones=\(zones)", "--areas-name", "title"])
      func ask() throws -> String { try Program().run(["--socket", socket, "--layers", "zones"] + corner).output }
      #expect(try ask().hasSuffix("\n  zones  near; wide\n"))
      _ = try write("nearer")
      try running.wait { (try? ask())?.hasSuffix("\n  zones  nearer; wide\n") == true }
      _ = try folder.write("zones.geojson", Data("{\"type\":\"FeatureCollection\",\"features\":[".utf8))
      try running.wait { running.errorsSoFar.contains("areas of one's own cannot be used") }
      #expect(try ask().hasSuffix("\n  zones  nearer; wide\n"))
      let watch = try Program().run(
        ["watch", "--socket", socket, "--layers", "zones", "--format", "text"], input: "\(Village.corner)\n47.4 9.8\n")
      #expect(watch.output.contains("entered zones nearer\nentered zones wide\n"), "\(watch.output)")
      running.send(SIGTERM)
      #expect(try running.end().status == 0)
      let broken = try Program("geocoded").run([
        "--database", village.path, "--socket", socket, "--areas", "zones=\(zones)",
      ])
      #expect(broken.status == 65 && broken.errors.contains("zones.geojson"))
    }
  }
}
