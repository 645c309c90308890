import Foundation
import GeoImport
import GeoModel
import GeoTestKit
import Testing

@testable import GeoEngine
@testable import GeoStore
@testable import GeoStoreWriting

@Suite("Layers of one's own areas in answers")
struct OwnLayerRules {
  private static let map = """
    <osm version="0.6">
    <node id="1" lat="47.1410" lon="9.5200"/><node id="2" lat="47.1410" lon="9.5230"/>
    <way id="1"><nd ref="1"/><nd ref="2"/><tag k="highway" v="residential"/><tag k="name" v="Lane"/></way>
    </osm>
    """

  private func area(_ name: String, _ west: Double, _ south: Double, _ east: Double, _ north: Double) -> OwnArea {
    let ring = [(west, south), (east, south), (east, north), (west, north)].map {
      FixedPoint(x: Int32($0.0 * 1e7), y: Int32($0.1 * 1e7))
    }
    return OwnArea(label: LayerArea(name: name, id: "id " + name, properties: ["size": .number(1)]), polygons: [[ring]])
  }

  private var zones: [OwnArea] {
    [area("west", 9.51, 47.1, 9.522, 47.2), area("east", 9.522, 47.1, 9.53, 47.2), area("all", 9, 47, 10, 48)]
  }

  private func query(_ latitude: Double, _ longitude: Double, _ layers: LayerChoice) throws -> PlacemarkQuery {
    var query = PlacemarkQuery(coordinate: try Coordinate(latitude: latitude, longitude: longitude))
    query.layers = layers
    return query
  }

  private func store(_ folder: TemporaryFolder, layers: [(String, [OwnArea])] = []) throws -> String {
    let (file, path) = (folder.file("map.osm"), folder.file("map.sqlite"))
    try Self.map.write(toFile: file, atomically: true, encoding: .utf8)
    var options = ImportOptions(threads: 1, worldLayer: nil)
    options.areaLayers = layers.map { ImportAreaLayer(name: $0.0, areas: $0.1, dropped: ["no shape": 2]) }
    _ = try Importer(options).run(extracts: [file], output: path)
    return path
  }

  private func names(_ engine: PlacemarkEngine, _ layers: LayerChoice, _ longitude: Double) throws -> [String: [String]]
  {
    let answer = try engine.placemarks(for: try query(47.141, longitude, layers))[0]
    return Dictionary(uniqueKeysWithValues: (answer.layers ?? []).map { ($0.layer, $0.areas.map(\.name)) })
  }

  @Test("of the store and of files are told alike, and only when asked for")
  func alike() throws {
    let folder = TemporaryFolder()
    let imported = try PlacemarkEngine(database: try store(folder, layers: [("zones", zones), ("other", [zones[2]])]))
    let other = TemporaryFolder()
    let beside = try PlacemarkEngine(
      database: try store(other),
      layers: [OwnLayer(name: "zones", index: AreaIndex(zones)), OwnLayer(name: "other", index: AreaIndex([zones[2]]))])
    for engine in [imported, beside] {
      #expect(engine.layerNames == ["zones", "other"])
      #expect(try names(engine, .all, 9.521) == ["zones": ["west", "all"], "other": ["all"]])
      #expect(try names(engine, .named(["zones"]), 9.5225) == ["zones": ["east", "all"]])
      #expect(try engine.placemarks(for: try query(47.141, 9.521, .none))[0].layers == nil)
    }
    let first = try imported.placemarks(for: try query(47.141, 9.521, .all))[0]
    #expect(try beside.placemarks(for: try query(47.141, 9.521, .all))[0] == first)
    #expect(first.layers?[0].areas[0] == zones[0].label)
    let info = imported.info.metadata.areaLayers
    #expect(info.map(\.name) == ["zones", "other"] && info[0].rows == 5 && info[0].used == 3)
  }

  @Test("one's own areas are an answer also where the map knows nothing")
  func offTheMap() throws {
    let folder = TemporaryFolder()
    let engine = try PlacemarkEngine(
      database: try store(folder), layers: [OwnLayer(name: "zones", index: AreaIndex([area("sea", 0, 0, 1, 1)]))])
    let found = try engine.placemarks(for: try query(0.5, 0.5, .all))
    #expect(found.count == 1 && found[0].layers?[0].areas.map(\.name) == ["sea"] && found[0].country == nil)
    for (latitude, layers) in [(2.0, LayerChoice.all), (0.5, .none)] {
      let error = #expect(throws: GeocodingError.self) { try engine.placemarks(for: try query(latitude, 0.5, layers)) }
      #expect(error?.code == .placemarkNotFound)
    }
  }

  @Test("a file takes the place of the store's layer of its name")
  func replaced() throws {
    let folder = TemporaryFolder()
    let path = try store(folder, layers: [("zones", zones)])
    let engine = try PlacemarkEngine(
      database: path, layers: [OwnLayer(name: "zones", index: AreaIndex([area("new", 9, 47, 10, 48)]))])
    #expect(engine.layerNames == ["zones"])
    #expect(try names(engine, .all, 9.521) == ["zones": ["new"]])
  }

  @Test("one that is not there is an error that lists those that are")
  func missing() throws {
    let folder = TemporaryFolder()
    let engine = try PlacemarkEngine(
      database: try store(folder), layers: [OwnLayer(name: "zones", index: AreaIndex(zones))])
    let error = try #require(throws: GeocodingError.self) {
      try engine.placemarks(for: try query(47.141, 9.521, .named(["zone"])))
    }
    #expect(error.code == .invalidQuery && error.message == "there is no layer 'zone'; there are: zones")
    let none = TemporaryFolder()
    let bare = try PlacemarkEngine(database: try store(none))
    #expect(throws: GeocodingError.self) { try bare.placemarks(for: try query(47.141, 9.521, .named(["zones"]))) }
    #expect(try bare.placemarks(for: try query(47.141, 9.521, .all))[0].layers == [])
  }

  @Test("a store without layers has no tables for them")
  func tables() throws {
    let (one, two) = (TemporaryFolder(), TemporaryFolder())
    func tables(_ path: String) throws -> Int64 {
      let reader = try StoreReader(path: path)
      let count = try Statement(
        reader.database, "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name LIKE 'own_area%'")
      return try count.step() ? count.integer(0) : -1
    }
    #expect(try tables(try store(one)) == 0)
    #expect(try tables(try store(two, layers: [("zones", zones)])) == 3)
    let plain = try StoreReader(path: one.file("map.sqlite"))
    #expect(try plain.ownAreas(containing: FixedPoint(x: 95_210_000, y: 471_410_000)) == [])
  }

  /// The names of a layer's corners, polygon by polygon, from the largest area to the smallest.
  private func corners(_ outlines: AreaOutlines?, in box: FixedBox = .world, from side: Int64 = 0) -> [[FixedPoint]] {
    var found: [[FixedPoint]] = []
    outlines?.forEachPolygon(in: box, from: side) { rings in
      found.append(contentsOf: rings)
      return true
    }
    return found
  }

  @Test("maps get the outlines of a store's layers, each layer its own, the largest areas first")
  func outlines() throws {
    let folder = TemporaryFolder()
    let path = try store(folder, layers: [("zones", zones), ("other", [zones[2]])])
    let reader = try StoreReader(path: path)
    let read = try reader.outlines(ofLayer: "zones")
    #expect(corners(read) == [zones[2], zones[0], zones[1]].map { $0.polygons[0][0] })
    #expect(corners(read) == corners(AreaOutlines(zones)) && read?.mapRect == AreaOutlines(zones).mapRect)
    #expect(corners(try reader.outlines(ofLayer: "other")) == [zones[2].polygons[0][0]])
    #expect(try reader.outlines(ofLayer: "zone") == nil)
    // In a corner of the whole there is one area, and of those wider than 0.05 degrees there is one.
    let corner = FixedBox(minX: 90_000_000, minY: 470_000_000, maxX: 90_100_000, maxY: 470_100_000)
    #expect(corners(read, in: corner).count == 1 && corners(read, from: 5_000_000).count == 1)
    // A store of an older version has the layers, and no outlines.
    func change(_ words: String) throws -> StoreReader {
      try Database.create(path, as: path, pageSize: 4_096).execute(words)
      try PageSealer.seal(path, as: path)
      return try StoreReader(path: path)
    }
    let damaged = try change("UPDATE own_area_outline SET data = x'0101'")
    #expect(throws: StoreError.self) { try damaged.outlines(ofLayer: "zones") }
    #expect(try change("DROP TABLE own_area_outline").outlines(ofLayer: "zones") == nil)
  }

  @Test("damaged outlines are an error, and areas on both sides of the antimeridian have a small rectangle")
  func strangeOutlines() throws {
    let row = AreaOutlines.row(zones[0])
    #expect(throws: AreaOutlines.Damage.self) { try AreaOutlines(rows: [Array(row.dropLast())]) }
    #expect(throws: AreaOutlines.Damage.self) { try AreaOutlines(rows: [[1, 1, 3, 1, 1]]) }
    #expect(throws: AreaOutlines.Damage.self) { try AreaOutlines(rows: [[1, 1, 0]]) }
    #expect(
      AreaOutlines([]).mapRect.isNull && AreaOutlines([OwnArea(label: zones[0].label, polygons: [])]).mapRect.isNull)
    let sides = AreaOutlines([area("east", 179, -10, 180, -9), area("west", -180, -10, -179, -9)])
    #expect(sides.mapRect.width < MapSize.world.width / 100)
  }

  @Test("thousands of areas of a store at one place are listed as far as answers go, and hide none of another layer")
  func pile() throws {
    let folder = TemporaryFolder()
    let many = (0..<6_000).map { area("\($0)", 9.51, 47.1, 9.522, 47.2) }
    let engine = try PlacemarkEngine(database: try store(folder, layers: [("many", many), ("zones", zones)]))
    let layers = try engine.placemarks(for: try query(47.141, 9.521, .all))[0].layers
    #expect(layers?.map(\.areas.count) == [LayerAreas.mostAreas, 2])
    #expect(layers?[1].areas.map(\.name) == ["west", "all"])
  }
}
