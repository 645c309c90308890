import Foundation
import GeoModel
import GeoTestKit
import OSMFile
import Testing

@testable import GeoImport

/// Change files with the extract that they change.
///
/// The expected results come from files that another program made of both.
@Suite(.enabled(if: SharedData.isAvailable, Comment(rawValue: SharedData.missing)))
struct ChangeFileTests {
  private func paths(_ base: String, _ changes: [String]) -> [String] { ([base] + changes).map(SharedData.path) }

  private func expectSame(_ inputs: [String], as expected: String) throws {
    let content = try ImportRig.content(inputs).content
    #expect(ContentRows.differences(content, try ImportRig.content([SharedData.path(expected)]).content) == [])
  }

  @Test("thirteen months at once, given before their base and twice")
  func thirteenMonths() throws {
    let (base, changes) = ("monaco-2025-02-15.osm.pbf", "replication/monaco-2025-02-15--2026-03-10.osc.gz")
    try expectSame(paths(changes, [base, changes]), as: "monaco-2026-03-10.osm.pbf")
  }

  @Test("29 daily change files of Monaco, out of order; a minute of the whole planet among them changes nothing")
  func monaco() throws {
    let days = (48...76).map { "replication/monaco/000/003/0\($0).osc.gz" }
    try expectSame(
      paths(
        "replication/monaco/base-2021-08-01-seq3047.osm.pbf",
        ["replication/planet-minutely-2013-08-04.osc.gz"] + days.reversed()),
      as: "replication/monaco/expected-after-3076.osm.pbf")
  }

  private static let isLong = ProcessInfo.processInfo.environment["GEOCODE_LONG_TESTS"] != nil

  @Test(
    "change files of Liechtenstein; those of the planet's minute change nothing",
    .enabled(if: isLong, "a whole country twice: set GEOCODE_LONG_TESTS=1"))
  func liechtenstein() throws {
    let days = (435...437).map { "replication/liechtenstein/000/002/\($0).osc.gz" }
    let base = "replication/liechtenstein/base-2019-11-18.osm.pbf"
    try expectSame(
      paths(base, days + ["replication/planet-minutely-2013-08-04.osc.gz"]),
      as: "replication/liechtenstein/expected-after-437.osm.pbf")
  }

  @Test("the sample's changes create, modify and delete")
  func sample() throws {
    let changes = (2...4).map { "replication/sample/000/000/00\($0).osc.gz" }
    let inputs = paths("replication/sample/sample.osm.pbf", changes)
    for order in [inputs, inputs.reversed()] {
      #expect(Set(try ImportRig.areas(order).keys) == [56, 72])
    }
  }
}
