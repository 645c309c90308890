import GeoModel
import GeoTestKit
import Testing

@testable import GeoImport

@Suite(.enabled(if: SharedData.isAvailable, Comment(rawValue: SharedData.missing)))
struct ExtractTests {
  @Test("Liechtenstein of 2022 becomes its country, two districts and eleven municipalities, with all its houses")
  func liechtenstein() throws {
    let (content, summary) = try ImportRig.content([SharedData.path("liechtenstein-2022-12-15.osm.pbf")])
    let levels = Dictionary(grouping: content.areas.filter { $0.kind == .administrative }, by: \.level).mapValues(\.count)
    print(summary.text(output: "x"), levels, summary.stored)
    #expect(levels[2] == 1 && levels[6] == 2 && levels[8] == 11)
    #expect(content.addresses.count >= 12_503)
  }
}
