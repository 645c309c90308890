import GeoModel
@testable import GeoStoreWriting
import GeoTestKit
import Testing

@testable import GeoStore

@Suite("Map objects come out of a store as they went in")
struct ObjectRoundTripTests {
  static var grid: Grid {
    Grid(
      """
      A . . . B
      . E . F .
      . H . G .
      D . . . C
      P . Q . R
      """)
  }

  /// A café, a road, a park with a pond that is two things at once, and a town with its boundary.
  static func content() -> StoreContent {
    var content = StoreContent()
    content.object(
      "amenity=cafe", name: "Mühle",
      tags: [
        (.name, "alt_name", "Zur Mühle"), (.address, "housenumber", "7"), (.address, "street", "Birkenweg"),
        (.extra, "opening_hours", "Mo-Fr 08:00-18:00; PH off"),
      ],
      houseNumber: true, .point(grid["P"]), id: 10_000_000_001)
    content.object(
      "highway=residential", name: "Birkenweg", rank: 26, address: 26, .line(content.addLine(grid.line("PQR"))))
    let park = content.addPolygons([[grid.line("ABCDA"), grid.line("EFGHE")]])
    content.object("leisure=park", rank: 24, address: 0, layers: .manmade, .polygons(park), id: 77)
    content.object("historic=park", rank: 30, .polygons(park), id: 77)
    content.object("tourism=attraction", rank: 30, .polygons(park), id: 77)
    content.area("Vaduz", level: 8, polygons: [[grid.line("ABCDA")]], id: 5)
    content.object(
      "boundary=administrative", name: "Vaduz", rank: 16, address: 16, adminLevel: 8,
      .polygons(content.areas[0].rings), id: 5, type: .relation)
    return content
  }

  private func object(_ type: SourceReference.ObjectType, _ id: Int64, geometry: Bool = true) throws -> [MapObject] {
    let reader = try TemporaryStore(Self.content()).reader()
    return try reader.objects(of: SourceReference(type: type, id: id)).map {
      try reader.object($0, withGeometry: geometry)
    }
  }

  @Test("keys that differ only in how their accents are composed have an order of their own, whichever comes first")
  func accents() {
    let keys = (0..<30).flatMap { ["caf\u{E9}:\($0)", "cafe\u{301}:\($0)"] }
    func order(_ keys: [String]) -> [[UInt8]] {
      var content = StoreContent()
      for key in keys {
        content.objectTags.append(
          PackedMapTag(part: .extra, key: content.objectTexts.intern(key), value: content.objectTexts.intern("yes")))
      }
      return ObjectDictionary(content).keys.map { Array(content.objectTexts[$0.key].utf8) }
    }
    #expect(order(keys) == order(keys.reversed()) && order(keys).count == 60)
  }

  @Test("a node has its tags by part and its point")
  func node() throws {
    let cafe = try #require(try object(.node, 10_000_000_001).first)
    #expect(cafe.mainTag == MapTag(key: "amenity", value: "cafe"))
    #expect(cafe.names == [MapTag(key: "name", value: "Mühle"), MapTag(key: "alt_name", value: "Zur Mühle")])
    #expect(
      cafe.address == [MapTag(key: "housenumber", value: "7"), MapTag(key: "street", value: "Birkenweg")])
    #expect(cafe.extraTags == [MapTag(key: "opening_hours", value: "Mo-Fr 08:00-18:00; PH off")])
    #expect(cafe.centroid == Self.grid["P"] && cafe.adminLevel == 15)
    guard case .point(let point) = cafe.geometry else { return #expect(Bool(false), "not a point") }
    #expect(point == Self.grid["P"])
  }

  @Test("a line keeps its vertices; its middle is halfway along it")
  func line() throws {
    let road = try #require(try object(.way, 2).first)
    guard case .line(let line) = road.geometry else { return #expect(Bool(false), "not a line") }
    #expect(line == Self.grid.line("PQR") && road.ranks == MapObjectRanks(search: 26, address: 26))
    let middle = LocalProjection(origin: Self.grid["Q"]).project(road.centroid)
    #expect(middle.squaredLength < 0.1)
  }

  @Test("an object that is several things has a row for each, in any group, with the same shape")
  func severalTags() throws {
    let rows = try object(.way, 77)
    #expect(Set(rows.map(\.mainTag.key)) == ["leisure", "historic", "tourism"])
    for row in rows {
      guard case .polygons(let polygons) = row.geometry else { return #expect(Bool(false), "no polygon") }
      #expect(polygons == [[Self.grid.line("ABCDA"), Self.grid.line("EFGHE")]])
      // The center of mass lies in the hole.
      let inside = LocalProjection(origin: Self.grid["A"]).project(row.centroid)
      #expect(inside.x > 0 && inside.x < 400 && (inside.x < 100 || inside.x > 300))
    }
  }

  @Test("a boundary is stored with the area, and comes out as the object's shape")
  func boundary() throws {
    let town = try #require(try object(.relation, 5).first)
    guard case .polygons(let polygons) = town.geometry else { return #expect(Bool(false), "no polygon") }
    #expect(polygons == [[Self.grid.line("ABCDA")]] && town.adminLevel == 8)
  }

  @Test("a boundary takes no more room than the area's id")
  func boundaryByReference() throws {
    var content = StoreContent()
    content.area("Vaduz", level: 8, polygons: [[Self.grid.line("ABCDA")]])
    content.object("boundary=administrative", rank: 16, .polygons(content.areas[0].rings))
    let reader = try TemporaryStore(content).reader()
    let page = try Statement(reader.database, "SELECT data FROM object_page")
    #expect(try page.step())
    #expect(page.blob(0).count == 2, "kind and area")
  }

  @Test("without its geometry an object has its centroid")
  func withoutGeometry() throws {
    let road = try #require(try object(.way, 2, geometry: false).first)
    guard case .point(let point) = road.geometry else { return #expect(Bool(false), "not a point") }
    #expect(point == road.centroid)
  }

  @Test("what the store does not have is empty, or an error for a row that cannot be")
  func unknown() throws {
    #expect(try object(.way, 1).isEmpty)
    #expect(try object(.node, -5).isEmpty)
    #expect(try object(.relation, .max >> 2).isEmpty)
    let reader = try TemporaryStore(Self.content()).reader()
    #expect(throws: StoreError.self) { try reader.object(MapObjectID(rawValue: 99), withGeometry: false) }
    #expect(reader.hasObjects)
  }

  @Test("a store without objects says so and finds none")
  func none() throws {
    var content = StoreContent()
    content.street("Birkenweg", Self.grid.line("PQR"))
    let reader = try TemporaryStore(content).reader()
    #expect(!reader.hasObjects)
    #expect(try reader.objects(of: SourceReference(type: .way, id: 1)).isEmpty)
    try reader.objects(around: Self.grid["P"], withinMeters: 1_000, ranks: 0...30) { _ in
      #expect(Bool(false), "found something")
    }
  }

  @Test("frequent tags and single ones come out alike, whatever their length")
  func dictionary() throws {
    var content = StoreContent()
    let long = String(repeating: "ü", count: 300)
    for index in 0..<200 {
      content.object(
        "shop=bakery",
        tags: [
          (.extra, "brand:wikidata", "Q\(index / 50)"), (.extra, "website", "https://example.org/\(index)"),
          (.name, "brand", index % 2 == 0 ? "Backhaus" : ""), (.extra, "note:\(index)", long),
        ], .point(FixedPoint(x: Int32(index) * 1_000, y: 0)))
    }
    let reader = try TemporaryStore(content).reader()
    for index in 0..<200 {
      let id = try #require(try reader.objects(of: SourceReference(type: .node, id: Int64(index) + 1)).first)
      let object = try reader.object(id, withGeometry: false)
      #expect(object.extraTags.first == MapTag(key: "brand:wikidata", value: "Q\(index / 50)"))
      #expect(object.extraTags.last == MapTag(key: "note:\(index)", value: long))
      #expect(object.extraTags[1].value == "https://example.org/\(index)")
    }
    let rows = try Statement(reader.database, "SELECT count(*) FROM object_tag")
    #expect(try rows.step())
    #expect(rows.integer(0) < 20, "only tags that occur again have rows")
  }

  @Test("the view shows what and whose each object is")
  func view() throws {
    let reader = try TemporaryStore(Self.content()).reader()
    let row = try Statement(
      reader.database, "SELECT key, value, name, osm_type FROM object_readable WHERE osm_id = 10000000001")
    #expect(try row.step())
    #expect(try [row.text(0), row.text(1), row.text(2), row.text(3)] == ["amenity", "cafe", "Mühle", "N"])
  }

  @Test("ways into a building are listed with their tags, those of other buildings are not")
  func entrances() throws {
    var content = Self.content()
    let tags = content.objectTags.count
    for (key, value) in [("entrance", "main"), ("wheelchair", "yes")] {
      content.objectTags.append(
        PackedMapTag(
          part: key == "entrance" ? .main : .extra, key: content.objectTexts.intern(key),
          value: content.objectTexts.intern(value)))
    }
    content.entrances.append(
      EntranceRecord(way: 77, node: 12, point: Self.grid["A"], tags: TagRange(start: tags, count: 2)))
    let reader = try TemporaryStore(content).reader()
    let park = try reader.object(
      try #require(try reader.objects(of: SourceReference(type: .way, id: 77)).first), withGeometry: false)
    let entrance = try #require(try reader.entrances(of: park).first)
    #expect(entrance.source == SourceReference(type: .node, id: 12) && entrance.kind == "main")
    #expect(entrance.point == Self.grid["A"] && entrance.extraTags == [MapTag(key: "wheelchair", value: "yes")])
    let road = try reader.object(
      try #require(try reader.objects(of: SourceReference(type: .way, id: 2)).first), withGeometry: false)
    #expect(try reader.entrances(of: road).isEmpty)
  }
}
