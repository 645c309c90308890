import Foundation
import GeoTestKit
import OSMFile
import Testing

@Suite("The 46 files of edge cases do what their list says")
struct EdgeCaseFileTests {
  struct Expectations: Decodable {
    struct File: Decodable {
      let expect: String
      let description: String
    }
    let files: [String: File]
  }

  static let expectations: [String: String] = {
    let url = URL(fileURLWithPath: SharedData.small("pbf/expected.json"))
    guard let data = try? Data(contentsOf: url) else { return [:] }
    let list = try? JSONDecoder().decode(Expectations.self, from: data)
    return list?.files.mapValues(\.expect) ?? [:]
  }()

  /// Whether the file must be readable; where the list allows both, our choice.
  private func mustBeReadable(_ name: String, _ expect: String) -> Bool {
    let refused: Set = ["06-lzma.osm.pbf", "69-keys-vals-mismatch.osm.pbf"]
    return expect != "error" && !refused.contains(name)
  }

  @Test("all of them are listed")
  func count() { #expect(Self.expectations.count == 46) }

  @Test("each", arguments: expectations.keys.sorted())
  func file(_ name: String) throws {
    let expect = try #require(Self.expectations[name])
    let path = SharedData.small("pbf/" + name)
    guard mustBeReadable(name, expect) else {
      let error = #expect(throws: OSMFileError.self) { try OSMFileContents(path: path) }
      #expect(error?.message.hasPrefix(path) == true)
      return
    }
    let read = try OSMFileContents(path: path)
    if expect.hasPrefix("standard") { checkStandard(read) }
  }

  /// Checks the street, house, town and boundary of every standard file.
  private func checkStandard(_ read: OSMFileContents) {
    let street = read.ways.first { $0.tags["name"] == "Teststrasse" }
    #expect(street?.tags["highway"] != nil && street?.refs.count ?? 0 >= 2)
    let house = read.nodes.first { $0.tags["addr:housenumber"] == "7" }
    #expect(abs((house?.y ?? 0) - 471_402_000) < 20_000)
    #expect(abs((house?.x ?? 0) - 95_206_000) < 20_000)
    #expect(house?.tags["addr:postcode"] == "9490" || read.relations.contains { $0.tags["postal_code"] == "9490" })
    let boundary = read.relations.first { $0.tags["name"] == "Testheim" }
    #expect(boundary?.members.isEmpty == false)
    let known = Set(read.nodes.map(\.id))
    #expect(street?.refs.allSatisfy { known.contains($0) } == true)
  }

  @Test("a history tells which version is deleted")
  func history() throws {
    let read = try OSMFileContents(path: SharedData.small("pbf/10-history.osh.pbf"))
    #expect(read.header.isHistory)
    let versions = read.nodes.filter { $0.id == 4 }
    #expect(versions.map(\.version) == [1, 2])
    #expect(versions.map(\.isVisible) == [true, false])
  }

  @Test("coordinates off the globe are counted")
  func offTheGlobe() throws {
    let read = try OSMFileContents(path: SharedData.small("pbf/70-coordinates-out-of-range.osm.pbf"))
    #expect(read.droppedNodes == 2)
    #expect(read.nodes.count == 3)
  }
}
