import Foundation
import GeoTestKit
import Testing

extension EndToEnd {
  @Suite("The map as a file of tiles") struct MapExport {
    private let village: Village
    private let folder = TemporaryFolder()

    init() throws { village = try Village() }

    /// Writes a file and returns its path.
    private func export(_ name: String, _ arguments: String...) throws -> String {
      let outcome = try village.program.run(["map", "--export", folder.file(name)] + arguments)
      #expect(outcome.status == 0 && outcome.output.isEmpty, "\(outcome.errors)")
      return folder.file(name)
    }

    private var files: [String] {
      get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }
    }

    @Test(
      "ids are those of the specification",
      arguments: [
        (TilePlace(z: 0, x: 0, y: 0), 0), (TilePlace(z: 1, x: 0, y: 0), 1), (TilePlace(z: 1, x: 0, y: 1), 2),
        (TilePlace(z: 1, x: 1, y: 1), 3), (TilePlace(z: 1, x: 1, y: 0), 4), (TilePlace(z: 2, x: 0, y: 0), 5),
        (TilePlace(z: 12, x: 3_423, y: 1_763), 19_078_479),
      ])
    func ids(place: TilePlace, id: Int) { #expect(PMTilesReader.id(place) == UInt64(id)) }

    @Test("both formats have the same vector tiles, each with something in it")
    func vector() throws {
      let packed = try PMTilesReader(path: export("a.pmtiles", "--levels", "0-16"))
      let table = try MBTilesReader(path: export("a.mbtiles", "--levels", "0-16", "--quiet"))
      #expect(packed.tiles.count == table.tiles.count && packed.tiles.count >= 17)
      for (place, bytes) in table.tiles {
        #expect(packed[place] == bytes, "\(place)")
        // In a tile's message, layers are field 3.
        #expect(try gunzip(bytes).first == 0x1A, "\(place)")
      }
      #expect(Set(table.tiles.keys.map(\.z)) == Set(0...16))
      // The column and row of the only house, whose number appears at level 16 alone.
      let house = table.tiles.filter {
        String(decoding: (try? gunzip($0.value)) ?? [], as: UTF8.self).contains("house_number")
      }
      #expect(
        !house.isEmpty && house.keys.allSatisfy { $0.z == 16 && (34_497...34_498).contains($0.x) }, "\(house.keys)")

      // The counts, the flag for tiles in the order of their ids, gzip twice, MVT, and the levels.
      #expect(packed.numbers[8] == packed.tiles.count && packed.numbers[9] == packed.runs.count)
      #expect(packed.numbers[10] == Set(packed.tiles.values).count)
      #expect((96...101).map(packed.byte) == [1, 2, 2, 1, 0, 16])
      let starts = packed.tiles.sorted { $0.key < $1.key }.map(\.value.lowerBound)
      #expect(starts.first == packed.numbers[6])
      let edges = [102, 106, 110, 114].map(packed.degrees)
      #expect(edges[0] < 9.5008 && edges[2] > 9.5007 && edges[1] < 47.1004 && edges[3] > 47.1003, "\(edges)")

      let layers = "\"vector_layers\":[{\"id\":\"earth\""
      let metadata = try packed.metadata
      #expect(metadata.contains(layers) && metadata.contains("OpenStreetMap contributors"), "\(metadata)")
      #expect(table.metadata["json"]?.contains(layers) == true)
      #expect(
        table.metadata["format"] == "pbf" && table.metadata["minzoom"] == "0" && table.metadata["maxzoom"] == "16")
      let bounds = table.metadata["bounds"]?.split(separator: ",").compactMap { Double($0) } ?? []
      #expect(bounds.count == 4 && zip(bounds, edges).allSatisfy { abs($0 - $1) < 1e-5 }, "\(bounds)")
      #expect(table.metadata["description"] == "Map of musterdorf.osm.pbf, as of 2022-12-15")
      #expect(try files == ["a.mbtiles", "a.pmtiles"])
    }

    @Test("tiles that are alike are stored once, and many entries go into leaf directories")
    func leaves() throws {
      // A row of tiles far from the village with only land. The Hilbert curve enters and leaves it repeatedly.
      let path = try export("a.pmtiles", "--region", "-47.1001,-180,-47.1,90", "--levels", "14")
      let file = try PMTilesReader(path: path)
      #expect(file.leafCount >= 2 && file.runs.count > 4_096 && file.runs.contains { $0 > 1 })
      #expect(file.numbers[8] == file.tiles.count && file.numbers[9] == file.runs.count && file.numbers[10] == 1)
      #expect(Set(file.tiles.values).count == 1 && file.tiles.count == file.runs.reduce(0, +))
      #expect(file.tiles.count % 12_288 == 0)
    }

    @Test("raster tiles are pictures, larger for dense screens")
    func raster() throws {
      let table = try MBTilesReader(
        path: export("a.mbtiles", "--tiles", "raster", "--levels", "12-13", "--scale", "2", "--dark"))
      #expect(Set(table.tiles.keys.map(\.z)) == [12, 13] && table.metadata["format"] == "png")
      #expect(table.metadata["json"] == nil)
      let file = try PMTilesReader(
        path: export("a.pmtiles", "--tiles", "raster", "--levels", "12-13", "--scale", "2", "--dark"))
      #expect((97...101).map(file.byte) == [2, 1, 2, 12, 13])
      for (place, bytes) in table.tiles {
        #expect(bytes[1...3].elementsEqual("PNG".utf8) && bytes[16..<20].elementsEqual([0, 0, 2, 0]), "\(place)")
        #expect(file[place] == bytes)
      }
    }

    @Test("a region across the antimeridian has tiles of both sides")
    func antimeridian() throws {
      let table = try MBTilesReader(path: export("a.mbtiles", "--region", "-18,179,-17,-179", "--levels", "0-6"))
      #expect(Set(table.tiles.keys.filter { $0.z == 6 }.map(\.x)) == [0, 63])
      #expect(table.tiles.keys.filter { $0.z == 0 }.count == 1)
      #expect(table.metadata["bounds"]?.hasPrefix("-180.000000,-18.000000,180.000000,-17") == true)
      // Viewers begin in the middle of the region, on either side.
      for (region, center) in [
        ("-20,177,-15,-178", "179.500000,-17.500000,6"), ("-20,178,-15,-177", "-179.500000,-17.500000,6"),
      ] {
        let table = try MBTilesReader(path: export("a.mbtiles", "--region", region, "--levels", "0-6"))
        #expect(table.metadata["center"] == center)
      }
    }

    @Test("what is wrong is told, and the old file stays")
    func errors() throws {
      let old = folder.file("old.pmtiles")
      try Data("old".utf8).write(to: URL(fileURLWithPath: old))
      for (arguments, words) in [
        (["--levels", "0-17"], ["vector tiles have levels 0 to 16, not 17"]),
        (["--levels", "3-1"], ["0-14", "3-1"]), (["--levels", "-1"], ["--levels"]), (["--levels", "a"], ["'a'"]),
        (["--tiles", "raster", "--levels", "0-22"], ["raster tiles have levels 0 to 21"]),
        (["--dark"], ["--tiles raster"]), (["--style", "sketch"], ["--tiles raster"]),
        (["--tiles", "raster", "--style", "none"], ["--style"]), (["--tiles", "raster", "--scale", "3"], ["1 or 2"]),
        (["--tiles", "png"], ["vector", "raster"]), (["1", "2"], ["--region says which part"]),
        (["-o", "a.png"], ["Leave --output"]), (["--live"], ["--live"]), (["--center", "1,2"], ["--region"]),
        (
          ["--region", "-80,-170,80,170"],
          ["262,184,997 tiles", "20,000,000 are the limit", "--levels 0-12", "--region"]
        ),
      ] {
        let outcome = try village.program.run(["map", "--export", old] + arguments)
        #expect(outcome.status == 64, "\(arguments): \(outcome.errors)")
        for word in words { #expect(outcome.errors.contains(word), "\(arguments): \(outcome.errors)") }
      }
      for name in ["a", "a.zip", "pmtiles"] {
        let outcome = try village.program.run(["map", "--export", folder.file(name)])
        #expect(outcome.status == 64 && outcome.errors.contains(".pmtiles or .mbtiles"), "\(outcome.errors)")
      }
      let alone = try village.program.run(["map", "--levels", "0-5", "1", "2", "-o", folder.file("a.png")])
      #expect(alone.status == 64 && alone.errors.contains("are for --export"))
      let nowhere = try village.program.run(["map", "--export", folder.file("no/a.mbtiles")])
      #expect(nowhere.status == 73 && nowhere.errors.contains("no/a.mbtiles"))
      #expect(try files == ["old.pmtiles"])
      #expect(try String(contentsOfFile: old, encoding: .utf8) == "old")
    }

    @Test("Ctrl-C and a file that may not grow leave nothing behind", arguments: ["pmtiles", "mbtiles"])
    func leftovers(format: String) throws {
      let path = folder.file("a.\(format)")
      let program = try village.program.start(
        ["map", "--export", path, "--tiles", "raster", "--region", "40,0,50,20", "--levels", "0-12"])
      try program.wait { (try? files.contains { $0.hasPrefix("a.\(format).partial-") }) == true }
      program.send(SIGINT)
      let outcome = try program.end()
      #expect(outcome.status == 130 && outcome.errors.hasSuffix("Error: interrupted\n"), "\(outcome.errors)")
      #expect(try files.isEmpty)
      let shell = Program(path: "/bin/bash", environment: village.program.environment)
      let full = try shell.run(["-c", "ulimit -f 4; '\(village.program.path)' map --export '\(path)' --levels 0-16 -q"])
      #expect(full.status == 73 && full.errors.contains("\(path) cannot be written"), "\(full.errors)")
      #expect(try files.isEmpty)
    }
  }
}
