import Foundation
import GeoTestKit
import Testing

extension EndToEnd {
  @Suite("Maps") struct Maps {
    private let village: Village
    private let folder = TemporaryFolder()

    init() throws { village = try Village() }

    private func run(_ arguments: String...) throws -> Outcome { try village.program.run(["map"] + arguments) }

    /// Width and height of a PNG file.
    private func size(_ name: String) throws -> [Int] {
      let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder.file(name))))
      try #require(bytes.count > 33 && bytes[1...3].elementsEqual("PNG".utf8))
      return [16, 20].map { start in bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) } }
    }

    private static let point = Village.corner.split(separator: " ").map(String.init)

    @Test("an answer as PNG, SVG and PDF, in any size")
    func formats() throws {
      let words = Maps.point
      let png = try run(words[0], words[1], "-o", folder.file("a.png"), "--size", "300x200", "--scale", "2")
      #expect(png.status == 0 && png.output.isEmpty, "\(png.errors)")
      #expect(try size("a.png") == [600, 400])
      #expect(try run(words[0], words[1], "--explain", "--dark", "-o", folder.file("a.svg")).status == 0)
      let svg = try String(contentsOfFile: folder.file("a.svg"), encoding: .utf8)
      // The SVG has paths and letters, and no embedded picture.
      #expect(svg.contains("<svg") && svg.contains("<path") && !svg.contains("<image"))
      #expect(try run(words[0], words[1], "--format", "pdf", "-o", folder.file("a")).status == 0)
      #expect(try Data(contentsOf: URL(fileURLWithPath: folder.file("a"))).starts(with: Data("%PDF".utf8)))
    }

    @Test("a full disk behind standard output is told in the words of all programs; who stops reading gets no error")
    func standardOutput() throws {
      let picture = ["map"] + Maps.point + ["-o", "-", "--size", "300x200"]
      let full = try village.program.run(picture, outputPath: "/dev/full")
      #expect(full.status == 74)
      #expect(full.errors == "Error: cannot write to standard output: No space left on device: free some space\n")
      let shell = Program(path: "/bin/bash", environment: village.program.environment)
      let command = ([village.program.path] + picture).joined(separator: " ")
      let begun = try shell.run(["-o", "pipefail", "-c", "\(command) --format svg | head -c 5"])
      #expect(begun.status == 0 && begun.output == "<?xml" && begun.errors == "", "\(begun.errors)")
    }

    @Test("files and markers, with the region of what they show")
    func files() throws {
      let geojson = folder.file("a.geojson"), gpx = folder.file("a.gpx")
      try Data(
        """
        {"type":"Feature","properties":{"title":"Way","stroke":"#ff0000"},"geometry":{"type":"LineString",
        "coordinates":[[9.5,47.1],[9.502,47.101]]}}
        """.utf8
      ).write(to: URL(fileURLWithPath: geojson))
      try Data(
        """
        <?xml version="1.0"?><!-- a ride --><gpx version="1.1"><wpt lat="47.1001" lon="9.5001"><name>A &amp; B</name></wpt>
        <trk><trkseg><trkpt lat="47.1" lon="9.5"/><trkpt lat="47.101" lon="9.501"><ele>460</ele></trkpt></trkseg></trk></gpx>
        """.utf8
      ).write(to: URL(fileURLWithPath: gpx))
      let outcome = try run(
        "--geojson", geojson, "--gpx", gpx, "--marker", "47.1005,9.5005,Here,green", "-o", folder.file("b.png"),
        "--size", "200x200")
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(try size("b.png") == [200, 200])
      let drawn = try run(
        "--path", "47.1,9.5;47.101,9.501;red", "--circle", "47.1,9.5,50", "--center", "47.1,9.5", "--callout",
        "--marker",
        "47.1,9.5,Start", "-o", folder.file("c.png"))
      #expect(drawn.status == 0, "\(drawn.errors)")
      #expect(try size("c.png") == [800, 600])
    }

    @Test("what is wrong is told with its place, and the old picture stays")
    func badInput() throws {
      let picture = folder.file("old.png")
      try Data("old".utf8).write(to: URL(fileURLWithPath: picture))
      let broken = folder.file("broken.gpx"), list = folder.file("list.json")
      try Data("<gpx>\n<trk><trkseg>\n<trkpt lat=\"91\" lon=\"9\"/></trkseg></trk></gpx>".utf8)
        .write(to: URL(fileURLWithPath: broken))
      try Data("{\"type\":\"Point\",\n\"coordinates\":[9,\"x\"]}".utf8).write(to: URL(fileURLWithPath: list))
      let table = folder.file("table.csv")
      try Data("lat,lon\n47.1,9.5\n".utf8).write(to: URL(fileURLWithPath: table))
      for (arguments, status, words) in [
        (["--gpx", broken], Int32(65), ["line 3", "91"]),
        (["--geojson", list], 65, ["\(list) is not valid GeoJSON: ", "line 2"]),
        (["--geojson", broken], 65, ["This is XML: give GPX with --gpx."]),
        (["--geojson", table], 65, ["Of a table whose columns are called lon and lat this makes GeoJSON: ogr2ogr"]),
        (["--gpx", folder.file("none.gpx")], 66, ["none.gpx"]),
        (["--marker", "north"], 64, ["north"]),
        (["--size", "9x0", "1", "2"], 64, ["9x0", "each from 1 to 4096"]),
        (["--scale", "5", "1", "2"], 64, ["1 to 4"]),
        (["--region", "1,2,3", "1", "2"], 64, ["1,2,3", "south,west,north,east"]),
        (["--region", "1,2,3,4", "--center", "1,2"], 64, ["leave level and center out"]),
        (["--circle", "1,2"], 64, ["latitude,longitude,meters"]), (["--path", "1,2"], 64, ["two points"]),
        (["--marker", "1,2,A,greenish"], 64, ["greenish", "#rrggbb"]), (["--level", "22", "1", "2"], 64, ["0 to 21"]),
        (["--levls", "5", "1", "2"], 64, ["--level"]),
        (["91", "2"], 64, ["latitude 91"]),
        ([], 64, ["nothing to show"]),
      ] {
        let outcome = try village.program.run(["map"] + arguments + ["-o", picture])
        #expect(outcome.status == status, "\(arguments): \(outcome.errors)")
        for word in words { #expect(outcome.errors.contains(word), "\(arguments): \(outcome.errors)") }
        #expect(try String(contentsOfFile: picture, encoding: .utf8) == "old")
      }
      let nowhere = try run("1", "2", "-o", folder.file("no/such/a.png"))
      #expect(nowhere.status == 73 && nowhere.errors.contains("no/such/a.png"))
      #expect(try run("1", "2", "-o", "picture").errors.contains(".png, .svg or .pdf"))
    }

    @Test("terminals get the picture in their own words", arguments: ["kitty", "iterm2", "sixel"])
    func terminals(name: String) throws {
      var program = village.program
      program.environment["GEOCODE_TERMINAL"] = name
      let outcome = try program.run(["map"] + Maps.point + ["--show", "--size", "40x30"])
      #expect(outcome.status == 0, "\(outcome.errors)")
      let start = ["kitty": "\u{1B}_Ga=T,f=100", "iterm2": "\u{1B}]1337;File=inline=1", "sixel": "\u{1B}Pq\"1;1;40;30"]
      #expect(outcome.output.hasPrefix(start[name] ?? "?"))
      #expect(try run("1", "2", "--show").errors.contains("not known to show pictures"))
    }

    @Test("help is that of the other program, and its absence is told")
    func help() throws {
      let help = try run("--help")
      #expect(help.status == 0 && help.output.contains("geocode map [options]"))
      #expect(try village.program.run("help map").output == help.output)
      let alone = folder.file("geocode")
      try FileManager.default.copyItem(atPath: village.program.path, toPath: alone)
      let outcome = try Program(path: alone, environment: village.program.environment).run(["map", "1", "2"])
      #expect(outcome.status == 66 && outcome.errors.contains("geocode-map") && outcome.errors.contains("install.sh"))
    }
  }
}
