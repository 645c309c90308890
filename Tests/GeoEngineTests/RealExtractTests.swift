import Foundation
import GeoModel
import GeoStore
import GeoTestKit
import Testing

@testable import GeoEngine

@Suite("On small files")
struct SmallFileTests {
  private static let standardFiles = [
    "01-dense-zlib.osm.pbf", "02-plain-nodes.osm.pbf", "03-uncompressed.osm.pbf", "07-granularity-offset.osm.pbf",
    "08-many-groups.osm.pbf", "09-no-metadata.osm.pbf", "11-locations-on-ways.osm.pbf", "12-unknown-fields.osm.pbf",
    "13-one-object-per-blob.osm.pbf", "16-negative-ids.osm.pbf", "17-64bit-ids-extreme-coordinates.osm.pbf",
  ]

  @Test("every valid form of the small test file gives the same address", arguments: standardFiles)
  func standardAnswer(file: String) throws {
    let extract = try ImportedExtract(small: "pbf/" + file)
    let point = try Coordinate(latitude: 47.1402, longitude: 9.5206)
    let found = try PlacemarkEngine(database: extract.path).placemarks(for: PlacemarkQuery(coordinate: point))[0]
    #expect(found.thoroughfare == "Teststrasse")
    #expect(found.subThoroughfare == "7")
    #expect(found.locality == "Testheim")
    #expect(found.postalCode == "9490")
  }

  @Test(
    "streets of Fiji are found on both sides of the antimeridian",
    .enabled(if: SharedData.isAvailable, Comment(rawValue: SharedData.missing)))
  func fiji() throws {
    let extract = try ImportedExtract("edge-cases/fiji-antimeridian.osm.pbf")
    let engine = try PlacemarkEngine(database: extract.path)
    let reader = try StoreReader(path: extract.path)
    let count = reader.info.counts.first { $0.table == "street" }?.rows ?? 0
    var sides = (west: 0, east: 0)
    for id in 1...UInt32(count) {
      let line = try reader.line(of: StreetID(id))
      let middle = line[line.count / 2]
      let found = try engine.placemarks(for: PlacemarkQuery(coordinate: Coordinate(middle)))[0]
      #expect(found.thoroughfare != nil)
      if middle.x < 0 { sides.west += 1 } else { sides.east += 1 }
    }
    #expect(sides.east > 0)
  }
}

@Suite("On real extracts", .enabled(if: SharedData.isAvailable, Comment(rawValue: SharedData.missing)))
struct RealExtractTests {
  @Test(
    "near real borders the listed areas are those whose rings contain the point",
    arguments: ["luxembourg-admin-only-2018-01-19.osm.pbf", "ivory-coast-admin-only.osm.pbf"])
  func borders(file: String) throws {
    let extract = try ImportedExtract(file)
    let reader = try StoreReader(path: extract.path)
    let count = reader.info.counts.first { $0.table == "area" }?.rows ?? 0
    var areas: [(source: SourceReference, rings: [[FixedPoint]], box: FixedBox)] = []
    for id in 1...UInt32(count) {
      let area = try reader.area(AreaID(id))
      guard area.isListed, let source = area.source else { continue }
      let rings = Array(try reader.boundary(of: area.id).joined())
      areas.append((source, rings, rings.joined().reduce(into: FixedBox.empty) { $0.formUnion($1) }))
    }
    let engine = try PlacemarkEngine(database: extract.path)
    var random = SeededGenerator(seed: 2_018)
    for _ in 0..<300 {
      let point = randomPoint(near: areas.map(\.rings), &random)
      let expected = areas.filter { $0.box.contains(point) && SlowOracle.contains(point, rings: $0.rings) }.map(
        \.source)
      var query = PlacemarkQuery(coordinate: Coordinate(point))
      query.includesAreas = true
      let listed = try placemark(query, engine)?.areas ?? []
      #expect(Set(listed.compactMap(\.source)) == Set(expected), "at \(Coordinate(point))")
    }
  }

  /// The placemark for a query; nil where there is none. Any other error is a fault of the engine.
  private func placemark(_ query: PlacemarkQuery, _ engine: PlacemarkEngine) throws -> Placemark? {
    do {
      return try engine.placemarks(for: query).first
    } catch {
      guard error.code == .placemarkNotFound else { throw error }
      return nil
    }
  }

  @Test("a complete small country: every point in it has country and municipality, and answers stay near")
  func liechtenstein() throws {
    let extract = try ImportedExtract("liechtenstein-2022-12-15.osm.pbf")
    let engine = try PlacemarkEngine(database: extract.path)
    var random = SeededGenerator(seed: 2_022)
    var streets = 0
    for _ in 0..<500 {
      let point = try Coordinate(
        latitude: Double.random(in: 47.05...47.27, using: &random),
        longitude: Double.random(in: 9.47...9.63, using: &random))
      guard let found = try placemark(PlacemarkQuery(coordinate: point), engine) else { continue }
      if found.isoCountryCode == "LI" {
        #expect(found.locality != nil)
        #expect(found.subAdministrativeArea == "Oberland" || found.subAdministrativeArea == "Unterland")
      }
      guard found.match != .area, found.match != .country, found.match != .water else { continue }
      streets += 1
      #expect(found.distanceMeters <= Reach.street)
      #expect(abs(Geodesy.distanceMeters(point, found.coordinate) - found.distanceMeters) < 1 || found.match != .street)
    }
    #expect(streets > 125)
  }

  @Test("points far outside the data have no placemark")
  func farAway() throws {
    let extract = try ImportedExtract("monaco-2025-02-15.osm.pbf")
    let engine = try PlacemarkEngine(database: extract.path)
    for (latitude, longitude) in [(0.0, 0.0), (90, 0), (-90, 180), (43.74, -172), (44.5, 7.42)] {
      let point = try Coordinate(latitude: latitude, longitude: longitude)
      #expect(throws: GeocodingError(.placemarkNotFound)) {
        try engine.placemarks(for: PlacemarkQuery(coordinate: point))
      }
    }
  }
}
