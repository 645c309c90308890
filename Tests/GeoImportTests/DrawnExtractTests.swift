import GeoModel
import GeoStore
import GeoStoreWriting
import GeoTestKit
import OSMFile
import Testing

@testable import GeoImport

/// Small extracts from tags to records.
struct DrawnExtractTests {
  private static let drawing = """
    A . . B . . E
    . h . . k . .
    . i . . . . .
    D . . C . . F
    """

  private func texts(_ ids: [NameID?], _ content: StoreContent) -> [String?] {
    ids.map { $0.map { content.names[$0].text } }
  }

  @Test("a settlement takes the languages that only the world layer has, if it is the same one")
  func worldNames() throws {
    let folder = TemporaryFolder()
    let node = { (id: Int64, name: String, latitude: Double, longitude: Double) in
      OSMNode(
        id: id, x: Int32((longitude * 1e7).rounded()), y: Int32((latitude * 1e7).rounded()),
        tags: ["place": "town", "name": name, "name:ru": "Свой"])
    }
    let path = folder.file("towns.osm.pbf")
    try OSMFileWriter.write(
      path: path,
      nodes: [node(1, "Vaduz", 47.1392, 9.5228), node(2, "Vaduz", 47.5, 9.5), node(3, "Vadutz", 47.139, 9.523)],
      ways: [])
    let world = SharedData.packageRoot + "/data/world.osm.pbf"
    let content = try ImportRig.content([path], world: [world]).content
    let own = content.places.filter { !$0.isCoarse }
    let languages = own.map { Set(content.names[$0.name].translations.map(\.language)) }
    #expect(languages[0].isSuperset(of: ["ja", "ar", "zh-Hans", "ko", "he", "th", "hi", "ru"]))
    #expect(content.names[own[0].name].translations.first { $0.language == "ru" }?.text == "Свой")
    #expect(languages[1] == ["ru"] && languages[2] == ["ru"])
  }

  @Test("a city's area takes them, too, the state of the same name does not")
  func worldNamesOfAreas() throws {
    let folder = TemporaryFolder()
    let corners = [(-1, -1), (-1, 1), (1, 1), (1, -1)].enumerated().map { number, corner in
      OSMNode(
        id: Int64(number + 1), x: 130_440_000 + Int32(corner.1) * 500_000, y: 477_994_000 + Int32(corner.0) * 500_000)
    }
    let city = OSMNode(id: 9, x: 130_440_000, y: 477_994_000, tags: ["place": "city", "name": "Salzburg"])
    let relations = ["4", "6", "8"].enumerated().map { number, level in
      OSMRelation(
        id: Int64(number + 1), members: [OSMMember(.way, 1, role: "outer"), OSMMember(.node, 9, role: "label")],
        tags: ["type": "boundary", "boundary": "administrative", "admin_level": level, "name": "Salzburg"])
    }
    let path = folder.file("salzburg.osm.pbf")
    try OSMFileWriter.write(
      path: path, nodes: corners + [city], ways: [OSMWay(id: 1, refs: [1, 2, 3, 4, 1])], relations: relations)
    let content = try ImportRig.content([path], world: [SharedData.packageRoot + "/data/world.osm.pbf"]).content
    let areas = content.areas.filter { !$0.isCoarse && $0.kind == .administrative }
    let hasJapanese = areas.map { area in content.names[area.name].translations.contains { $0.language == "ja" } }
    #expect(areas.map(\.level) == [4, 6, 8] && hasJapanese == [false, true, true])
  }

  @Test("interpolated numbers lie between numbered nodes and belong to their street")
  func interpolation() throws {
    var map = MapFile(DrawnExtractTests.drawing)
    map.nodes["A"] = ["addr:housenumber": "2", "addr:street": "Upper", "addr:postcode": "1000"]
    map.nodes["E"] = ["addr:housenumber": "12"]
    map.way("ABE", ["addr:interpolation": "even"])
    map.way("DCF", ["highway": "residential", "name": "Lower"])
    let content = try ImportRig.content([map.write()]).content
    let record = try #require(content.interpolations.first)
    #expect(content.names.text(record.first) == "2" && content.names.text(record.last) == "12")
    #expect(content.interpolations.count == 1 && record.step == 2)
    #expect(texts([record.street, record.postalCode], content) == ["Upper", "1000"])
    #expect(Array(content.vertices(record.line)) == map.grid.line("ABE"))
    #expect(record.source == SourceReference(type: .way, id: 1))
  }

  @Test("interpolated numbers across longitude 180 go on behind it, also those of a table")
  func interpolationAcrossTheAntimeridian() throws {
    let map = MapFile(DrawnExtractTests.drawing)
    let node = { (id: Int64, x: Int32, number: String) in
      OSMNode(id: id, x: x, y: -175_000_000, tags: ["addr:housenumber": number, "addr:street": "Upper"])
    }
    let path = try map.write(
      "far.osm.pbf", nodes: [node(1, 1_799_999_000, "1"), node(2, -1_799_999_000, "21")],
      ways: [
        OSMWay(id: 1, refs: [1, 2], tags: ["addr:interpolation": "odd"]),
        OSMWay(id: 2, refs: [1, 2], tags: ["highway": "residential", "name": "Upper"]),
      ])
    let table = map.file("ranges.csv")
    let row = "1;21;odd;Upper;;;;LINESTRING(179.9999 -17.5,-179.9999 -17.5)"
    try "from;to;interpolation;street;city;state;postcode;geometry\n\(row)\n".write(
      toFile: table, atomically: true, encoding: .utf8)
    for (ranges, count) in [([], 2), ([table], 4)] as [([String], Int)] {
      let content = try ImportRig.content([path], ranges: ranges).content
      let stretches = content.interpolations.map { record -> [String] in
        let line = content.vertices(record.line).map { "\($0.x / 1000)" }.joined(separator: " ")
        return [content.names.text(record.first), content.names.text(record.last), line]
      }
      #expect(stretches.count == count)
      #expect(Set(stretches) == [["1", "11", "1799999 1800000"], ["11", "21", "-1800000 -1799999"]])
    }
  }

  @Test("letters of one number are stored, letters of several are counted")
  func letters() throws {
    var map = MapFile(DrawnExtractTests.drawing)
    for (letter, number) in [("A", "12"), ("E", "12c"), ("D", "12a"), ("F", "14c")] as [(Character, String)] {
      map.nodes[letter] = ["addr:housenumber": number, "addr:street": "Upper"]
    }
    map.way("ABE", ["addr:interpolation": "alphabetic"])
    map.way("DCF", ["addr:interpolation": "alphabetic"])
    let (content, summary) = try ImportRig.content([map.write()])
    #expect(content.interpolations.map { content.names.text($0.first) } == ["12"])
    #expect(content.interpolations.map { content.names.text($0.last) } == ["12c"])
    #expect(summary.faults[.interpolationNotCountable] == 1)
  }

  @Test("a settlement that is mapped as an area only reaches beyond it; one with a node of its name does so already")
  func settlementOfArea() throws {
    var map = MapFile(DrawnExtractTests.drawing)
    map.way("ABCDA", ["place": "town", "name": "Qawra"])
    map.nodes["F"] = ["place": "village", "name": "Salina"]
    map.way("BEFCB", ["place": "village", "name": "Salina"])
    map.way("hkih", ["place": "suburb", "name": "Old Town"])
    let content = try ImportRig.content([map.write()]).content
    #expect(texts(content.places.map(\.name), content).sorted { $0! < $1! } == ["Qawra", "Salina"])
    let town = try #require(content.places.first { $0.kind == .town })
    #expect(town.source == SourceReference(type: .way, id: 1) && town.reachMeters == 8_000 && !town.isCoarse)
    #expect(content.areas.count == 3)
  }

  @Test("a municipality and the settlement that is its centre share their translations, a state and its capital do not")
  func namesOfCentres() throws {
    func names(level: String, centre: String = "Ville") throws -> [NameTable.Name] {
      var map = MapFile(DrawnExtractTests.drawing)
      map.nodes["h"] = ["place": "town", "name": centre, "name:ja": "A", "name:de": "B"]
      map.way("ABCDA", [:])
      map.relation(
        [OSMMember(.way, 1, role: "outer"), OSMMember(.node, MapFile.id("h"), role: "admin_centre")],
        ["type": "boundary", "boundary": "administrative", "admin_level": level, "name": "Ville", "name:de": "Stadt"])
      let content = try ImportRig.content([map.write()]).content
      return content.areas.map { content.names[$0.name] } + content.places.map { content.names[$0.name] }
    }
    let shared = NameTable.Name(
      "Ville", translations: [.init(language: "de", text: "Stadt"), .init(language: "ja", text: "A")])
    #expect(try names(level: "8") == [shared, shared])
    #expect(try names(level: "4").first?.translations.map(\.language) == ["de"])
    #expect(try names(level: "8", centre: "Village").first?.translations.map(\.language) == ["de"])
  }

  @Test("a building without a number lends its outline to the address nodes in it and on its wall")
  func residents() throws {
    var map = MapFile(DrawnExtractTests.drawing)
    map.nodes["h"] = ["addr:housenumber": "1"]
    map.nodes["B"] = ["addr:housenumber": "2", "shop": "books"]
    map.nodes["k"] = ["addr:housenumber": "3"]
    map.way("ABCDA", ["building": "yes"])
    let content = try ImportRig.content([map.write()]).content
    func outline(_ letter: Character) throws -> RingRange? {
      try #require(content.addresses.first { $0.source.id == MapFile.id(letter) }).outline
    }
    let around = try #require(try outline("h"))
    #expect(try outline("B") == around)
    #expect(try outline("k") == nil)
    #expect(content.addresses.allSatisfy { $0.isPoint })
    #expect(content.contains(around, map.grid["h"]))
  }

  @Test(
    "a building with a number of its own keeps its outline to itself; of two buildings the smaller one is the node's")
  func residentsOfOthers() throws {
    var map = MapFile(DrawnExtractTests.drawing)
    map.nodes["h"] = ["addr:housenumber": "1"]
    map.way("ABCDA", ["building": "yes", "addr:housenumber": "7"])
    let numbered = try ImportRig.content([map.write()]).content
    #expect(numbered.addresses.first { $0.source.type == .node }?.outline == nil)
    map.ways.removeAll()
    map.way("AEFDA", ["building": "yes"])
    map.way("ABCDA", ["building": "yes"])
    let nested = try ImportRig.content([map.write("nested.osm.pbf")]).content
    let outline = try #require(nested.addresses[0].outline)
    #expect(nested.box(of: outline).maxX == map.grid["B"].x)
  }

  @Test("what has a postal code but no number lends it, unless it is a street, a border or a settlement")
  func lenders() throws {
    var map = MapFile(DrawnExtractTests.drawing)
    map.nodes["h"] = ["addr:postcode": "1000", "addr:street": "UPPER", "addr:city": "Town"]
    map.nodes["i"] = ["addr:postcode": "1001", "place": "hamlet", "name": "Hill"]
    map.nodes["k"] = ["addr:housenumber": "3", "addr:postcode": "1002"]
    map.way("ABCDA", ["building": "yes", "addr:postcode": "1003"])
    map.way("BEFCB", ["boundary": "postal_code", "addr:postcode": "1004"])
    map.way("BEFCB", ["amenity": "university", "name": "Campus", "addr:postcode": "1006"])
    map.way("AB", ["highway": "residential", "name": "Upper", "addr:postcode": "1005"])
    map.way("AhiA", ["amenity": "school", "name": "School", "addr:postcode": "1007"])
    let (content, summary) = try ImportRig.content([map.write()])
    let lenders = content.addresses.filter(\.isLender)
    #expect(texts(lenders.map(\.postalCode), content) == ["1000", "1003", "1007"])
    #expect(texts(lenders.map(\.street), content) == ["Upper", nil, nil])
    #expect(texts(lenders.map(\.city), content) == ["Town", nil, nil])
    #expect(lenders.allSatisfy { $0.outline == nil && content.names.text($0.houseNumber).isEmpty })
    #expect(summary.stored.addresses == 1)
    // The number is not a resident of the surrounding building either.
    #expect(content.addresses.allSatisfy { $0.outline == nil })
  }

  @Test("a corner house is an address on both streets")
  func corner() throws {
    var map = MapFile(DrawnExtractTests.drawing)
    map.nodes["h"] = ["addr:housenumber": "4/17", "addr:street": "Upper", "addr:street2": "Lower"]
    map.way("ABE", ["highway": "residential", "name": "Upper"])
    map.way("DCF", ["highway": "residential", "name": "Lower"])
    let content = try ImportRig.content([map.write()]).content
    #expect(texts(content.addresses.map(\.street), content) == ["Upper", "Lower"])
    #expect(content.addresses.allSatisfy { content.names.text($0.houseNumber) == "4/17" })
  }

  @Test("objects of one address have its postal code and city, when one of them says it and is near")
  func sameAddress() throws {
    var map = MapFile("a b c . . d")
    map.nodes["a"] = ["addr:housenumber": "5", "addr:street": "Upper", "addr:postcode": "1000", "addr:city": "Town"]
    map.nodes["b"] = ["addr:housenumber": "5", "addr:street": "Upper"]
    map.nodes["c"] = ["addr:housenumber": "7", "addr:street": "Upper"]
    map.nodes["d"] = ["addr:housenumber": "5", "addr:street": "Upper", "addr:city": "Village"]
    let content = try ImportRig.content([map.write()]).content
    #expect(texts(content.addresses.map(\.postalCode), content) == ["1000", "1000", nil, nil])
    #expect(texts(content.addresses.map(\.city), content) == ["Town", "Town", nil, "Village"])
  }

  @Test("an associatedStreet relation gives houses the street that they do not name")
  func associatedStreet() throws {
    var map = MapFile(DrawnExtractTests.drawing)
    map.nodes["h"] = ["addr:housenumber": "1"]
    map.nodes["k"] = ["addr:housenumber": "2", "addr:street": "Lower"]
    map.way("ABE", ["highway": "residential", "name": "Upper"])
    map.way("DCF", ["highway": "residential", "name": "Lower"])
    map.relation(
      [
        OSMMember(.way, 2, role: "street"), OSMMember(.node, MapFile.id("h"), role: "house"),
        OSMMember(.node, MapFile.id("k"), role: "house"),
      ],
      ["type": "associatedStreet", "name": "lower", "addr:city": "Town"])
    let content = try ImportRig.content([map.write()]).content
    #expect(texts(content.addresses.map(\.street), content) == ["Lower", "Lower"])
    #expect(content.addresses.map(\.streetOrigin) == [.relation, .tag])
    #expect(texts(content.addresses.map(\.city), content) == ["Town", "Town"])
  }

  @Test("of two relations that list a house the lower id counts, in whatever order their files are")
  func twoAssociatedStreets() throws {
    var map = MapFile(DrawnExtractTests.drawing)
    map.nodes["h"] = ["addr:housenumber": "1"]
    map.way("ABE", ["highway": "residential", "name": "Upper"])
    map.way("DCF", ["highway": "residential", "name": "Lower"])
    let members = [OSMMember(.node, MapFile.id("h"), role: "house")]
    map.relation(members, ["type": "associatedStreet", "name": "Upper"])
    let other = map.file("other.osm.pbf")
    let relation = OSMRelation(id: 7, members: members, tags: ["type": "associatedStreet", "name": "Lower"])
    try OSMFileWriter.write(path: other, relations: [relation])
    let paths = [try map.write(), other]
    for paths in [paths, paths.reversed()] {
      let content = try ImportRig.content(paths).content
      #expect(texts(content.addresses.map(\.street), content) == ["Upper"])
    }
  }

  @Test("a building of several ways bears its address with outline and hole")
  func buildingRelation() throws {
    var map = MapFile(DrawnExtractTests.drawing)
    map.way("ABC", [:])
    map.way("CDA", [:])
    map.relation(
      [OSMMember(.way, 1, role: "outer"), OSMMember(.way, 2, role: "outer")],
      ["type": "multipolygon", "building": "yes", "addr:housenumber": "5", "name": "Town Hall", "addr:place": "Green"])
    let content = try ImportRig.content([map.write()]).content
    let house = try #require(content.addresses.first)
    #expect(house.source == SourceReference(type: .relation, id: 1) && house.outline?.count == 1)
    #expect(house.streetOrigin == .place && texts([house.houseName, house.street], content) == ["Town Hall", "Green"])
    #expect(content.contains(try #require(house.outline), house.point))
  }

  @Test("a boundary with a way missing is left out and counted")
  func cutBoundary() throws {
    var map = MapFile(DrawnExtractTests.drawing)
    map.way("ABC", [:])
    map.way("CDA", [:])
    let tags = ["type": "boundary", "boundary": "administrative", "admin_level": "8", "name": "Town"]
    map.relation([OSMMember(.way, 1, role: "outer"), OSMMember(.way, 2, role: "outer")], tags)
    map.relation([OSMMember(.way, 1, role: "outer"), OSMMember(.way, 99, role: "outer")], tags)
    map.relation([OSMMember(.way, 1), OSMMember(.way, 2), OSMMember(.way, 99, role: "inner")], tags)
    let (content, summary) = try ImportRig.content([map.write()])
    #expect(content.areas.map(\.source?.id) == [1])
    #expect(summary.faults[.boundaryIncomplete] == 2 && summary.faults[.memberMissing] == 2)
  }

  @Test("a boundary knows the node that is its label")
  func label() throws {
    var map = MapFile(DrawnExtractTests.drawing)
    map.way("ABCDA", [:])
    map.relation(
      [OSMMember(.node, 7, role: "admin_centre"), OSMMember(.way, 1), OSMMember(.node, 8, role: "label")],
      ["type": "boundary", "boundary": "administrative", "admin_level": "8", "name": "Town"])
    #expect(try ImportRig.content([map.write()]).content.areas.first?.labelPlace == SourceReference(type: .node, id: 8))
  }

  @Test("nodes that are missing shorten a way and are counted")
  func missingNodes() throws {
    var map = MapFile(DrawnExtractTests.drawing)
    map.way("ABzE", ["highway": "residential", "name": "Upper"])
    map.way("zyx", ["highway": "residential", "name": "Nowhere"])
    let (content, summary) = try ImportRig.content([map.write()])
    #expect(content.streets.count == 1 && Array(content.vertices(content.streets[0].line)) == map.grid.line("ABE"))
    #expect(summary.faults[.nodeMissing] == 4 && summary.faults[.wayTooShort] == 1)
  }

  @Test("the world layer's objects have no source, and belong to the country of their code")
  func worldLayer() throws {
    var world = MapFile(DrawnExtractTests.drawing)
    world.nodes["h"] = ["place": "city", "name": "Big City", "population": "2000000", "is_in:country_code": "AT"]
    world.way("ABCDA", [:])
    world.relation(
      [OSMMember(.way, 1)],
      ["type": "boundary", "boundary": "administrative", "admin_level": "4", "name": "Tirol", "ISO3166-2": "AT-7"])
    var map = MapFile(DrawnExtractTests.drawing)
    map.way("DCF", ["highway": "residential", "name": "Lower"])
    let content = try ImportRig.content([map.write()], world: [world.write()]).content
    #expect(content.areas.first?.isCoarse == true && content.areas.first?.source == nil)
    #expect(
      content.areas.first?.countryCode == content.names.find("AT")
        && content.areas.first?.subdivisionCode == content.names.find("AT-7"))
    #expect(content.places.first?.source == nil && content.places.first?.isCoarse == true)
    #expect(content.places.first?.countryCode == content.names.find("AT") && content.streets.count == 1)
  }
}
