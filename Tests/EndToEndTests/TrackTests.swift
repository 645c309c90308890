import Foundation
import Testing

extension EndToEnd {
  @Suite("geocode track") struct Tracks {
    /// A street along the latitude 47.1, some 1.5 km long.
    private static let extract = """
      <osm version="0.6">
        <node id="1" lat="47.1" lon="9.49"/><node id="2" lat="47.1" lon="9.51"/>
        <node id="11" lat="47.2" lon="9.5"/><node id="12" lat="47.2" lon="9.5003"/>
        <node id="13" lat="47.2" lon="9.5006"/><node id="14" lat="47.2" lon="9.501"/>
        <way id="5"><nd ref="11"/><nd ref="12"/><nd ref="13"/><nd ref="14"/><tag k="highway" v="service"/></way>
        <way id="4"><nd ref="1"/><nd ref="2"/><tag k="highway" v="residential"/><tag k="name" v="Long, Road"/></way>
      </osm>
      """

    private let village: Village
    private let store: String

    init() throws {
      village = try Village()
      let extract = village.path + ".osm"
      store = village.path + ".track.sqlite"
      try Data(Tracks.extract.utf8).write(to: URL(fileURLWithPath: extract))
      #expect(try Program().run(["import", "--quiet", "--no-world", extract, "-o", store]).status == 0)
    }

    private func run(_ text: String, _ options: String...) throws -> Outcome {
      let file = village.path + ".track"
      try Data(text.utf8).write(to: URL(fileURLWithPath: file))
      return try Program().run(["track", file, "--database", store] + options)
    }

    /// Five points, 300 m apart.
    private static let ride = (0..<5).map { "a,2026-01-31T12:00:\($0)0Z,47.1001,\(9.492 + Double($0) * 0.004)\n" }

    @Test("prints a row for each row, with its place on the road")
    func rows() throws {
      let text = "car,time,lat,lon\n" + Tracks.ride.joined() + "a,noon,47.1,9.5\nb,2026-01-31T12:00:00Z,47.1001,9.5\n"
      let outcome = try run(text, "--vehicle", "car")
      #expect(outcome.status == 0 && outcome.errors.isEmpty)
      let lines = outcome.output.split(separator: "\n")
      #expect(
        lines.first
          == "vehicle,time,latitude,longitude,matched_latitude,matched_longitude,way,distance_along,street,status")
      #expect(lines.count == 8)
      #expect(lines[1] == "a,2026-01-31T12:00:00Z,47.1001,9.492,47.1,9.492,4,0.0,\"Long, Road\",ok")
      #expect(lines.contains("a,noon,47.1,9.5,,,,,,bad_time"))
      #expect(lines.contains { $0.hasPrefix("b,") && $0.hasSuffix(",4,0.0,\"Long, Road\",ok") })
    }

    @Test("a table keeps its rows in their order, and gets the road of each behind its address")
    func table() throws {
      let file = village.path + ".fleet.csv"
      let ride = Tracks.ride.map { $0.dropLast() + ",\"x, y\"\r\n" }
      let text =
        "car,time,lat,lon,note\r\n" + ride[0] + "b,2026-01-31T12:00:00Z,47.1001,9.5,\r\n\r\n" + ride[1...].joined()
        + "a,noon,47.1,9.5\r\nb,,,9.5,\r\n"
      try Data(text.utf8).write(to: URL(fileURLWithPath: file))
      func table(_ options: String...) throws -> Outcome {
        try Program().run(["csv", "--database", store, "--columns", "street", "-q"] + options)
      }
      let outcome = try table(file, "--track", "car")
      #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
      let lines = outcome.output.components(separatedBy: "\r\n")
      #expect(
        lines[0] == "car,time,lat,lon,note,street,status,matched_latitude,matched_longitude,matched_way,"
          + "matched_street,distance_along,track_status")
      #expect(lines[1] == ride[0].dropLast() + ",\"Long, Road\",ok,47.1,9.492,way/4,\"Long, Road\",0,ok")
      #expect(lines[2] == "b,2026-01-31T12:00:00Z,47.1001,9.5,,\"Long, Road\",ok,47.1,9.5,way/4,\"Long, Road\",0,ok")
      #expect(lines[3].isEmpty && lines[4].hasSuffix(",47.1,9.496,way/4,\"Long, Road\",302.8,ok"), "\(lines[4])")
      #expect(lines[8] == "a,noon,47.1,9.5,,\"Long, Road\",ok,,,,,,bad_time")
      #expect(lines[9] == "b,,,9.5,,,missing_coordinate,,,,,,bad_coordinate")
      // The same in pieces, from a compressed file, and with only some rows.
      #expect(try table(file, "--track", "car", "--jobs", "1").output == outcome.output)
      #expect(
        try table(file, "--track", "car", "--limit-rows", "1").output == lines[...1].joined(separator: "\r\n") + "\r\n")
      for (wrong, status) in [
        (["--track", "lorry"], Int32(64)), (["--time", "time"], 64), (["--track", "car", "--profile", "x"], 64),
      ] {
        #expect(try Program().run(["csv", file, "--database", store] + wrong).status == status)
      }
      let arguments = ["csv", "--track", "car", "--database", store, "--columns", "street", "-q"]
      #expect(try Program().run(arguments, input: text).output == outcome.output)
      #expect(try Program().run(arguments + ["/dev/null"]).errors.contains("twice"))
    }

    @Test("a map shows the roads of a track, and says what became of the rows that it does not show")
    func map() throws {
      let file = village.path + ".ride.csv"
      try Data(("car,time,lat,lon\n" + Tracks.ride.joined() + "a,noon,47.1,9.5\n").utf8)
        .write(to: URL(fileURLWithPath: file))
      func draw(_ options: String...) throws -> Outcome {
        try Program().run(["map", "--format", "svg", "--style", "none", "--database", store, "-o", "-"] + options)
      }
      let track = try draw("--track", file)
      #expect(track.status == 0 && !track.errors.contains("--profile"), "\(track.errors)")
      #expect(track.errors.contains("of 6 rows these are not shown: 1 bad_time"))
      // The road is at 47.1, and the rows are 11 m beside it.
      let places = (0..<5).map { "47.1,\(9.492 + Double($0) * 0.004)" }
      #expect(track.output == (try draw("--path", places.joined(separator: ";"))).output)
      #expect(try draw("--gpx", file).status == 65)
      try Data(("when,y,x\n" + "2026-01-31T12:00:00Z,47.1001,9.5\n2026-01-31T12:00:09Z,48,9.5\n").utf8)
        .write(to: URL(fileURLWithPath: file))
      let point = try draw("--track", file, "--time", "when", "--latitude", "y", "--longitude", "x")
      #expect(point.status == 0 && point.errors.contains("these are not shown: 1 no_road; --profile walking"))
      #expect(!point.errors.contains("no column has times") && point.output.contains("<svg"))
      #expect(try draw("--marker", "47.1,9.5", "--time", "when").status == 64)
      for (wrong, status) in [("/nowhere.gpx", Int32(66)), (store, 65)] {
        #expect(try draw("--track", wrong).status == status)
      }
    }

    @Test("prints JSON and a line of GeoJSON, of GPX, too")
    func formats() throws {
      let points = (0..<5).map { "<trkpt lat=\"47.1001\" lon=\"\(9.492 + Double($0) * 0.004)\"/>" }
      let gpx = "<gpx><trk><trkseg>\(points.joined())</trkseg></trk></gpx>"
      let json = try run(gpx, "--format", "json").output.split(separator: "\n")
      let object = try #require(try JSONSerialization.jsonObject(with: Data(json[1].utf8)) as? [String: Any])
      #expect(json.count == 5 && object["street"] as? String == "Long, Road" && object["way"] as? Int == 4)
      let line = try run(gpx, "--format", "geojson").output
      let collection = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      let features = try #require(collection["features"] as? [[String: Any]])
      let geometry = try #require(features.first?["geometry"] as? [String: Any])
      #expect(features.count == 1 && (geometry["coordinates"] as? [[Double]])?.count == 5)
    }

    @Test("a line of rows a few meters apart runs forward, also over vertices and on a road without a name")
    func forward() throws {
      let rows = (0..<26).map { "2026-01-31T12:00:\($0 + 10)Z,47.20001,\(9.50001 + Double($0) * 0.00003)\n" }
      let line = try run("time,lat,lon\n" + rows.joined(), "--format", "geojson").output
      let collection = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      let features = try #require(collection["features"] as? [[String: Any]])
      let geometry = try #require(features.first?["geometry"] as? [String: Any])
      let longitudes = try #require(geometry["coordinates"] as? [[Double]]).map { $0[0] }
      #expect(features.count == 1 && longitudes == longitudes.sorted() && longitudes.contains(9.5003))
    }

    @Test("prints the places where somebody stayed")
    func stops() throws {
      let stay = (0..<13).map { "2026-01-31T12:\($0 + 10):00Z,47.1001,9.5\n" }
      let outcome = try run("time,lat,lon\n" + stay.joined(), "--stops")
      #expect(outcome.output.split(separator: "\n").count == 2)
      #expect(
        outcome.output.hasPrefix("time,seconds,latitude,longitude,place,stop\n2026-01-31T12:10:00Z,720,47.1001,9.5,"))
      #expect(outcome.output.hasSuffix("\"stop 12 min at Long, Road\"\n"))
    }

    @Test("vehicles keep their names, and what stands before the end of a cut file is a track")
    func nothingLost() throws {
      let quoted = try run("car,time,lat,lon\n\"a \"\"b\"\"\",5,47.1001,9.5\n", "--vehicle", "car")
      #expect(quoted.output.split(separator: "\n").last?.hasPrefix("\"a \"\"b\"\"\",5,47.1001,9.5,47.1,9.5,4,") == true)
      let cut = try run("<gpx><trk><trkseg><trkpt lat=\"47.1001\" lon=\"9.5\"/><trkpt lat=\"47.1\" lo")
      #expect(cut.status == 65 && !cut.errors.isEmpty)
      #expect(
        cut.output.split(separator: "\n").last?.hasPrefix(",47.1001,9.5,47.1,9.5,4,0.0,") == true, "\(cut.output)")
    }

    @Test("empty files give no rows, and what is wrong is told")
    func wrong() throws {
      #expect(try run("").status == 0 && run("time,lat,lon\n").output.split(separator: "\n").count == 1)
      #expect(try run("lat,lon\n1,2\n", "--vehicle", "truck").status == 64)
      #expect(try run("{\"lat\":1,\"lon\":2}\n").status == 65)
      #expect(try run("lat,lon\n1,2\n", "--stops", "--stop-minutes", "0").status == 64)
      let alone = try run("lat,lon\n1,2\n", "--stop-minutes", "3")
      #expect(alone.status == 64 && alone.errors.contains("--stop-minutes needs --stops"))
      #expect(try run("lat,lon\n1,2\n", "--format", "geojson", "--stops").status == 64)
      #expect(try Program().run(["track", "/nonexistent", "--database", store]).status == 66)
      let without = try village.program.run(["track", village.path + ".track"])
      #expect(without.status != 0 && without.errors.contains("--without-objects"))
    }
  }
}
