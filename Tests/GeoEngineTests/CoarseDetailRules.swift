import GeoModel
import GeoStore
import GeoTestKit
import Testing

@testable import GeoEngine

@Suite("The city is the same at every level of detail") struct CoarseDetailRules {
  private static let levels: [PlacemarkDetail] = [.city, .suburb, .street]

  /// The points where the engine names a different city if only part of the address is requested, with both names.
  private func differences(_ engine: PlacemarkEngine, at points: [Coordinate]) throws -> [String] {
    try points.flatMap { point in
      let whole = try city(engine, at: point, .address)
      return try CoarseDetailRules.levels.compactMap { detail in
        let part = try city(engine, at: point, detail)
        return part == whole ? nil : "\(point), \(detail): \(part ?? "none") instead of \(whole ?? "none")"
      }
    }
  }

  private func city(_ engine: PlacemarkEngine, at point: Coordinate, _ detail: PlacemarkDetail) throws -> String? {
    var query = PlacemarkQuery(coordinate: point)
    query.detail = detail
    do {
      return try engine.placemarks(for: query).first?.locality
    } catch {
      guard error.code == .placemarkNotFound else { throw error }
      return nil
    }
  }

  @Test("houses name their city in and outside of a municipality, and lend it to their street")
  func drawn() throws {
    var town = Town(
      """
      a                      b
      s   p    v         h   t
      d                      c

      e   q  w              f
      """)
    town.area("Eschen", "abcd", level: 8)
    town.place("Nendeln", .village, at: "v", reach: 4_000)
    town.place("Ramsenthal", .village, at: "w", reach: 4_000)
    town.street("Street", "st")
    town.street("Way", "ef")
    town.house("1", "Street", at: "p", city: "Nendeln")
    town.house("2", "Street", at: "h", city: "Eschen")
    town.house("1", "Way", at: "q", postalCode: "95463", city: "Bindlach")
    #expect(try town.ask("p") { $0.detail = .city }.locality == "Nendeln")
    #expect(try town.ask("p") { $0.detail = .street }.subThoroughfare == nil)
    let points = "pvhqwfst".map(town.coordinate)
    let found = try town.withEngine { try differences($0, at: points) }
    #expect(found == [])
  }

  @Test(
    "where houses are far or nowhere, they say the same city", arguments: [nil, "95463"] as [String?],
    [false, true])
  func sparse(postalCode: String?, isInMunicipality: Bool) throws {
    var town = Town(
      """
      A                                         B
      s q r  v   e      f   g    h     i    w   t
      D                                         C
      """, metersPerCell: 50)
    if isInMunicipality { town.area("Eschen", "ABCD", level: 8) }
    town.place("Nendeln", .village, at: "v", reach: 4_000)
    town.place("Ramsenthal", .village, at: "w", reach: 4_000)
    town.street("Street", "st")
    town.house("1", "Street", at: "q", postalCode: postalCode, city: isInMunicipality ? "Ramsenthal" : "Bindlach")
    town.house("3", "Lane", at: "r", postalCode: postalCode, city: "Nendeln")
    let found = try town.withEngine { try differences($0, at: "sqrvefghiwt".map(town.coordinate)) }
    #expect(found == [])
  }

  @Test("where no address can change the city, none is searched for")
  func cheap() throws {
    var town = Town(
      """
      a            b
      s   p  v     t
      d            c
      """)
    town.area("Eschen", "abcd", level: 8)
    town.place("Eschen", .village, at: "v", reach: 4_000)
    town.street("Street", "st")
    town.house("1", "Street", at: "p", city: "Nendeln")
    let found = try town.withEngine { engine in
      let name = try city(engine, at: town.coordinate("p"), .city)
      return (name, wasIdle: engine.search.addresses.isEmpty && engine.search.bestStreet == nil)
    }
    #expect(found.0 == "Eschen" && found.wasIdle)
  }

  private static let towns = [
    "porto-2020-07-20.osm.pbf", "lauf-pegnitz-2020-01-15.osm.pbf", "london-2020-07-20.osm.pbf",
    "north-bayreuth-2014-11-04.osm.pbf", "monaco-2026-03-10.osm.pbf", "malta-2016-11-09.osm.pbf",
  ]
  // The import of the largest one takes too long without optimization.
  #if DEBUG
    private static let extracts = towns
  #else
    private static let extracts = towns + ["scale/merged-17-extracts.osm.pbf"]
  #endif

  @Test(
    "at 2,000 places of real extracts", .enabled(if: SharedData.isAvailable, Comment(rawValue: SharedData.missing)),
    arguments: extracts)
  func real(file: String) throws {
    let extract = try ImportedExtract(file)
    #expect(try differences(PlacemarkEngine(database: extract.path), at: places(2_000, of: extract.path)) == [])
  }

  @Test("at the places of a small extract")
  func small() throws {
    let extract = try ImportedExtract(small: "pbf/01-dense-zlib.osm.pbf")
    let places = try places(2_000, of: extract.path)
    #expect(try differences(PlacemarkEngine(database: extract.path), at: places) == [])
  }

  /// Random places along the streets of a store, some tens of meters aside, and every third one up to a kilometer.
  private func places(_ count: Int, of store: String) throws -> [Coordinate] {
    let reader = try StoreReader(path: store)
    let streets = reader.info.counts.first { $0.table == "street" }?.rows ?? 0
    var random = SeededGenerator(seed: 17)
    return try (0..<count).map { number in
      let line = try reader.line(of: StreetID(UInt32.random(in: 1...UInt32(streets), using: &random)))
      let vertex = line.randomElement(using: &random)!
      let reach: Int32 = number % 3 == 0 ? 100_000 : 4_000
      func moved(_ value: Int32) -> Int32 { value + Int32.random(in: -reach...reach, using: &random) }
      return Coordinate(FixedPoint(x: moved(vertex.x), y: moved(vertex.y)))
    }
  }
}
