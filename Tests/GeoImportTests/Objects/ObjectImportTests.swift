import GeoModel
import GeoStore
import GeoStoreWriting
import GeoTestKit
import OSMFile
import Testing

@testable import GeoImport

@Suite("Map objects of an extract")
struct ObjectImportTests {
  private static func file() -> MapFile {
    var file = MapFile(
      """
      A . B . C
      . P . Q .
      D . E . F
      """)
    file.nodes["P"] = [
      "amenity": "cafe", "name": "Mühle", "name:fr": "Moulin", "addr:housenumber": "7", "addr:street": "Birkenweg",
      "addr:country": "Schweiz", "opening_hours": "24/7", "source": "survey", "created_by": "x",
    ]
    file.nodes["Q"] = ["addr:housenumber": "9", "addr:street": "Birkenweg", "name": "not of the house"]
    file.nodes["A"] = ["entrance": "main", "wheelchair": "yes"]
    file.way("ABEDA", ["building": "school", "name": "Schule", "wikidata": "Q1"])
    file.way("BCFEB", ["highway": "residential", "name": "Ring", "bridge": "yes", "bridge:name": "Steg"])
    file.way("DEF", ["highway": "residential"])
    file.way("ABC", ["boundary": "administrative", "admin_level": "8", "name": "open"])
    file.way("BCFEB", ["landuse": "forest"])
    return file
  }

  private func object(_ content: StoreContent, _ tag: String) -> MapObjectRecord? {
    content.objects.first { object in
      guard let main = content.tags(object.tags).first else { return false }
      return "\(content.objectTexts[main.key])=\(content.objectTexts[main.value])" == tag
    }
  }

  private func tags(_ content: StoreContent, _ object: MapObjectRecord, _ part: MapTagPart) -> [String: String] {
    var tags: [String: String] = [:]
    for tag in content.tags(object.tags) where tag.part == part {
      tags[content.objectTexts[tag.key]] = content.objectTexts[tag.value]
    }
    return tags
  }

  @Test("tags are sorted into names, address and all others; notes of mappers are left out")
  func tags() throws {
    let file = Self.file()
    let content = try ImportRig.content([file.write()]).content
    let cafe = try #require(object(content, "amenity=cafe"))
    #expect(tags(content, cafe, .address) == ["housenumber": "7", "street": "Birkenweg"])
    #expect(tags(content, cafe, .extra) == ["opening_hours": "24/7"])
    #expect(tags(content, cafe, .name).isEmpty, "name and translations are a row of names")
    let name = content.names[try #require(cafe.name)]
    #expect(name.text == "Mühle" && name.translations.map(\.language) == ["fr"])
    #expect(cafe.hasName && cafe.hasHouseNumber && cafe.layers == [.poi, .address])
  }

  @Test("a bare house takes no name but a house name")
  func bareHouse() throws {
    let file = Self.file()
    let content = try ImportRig.content([file.write()]).content
    let house = try #require(object(content, "place=house"))
    #expect(!house.hasName && house.name == nil && house.hasHouseNumber && house.layers == .address)
    #expect(house.source == SourceReference(type: .node, id: MapFile.id("Q")))
  }

  @Test(
    "a square without a name is no object, unless it has a house name or number, which make it a house of the store")
  func squares() throws {
    for (tags, isObject) in [([:], false), (["addr:housename": "Kloster"], true), (["addr:housenumber": "4"], true)] {
      var file = Self.file()
      file.way("ABEDA", ["highway": "pedestrian", "area": "yes"].merging(tags) { first, _ in first })
      let content = try ImportRig.content([file.write()]).content
      #expect((object(content, "highway=pedestrian") != nil) == isObject, "\(tags)")
    }
  }

  @Test("a closed building is an area, a closed road a line, an open boundary nothing")
  func shapes() throws {
    let file = Self.file()
    let content = try ImportRig.content([file.write()]).content
    let school = try #require(object(content, "building=school"))
    guard case .polygons(let rings) = school.shape else { return #expect(Bool(false), "no polygon") }
    #expect(content.rings(rings).count == 1 && tags(content, school, .extra) == ["wikidata": "Q1"])
    let road = try #require(content.objects.first { $0.source.id == 2 && $0.ranks.search == 26 })
    guard case .line(let line) = road.shape else { return #expect(Bool(false), "no line") }
    #expect(line.count == 5 && object(content, "boundary=administrative") == nil)
    #expect(object(content, "landuse=forest") == nil, "an unnamed wood is not an object")
  }

  @Test("a bridge goes by its own name")
  func bridge() throws {
    let file = Self.file()
    let content = try ImportRig.content([file.write()]).content
    let bridge = try #require(object(content, "bridge=yes"))
    #expect(content.names[try #require(bridge.name)].text == "Steg")
  }

  @Test("a street without a name is an object, though no street of an address")
  func unnamedStreet() throws {
    let file = Self.file()
    let content = try ImportRig.content([file.write()]).content
    let street = try #require(content.objects.first { $0.source.id == 3 })
    #expect(!street.hasName && street.ranks == MapObjectRanks(search: 26, address: 26))
    #expect(content.streets.map(\.source.id) == [2])
  }

  @Test("a building's ways in are known by its vertices")
  func entrances() throws {
    let file = Self.file()
    let content = try ImportRig.content([file.write()]).content
    #expect(content.entrances.map { [$0.way, $0.node] } == [[1, MapFile.id("A")]])
  }

  @Test("streets, areas and houses are the same with and without objects")
  func others() throws {
    let file = Self.file()
    let path = try file.write()
    let (with, without) = (try ImportRig.content([path]), try ImportRig.content([path], includesObjects: false))
    #expect(without.content.objects.isEmpty && without.content.objectTags.isEmpty && without.content.entrances.isEmpty)
    #expect(with.content.streets.count == without.content.streets.count)
    #expect(with.content.addresses.count == without.content.addresses.count)
    #expect(with.content.features.count == without.content.features.count)
    #expect(with.summary.skipped == without.summary.skipped)
  }

  @Test("ranks that depend on the country are those of the country around")
  func countries() throws {
    for (code, ranks) in [("BE", MapObjectRanks(search: 6, address: 6)), ("LI", MapObjectRanks(search: 8, address: 8))]
    {
      var file = MapFile(
        """
        A . . . B
        . E . F .
        . H . G .
        D . . . C
        """)
      file.way("ABCDA", [:])
      file.way("EFGHE", [:])
      for (way, level, name) in [(1, "2", "Land"), (2, "4", "Region")] {
        var tags = ["type": "boundary", "boundary": "administrative", "admin_level": level, "name": name]
        if level == "2" { tags["ISO3166-1"] = code }
        file.relation([OSMMember(.way, Int64(way), role: "outer")], tags)
      }
      let content = try ImportRig.content([file.write()]).content
      #expect(content.objects.first { $0.adminLevel == 4 }?.ranks == ranks, "\(code)")
    }
  }

  @Test("of several versions of an object the newest counts")
  func versions() throws {
    let file = Self.file()
    func node(_ version: Int32, _ amenity: String) -> OSMNode {
      var node = OSMNode(id: 1, x: 10, y: 10, tags: ["amenity": amenity])
      node.version = version
      return node
    }
    var options = OSMWriteOptions()
    options.metadata = true
    let paths = [
      try file.write("a.osm.pbf", options: options, nodes: [node(2, "pub")]),
      try file.write("b.osm.pbf", options: options, nodes: [node(1, "bar")]),
    ]
    let content = try ImportRig.content(paths).content
    #expect(content.objects.count == 1 && object(content, "amenity=pub") != nil)
  }
}

@Suite(
  "Map objects of Liechtenstein", .enabled(if: SharedData.isAvailable, Comment(rawValue: SharedData.missing)))
struct RealObjectTests {
  private static func reader() throws -> (StoreReader, TemporaryFolder) {
    let folder = TemporaryFolder()
    _ = try Importer(ImportOptions(threads: 2, worldLayer: nil)).run(
      extracts: [SharedData.path("liechtenstein-autauga-alabama-2021-01-06.osm.pbf")], output: folder.file("a.sqlite"))
    return (try StoreReader(path: folder.file("a.sqlite")), folder)
  }

  @Test("what is where: a viewpoint and the path beside it, a park around ball fields")
  func places() throws {
    let (reader, folder) = try Self.reader()
    func found(_ latitude: Double, _ longitude: Double, _ meters: Double) throws -> [(
      tag: MapTag, sketch: MapObjectSketch
    )] {
      let point = FixedPoint(try Coordinate(latitude: latitude, longitude: longitude))
      var sketches: [MapObjectSketch] = []
      try reader.objects(around: point, withinMeters: meters, ranks: 5...30) { sketches.append($0) }
      sketches.sort { $0.distanceMeters < $1.distanceMeters }
      return try sketches.map { (try reader.object($0.id, withGeometry: false).mainTag, $0) }
    }
    let castle = try found(47.14077, 9.52414, 10)
    #expect(castle.first { $0.sketch.ranks.search == 30 }?.tag == MapTag(key: "tourism", value: "viewpoint"))
    #expect(castle.contains { $0.tag == MapTag(key: "highway", value: "footway") && $0.sketch.ranks.search == 27 })
    let park = try found(32.46904, -86.44439, 25)
    let around = try #require(park.first { $0.tag == MapTag(key: "leisure", value: "park") })
    #expect(around.sketch.isArea && around.sketch.distanceMeters == 0 && around.sketch.layers == .manmade)
    #expect(park.contains { $0.tag.value == "pitch" && abs($0.sketch.distanceMeters - 20) < 1 })
    #expect(!folder.path.isEmpty)
  }
}
