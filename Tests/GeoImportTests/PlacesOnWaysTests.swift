import Foundation
import GeoModel
import GeoTestKit
import OSMFile
import Testing

@testable import GeoImport

/// Ways with the positions of their nodes, which are then not nodes of the file.
struct PlacesOnWaysTests {
  private let folder = TemporaryFolder()

  private func write(_ name: String, _ text: String) throws -> String {
    let path = folder.file(name)
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    return path
  }

  private static func street(_ id: Int, version: Int = 1, _ name: String, _ nodes: String) -> String {
    "<way id='\(id)' version='\(version)'>\(nodes)<tag k='highway' v='residential'/><tag k='name' v='\(name)'/></way>"
  }

  private func base() throws -> String {
    try write(
      "base.osm",
      "<osm version='0.6'>"
        + Self.street(1, "Lane", "<nd ref='1' lat='47.1' lon='9.5'/><nd ref='2' lat='47.1' lon='9.6'/>")
        + Self.street(2, "Way", "<nd ref='2' lat='47.1' lon='9.6'/><nd ref='3' lat='47.2' lon='9.6'/><nd ref='4'/>")
        + "</osm>")
  }

  /// The vertices of each street, as latitudes and longitudes in tenths of a degree.
  private func streets(_ paths: [String]) throws -> [String: [[Int32]]] {
    let content = try ImportRig.content(paths).content
    return Dictionary(
      uniqueKeysWithValues: content.streets.map { street in
        (
          content.names[street.name].text,
          content.vertices(street.line).map { [$0.y / 1_000_000, $0.x / 1_000_000] }
        )
      })
  }

  @Test("XML with places on ways has streets without nodes")
  func alone() throws {
    #expect(try streets([base()]) == ["Lane": [[471, 95], [471, 96]], "Way": [[471, 96], [472, 96]]])
    #expect(try OSMFileReader(path: base()).header.hasLocationsOnWays)
  }

  @Test("a change renames one of them, leads a new one through known nodes, and moves a node of both")
  func changed() throws {
    let changes = try write(
      "changes.osc",
      "<osmChange><modify>" + Self.street(2, version: 2, "New Way", "<nd ref='2'/><nd ref='3'/>")
        + "<node id='2' version='2' lat='47.3' lon='9.7'/></modify><create>"
        + Self.street(3, "Short Cut", "<nd ref='1'/><nd ref='3'/>") + "</create></osmChange>")
    #expect(
      try streets([base(), changes]) == [
        "Lane": [[471, 95], [473, 97]], "New Way": [[473, 97], [472, 96]], "Short Cut": [[471, 95], [472, 96]],
      ])
  }
  @Test("a change that says no versions is newer than what it changes")
  func withoutVersions() throws {
    let changes = try write(
      "changes.osc",
      "<osmChange><modify><node id='2' lat='47.3' lon='9.7'/></modify><delete><way id='1'/></delete></osmChange>")
    #expect(try streets([base(), changes]) == ["Way": [[473, 97], [472, 96]]])
  }

  @Test(
    "of changes without versions the last one counts: what is deleted and made again is there, the other way round it is not",
    arguments: [true, false])
  func againWithoutVersions(isThere: Bool) throws {
    let deletion = "<delete><way id='3'/><node id='2'/></delete>"
    let creation =
      "<create><node id='2' lat='47.3' lon='9.7'/>"
      + Self.street(3, version: 0, "Short Cut", "<nd ref='1'/><nd ref='2'/>") + "</create>"
    let changes = try write(
      "changes.osc", "<osmChange>\(creation)\(deletion)\(isThere ? creation : "")</osmChange>")
    #expect(try streets([base(), changes])["Short Cut"] == (isThere ? [[471, 95], [473, 97]] : nil))
  }
}
