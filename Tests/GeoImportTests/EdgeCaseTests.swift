import Foundation
import GeoModel
import GeoStore
import GeoTestKit
import OSMFile
import Testing

@testable import GeoImport

/// The 46 odd and broken PBF files made for this project, imported up to the records.
struct EdgeCaseTests {
  private struct Expectations: Decodable {
    struct File: Decodable { var expect: String }
    var files: [String: File]
  }

  @Test("every file that should answer holds the street, the house and the town; every broken one is refused")
  func all() throws {
    let url = URL(fileURLWithPath: SharedData.small("pbf/expected.json"))
    let files = try JSONDecoder().decode(Expectations.self, from: Data(contentsOf: url)).files
    #expect(files.count == 46)
    for (file, expectation) in files.sorted(by: { $0.key < $1.key }) {
      let path = SharedData.small("pbf/" + file)
      switch expectation.expect {
      case "standard": #expect(try answersStandard(path), "\(file)")
      case "error":
        #expect(throws: (any Error).self, "\(file)") { try ImportRig.content([path]) }
      case "standard-or-unsupported", "standard-or-error":
        #expect(try outcome { try answersStandard(path) } ?? true, "\(file)")
      case "ok", "ok-empty": _ = try ImportRig.content([path])
      default: _ = try outcome { try ImportRig.content([path]) }
      }
    }
  }

  /// The result of a body; nil when the file is refused. Other errors are faults of the importer.
  private func outcome<Result>(_ body: () throws -> Result) throws -> Result? {
    do {
      return try body()
    } catch is OSMFileError {
      return nil
    } catch is ImportError {
      return nil
    }
  }

  private func answersStandard(_ path: String) throws -> Bool {
    let content = try ImportRig.content([path]).content
    func text(_ id: NameID?) -> String? { id.map { content.names[$0].text } }
    let house = content.addresses.first { content.names.text($0.houseNumber) == "7" }
    let point = FixedPoint(x: 95_206_000, y: 471_402_000)
    let towns = content.areas.filter { content.contains($0.rings, point) }.map { content.names[$0.name].text }
    return text(house?.street) == "Teststrasse" && text(house?.postalCode) == "9490"
      && content.streets.contains { content.names[$0.name].text == "Teststrasse" }
      && (towns.contains("Testheim") || content.places.contains { text($0.name) == "Testheim" })
  }

  @Test("deleted nodes of a history are gone")
  func history() throws {
    let content = try ImportRig.content([SharedData.small("pbf/10-history.osh.pbf")]).content
    #expect(!content.addresses.contains { content.names.text($0.houseNumber) == "7" } && !content.streets.isEmpty)
  }

  @Test(
    "huge multipolygons with hundreds of holes assemble; the broken one is counted",
    .enabled(if: SharedData.isAvailable, Comment(rawValue: SharedData.missing)))
  func complexMultipolygons() throws {
    let areas = try ImportRig.areas([SharedData.path("edge-cases/complex-multipolygons.osm.pbf")])
    let ringCounts = areas.values.map { area in area.polygons.map(\.count).reduce(0, +) }
    #expect((ringCounts.max() ?? 0) > 400)
    #expect(areas.values.contains { !$0.faults.counts.isEmpty })
  }

  @Test(
    "streets of Fiji lie on both sides of the antimeridian and none runs round the globe",
    .enabled(if: SharedData.isAvailable, Comment(rawValue: SharedData.missing)))
  func fiji() throws {
    let content = try ImportRig.content([SharedData.path("edge-cases/fiji-antimeridian.osm.pbf")]).content
    #expect(!content.streets.isEmpty)
    for street in content.streets {
      let longitudes = content.vertices(street.line).map { Int64($0.x) }
      let width = (longitudes.max() ?? 0) - (longitudes.min() ?? 0)
      #expect(width < 200_000_000)
    }
  }
}
