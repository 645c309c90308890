import GeoMapLayer
import GeoModel
import GeoTestKit
import OSMFile
import Testing

@testable import GeoImport
@testable import GeoStore
@testable import GeoStoreWriting

@Suite("What an import keeps for the map")
struct MapImportTests {
  private static func file() -> MapFile {
    var file = MapFile(
      """
      A . B . C . G
      . P . Q . . .
      D . E . F . H
      """)
    file.way("ABEDA", ["landuse": "forest"])
    file.way("BCFEB", ["building": "yes", "amenity": "school"])
    file.way("ABC", ["highway": "service", "bridge": "yes", "layer": "2"])
    file.way("DEF", ["highway": "primary", "name": "Ring", "name:fr": "Anneau", "ref": "A 4"])
    file.way("CFHGC", ["highway": "footway"])
    file.way("CFHGC", ["highway": "pedestrian", "area": "yes"])
    file.way("DEF", ["railway": "rail", "service": "yard"])
    file.way("ABCG", ["waterway": "stream", "tunnel": "culvert"])
    file.way("DE", ["barrier": "fence"])
    file.way("AD", [:])
    file.way("DEB", [:])
    file.way("BA", [:])
    file.way("GH", ["building": "no"])
    file.relation(
      [
        OSMMember(.way, 10, role: "outer"), OSMMember(.way, 11, role: "outer"),
        OSMMember(.way, 12, role: "outer"),
      ], ["type": "multipolygon", "natural": "water"])
    file.relation(
      [OSMMember(.way, 10, role: "outer"), OSMMember(.way, 99, role: "outer")],
      ["type": "multipolygon", "natural": "wood"])
    return file
  }

  @Test("unnamed ways and multipolygons become things of their kind; others do not")
  func kinds() throws {
    let file = Self.file()
    let (content, summary) = try ImportRig.content([file.write()])
    #expect(
      content.map.features.map(\.kind) == [
        .wood, .building, .service, .primary, .footway, .square, .siding, .stream, .fence, .water,
      ])
    let road = try #require(content.map.features.first { $0.kind == .primary })
    let name = content.names[try #require(road.name)]
    #expect(name.text == "Ring" && name.translations.map(\.language) == ["fr"])
    #expect(content.names.text(try #require(road.number)) == "A 4")
    let bridge = try #require(content.map.features.first { $0.kind == .service })
    #expect(bridge.course == MapCourse(layer: 2, isBridge: true))
    #expect(content.map.features.first { $0.kind == .stream }?.course == MapCourse(layer: -1, isTunnel: true))
    #expect(summary.faults[.mapAreaIncomplete] == 1, "a wood of which a way is missing")
  }

  @Test("mountains, ferries, power lines and barriers; what is something else, too, is that")
  func lines() throws {
    var file = MapFile("A . B . C . D . E")
    file.nodes["A"] = ["natural": "peak", "name": "Berg", "ele": "1234.5 m"]
    file.nodes["B"] = ["natural": "volcano", "ele": "unknown"]
    file.nodes["C"] = ["natural": "tree", "ele": "3"]
    file.nodes["D"] = ["natural": "peak", "ele": "123456"]
    let tags: [[String: String]] = [
      ["route": "ferry", "name": "Fähre"], ["route": "bus"], ["power": "line"], ["power": "minor_line"],
      ["barrier": "city_wall"], ["barrier": "hedge"], ["barrier": "kerb"], ["barrier": "fence", "highway": "service"],
    ]
    for tags in tags { file.way("AB", tags) }
    let (content, _) = try ImportRig.content([file.write()])
    let features = content.map.features
    #expect(
      features.map(\.kind) == [.peak, .peak, .peak, .ferry, .powerLine, .powerLine, .wall, .hedge, .service])
    #expect(features.prefix(3).map(\.height) == [1_234, 0, 0])
    #expect(features.map { $0.name.map { content.names.text($0) } }.prefix(4) == ["Berg", nil, nil, "Fähre"])
  }

  @Test("a coast ends where an extract lacks its nodes if the world layer knows more, other ways go straight on")
  func missingNodes() throws {
    var file = MapFile("A . B . C . D . E")
    // The file has none of the other nodes.
    file.way("XABYZCDZE", ["natural": "coastline"])
    file.way("ABYZCD", ["waterway": "stream"])
    file.way("AXB", ["natural": "coastline"])
    func lines(world: [String]) throws -> [[FixedPoint]] {
      let map = try ImportRig.content([file.write()], world: world).content.map
      return map.features.map { feature in map.rings(feature.shape).flatMap { Array(map.vertices($0.points)) } }
    }
    let points = "ABCD".map { file.grid[$0] }
    let (west, east) = (Array(points[..<2]), Array(points[2...]))
    #expect(try lines(world: [file.write("world.osm.pbf", nodes: [])]) == [west, east, points])
    #expect(try lines(world: []) == [points + [file.grid["E"]], points, west])
  }

  @Test("ways for feet and for bicycles are told from paths, by what they are or are made for")
  func paths() throws {
    var file = MapFile("A . B")
    for kind in ["path", "bridleway", "footway", "corridor", "cycleway", "steps"] { file.way("AB", ["highway": kind]) }
    file.way("AB", ["highway": "path", "bicycle": "yes", "foot": "designated"])
    file.way("AB", ["highway": "path", "foot": "designated", "bicycle": "designated"])
    file.way("AB", ["highway": "track", "bicycle": "designated"])
    let (content, _) = try ImportRig.content([file.write()])
    #expect(
      content.map.features.map(\.kind) == [
        .path, .path, .footway, .footway, .cycleway, .steps, .footway, .cycleway, .track,
      ])
  }

  @Test("one-way streets go with their traffic, roundabouts too; other lines have no direction")
  func directions() throws {
    var file = MapFile("A . B . C\n. . . . .\nD . E . F")
    for value in ["yes", "1", "-1", "no", "alternating"] { file.way("ABC", ["highway": "service", "oneway": value]) }
    file.way("ABEDA", ["highway": "primary", "junction": "roundabout"])
    file.way("BCFEB", ["highway": "primary", "junction": "roundabout", "oneway": "no"])
    file.way("DEF", ["highway": "footway", "oneway": "yes"])
    file.way("DEF", ["waterway": "river", "oneway": "yes"])
    let (content, _) = try ImportRig.content([file.write()])
    let features = content.map.features
    #expect(
      features.map(\.course.isOneWay) == [true, true, true, false, false, true, false, false, false])
    let firsts = features.compactMap { feature in
      content.map.rings(feature.shape).first.flatMap { content.map.vertices($0.points).first }
    }
    #expect(firsts.prefix(4) == [file.grid["A"], file.grid["A"], file.grid["C"], file.grid["A"]])
  }

  @Test("nothing else in the store depends on the map layer")
  func independence() throws {
    let folder = TemporaryFolder()
    let file = Self.file()
    var dumps: [[String]] = []
    for includesMap in [true, false] {
      var options = ImportOptions(threads: 2, worldLayer: nil)
      options.includesMap = includesMap
      let path = folder.file("\(includesMap).sqlite")
      _ = try Importer(options).run(extracts: [file.write()], output: path)
      let reader = try StoreReader(path: path)
      #expect(reader.hasMapLayer == includesMap)
      let dump = StoreDump(reader)
      dumps.append(try "ABCDEFGHPQ".map { try dump.text(at: file.grid[$0]) })
    }
    #expect(dumps[0] == dumps[1])
  }
}
