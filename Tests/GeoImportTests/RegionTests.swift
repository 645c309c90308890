import Foundation
import GeoConsole
import GeoModel
import GeoTestKit
import OSMFile
import Testing

@testable import GeoImport
@testable import GeoImportCommand

/// The kept parts of extracts and changes that extend beyond a region.
struct RegionTests {
  private let folder = TemporaryFolder()

  private func house(_ id: Int64, _ number: String, at latitude: Double, _ longitude: Double) -> OSMNode {
    OSMNode(id: id, latitude: latitude, longitude: longitude, tags: ["addr:housenumber": number, "addr:street": "Way"])
  }

  /// A box from 47, 9 to 48, 10 with a house, a house outside, and a street across its border.
  private func base() throws -> String {
    var header = OSMFileHeader()
    header.boundingBox = OSMBoundingBox(minX: 90_000_000, minY: 470_000_000, maxX: 100_000_000, maxY: 480_000_000)
    var options = OSMWriteOptions()
    options.metadata = true
    let path = folder.file("base.osm.pbf")
    try OSMFileWriter.write(
      path: path, header: header, options: options,
      nodes: [
        house(1, "1", at: 47.5, 9.5), house(2, "2", at: 48.5, 9.5),
        OSMNode(id: 3, latitude: 47.99, longitude: 9.51), OSMNode(id: 4, latitude: 48.01, longitude: 9.51),
      ], ways: [OSMWay(id: 1, refs: [3, 4], tags: ["highway": "residential", "name": "Way"])])
    return path
  }

  private func changes() throws -> String {
    let path = folder.file("planet.osc")
    let tags = { (number: String) in "<tag k='addr:housenumber' v='\(number)'/><tag k='addr:street' v='Way'/></node>" }
    let text = """
      <osmChange><create><node id='10' version='1' lat='47.6' lon='9.5'>\(tags("10"))<node id='11' version='1' lat='10' lon='9.5'>\(tags("11"))
      <node id='12' version='1' lat='48.0001' lon='9.5'>\(tags("12"))<node id='13' version='1' lat='10' lon='9'/><node id='14' version='1' lat='11' lon='9'/>
      <way id='10' version='1'><nd ref='1'/><nd ref='12'/><tag k='highway' v='path'/><tag k='name' v='Crossing'/></way>
      <way id='11' version='1'><nd ref='13'/><nd ref='14'/><tag k='highway' v='path'/><tag k='name' v='Elsewhere'/></way>
      <way id='12' version='1'><nd ref='13'/><nd ref='14'/><nd ref='11'/><nd ref='13'/></way>
      <relation id='10' version='1'><member type='way' ref='12' role='outer'/><tag k='type' v='boundary'/><tag k='boundary' v='administrative'/>
        <tag k='admin_level' v='8'/><tag k='name' v='Nowhere'/></relation>
      </create><modify><node id='2' version='2' lat='48.6' lon='9.5'>\(tags("2a"))</modify></osmChange>
      """
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    return path
  }

  private func names(
    _ paths: [String], region: ImportRegion? = nil
  ) throws -> (houses: Set<String>, streets: Set<String>, areas: Int, outside: Int) {
    let (content, summary) = try ImportRig.content(paths, region: region)
    return (
      Set(content.addresses.map { content.names.text($0.houseNumber) }),
      Set(content.streets.map { content.names.text($0.name) }), content.areas.count, summary.skipped[.outsideRegion]
    )
  }

  @Test("changes are cut to the box of their extract, which itself stays whole")
  func changesBesideABase() throws {
    let found = try names([base(), changes()])
    #expect(found.houses == ["1", "2a", "10", "12"])
    #expect(found.streets == ["Way", "Crossing"])
    #expect(found.areas == 0 && found.outside == 4)
    // Without an extract that has a box, nothing is cut.
    #expect(try names([changes()]).houses == ["10", "11", "12", "2a"])
  }

  @Test("a region cuts extracts, too; its holes are outside")
  func polygon() throws {
    func ring(_ south: Double, _ north: Double) throws -> [FixedPoint] {
      try [(south, 9), (south, 10), (north, 10), (north, 9)].map {
        FixedPoint(try Coordinate(latitude: $0.0, longitude: $0.1))
      }
    }
    let upper = try names([base()], region: ImportRegion(polygons: [[ring(48.005, 49)]]))
    #expect(upper.houses == ["2"] && upper.streets == ["Way"] && upper.outside == 1)
    let hole = try names([base()], region: ImportRegion(polygons: [[ring(47, 49), ring(47.4, 47.6)]]))
    #expect(hole.houses == ["2"] && hole.streets == ["Way"])
    do {
      _ = try names([base()], region: ImportRegion(polygons: [[ring(40, 41)]]))
      Issue.record("a store of nothing")
    } catch let error as ImportError {
      #expect(error.code == .unreadableExtract && error.message.contains("nothing of it lies in the polygon"))
    }
  }

  @Test("many edges are searched by bands, and agree with looking at all of them")
  func bands() {
    var dice = SeededGenerator(seed: 7)
    let ring = (0..<400).map { index in
      let (angle, radius) = (Double(index) / 400 * 2 * .pi, Double.random(in: 3e7...9e7, using: &dice))
      return FixedPoint(x: Int32(radius * cos(angle)), y: Int32(radius * sin(angle)))
    }
    let region = ImportRegion(polygons: [[ring]])
    for _ in 0..<2_000 {
      let point = FixedPoint(
        x: .random(in: -90_000_000...90_000_000, using: &dice), y: .random(in: -90_000_000...90_000_000, using: &dice))
      var isInside = false
      for (a, b) in zip(ring, ring.dropFirst() + [ring[0]]) where (a.y > point.y) != (b.y > point.y) {
        let x =
          Double(a.x) + (Double(point.y) - Double(a.y)) / (Double(b.y) - Double(a.y)) * (Double(b.x) - Double(a.x))
        if Double(point.x) < x { isInside.toggle() }
      }
      #expect(region.contains(point) == isInside)
    }
  }

  private func region(_ text: String) throws -> ImportRegion {
    let path = folder.file("region")
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    return try RegionFile(path: path).region
  }

  @Test(
    "polygon files and GeoJSON say the same",
    arguments: [
      "name\n1\n 9.0 47.0\n 1.0E+01 47.0\n 10.0 48.0\n 9.0 48.0\nEND\n!2\n 9.4 47.4\n 9.6 47.4\n 9.6 47.6\n 9.4 47.6\nEND\nEND\n",
      """
      {"type": "FeatureCollection", "features": [{"type": "Feature", "properties": {}, "geometry": {"type": "Polygon", "coordinates":
      [[[9,47],[10,47],[10,48],[9,48],[9,47]], [[9.4,47.4],[9.6,47.4],[9.6,47.6],[9.4,47.6],[9.4,47.4]]]}}]}
      """,
      """
      {"type": "MultiPolygon", "coordinates": [[[[9,47],[10,47],[10,48],[9,48],[9,47]], [[9.4,47.4],[9.6,47.4],[9.6,47.6],[9.4,47.6],[9.4,47.4]]]]}
      """,
    ])
  func files(_ text: String) throws {
    let region = try region(text)
    #expect(region.contains(FixedPoint(x: 91_000_000, y: 471_000_000)))
    #expect(!region.contains(FixedPoint(x: 95_000_000, y: 475_000_000)))
    #expect(!region.contains(FixedPoint(x: 101_000_000, y: 475_000_000)))
  }

  @Test(
    "what is wrong with a region's file is said with its line",
    arguments: [
      ("", "holds no polygon"), ("{\"type\": \"Point\", \"coordinates\": [9, 47]}", "holds no polygon"),
      ("{\"type\": \"Polygon\"}", "is not valid GeoJSON"),
      ("name\n1\n 9 47\n 10\n", "line 4: a longitude and a latitude"),
      ("name\n1\n 9 47\n 10 47\nEND\n", "line 5: a polygon has three points"),
      ("name\n1\n 9 147\n", "line 3: a longitude and a latitude"),
      ("name\n1\n 9 47\n 10 47", "the last polygon has no END"),
      ("name\n1\n 9 47\n 10 47\n 10 48\nEND\n", "line 7: the END of the file itself is missing"),
      ("name\n1\n 9 47\n 10 47\n 10 48\nEND\n2\n", "the last polygon has no END"),
    ])
  func wrongFiles(_ text: String, _ words: String) throws {
    let failure = #expect(throws: ProgramFailure.self) { try region(text) }
    #expect(failure?.status == .badData && failure?.message.contains(words) == true, "\(failure?.message ?? "")")
  }

  @Test("a file that is far too long for a region, such as an extract given by mistake, is not read whole")
  func longFile() throws {
    let path = folder.file("region")
    try Data().write(to: URL(fileURLWithPath: path))
    // A sparse file of a terabyte.
    #expect(truncate(path, 1 << 40) == 0)
    let failure = #expect(throws: ProgramFailure.self) { try RegionFile(path: path) }
    #expect(failure?.status == .badData && failure?.message.contains("longer than the 64 MB") == true)
  }

  @Test("a region's file that cannot be read is told as such")
  func unreadable() {
    for (path, reason) in [(folder.file("nowhere"), "No such file or directory"), (folder.path, "Is a directory")] {
      let failure = #expect(throws: ProgramFailure.self) { try RegionFile(path: path) }
      #expect(failure == ProgramFailure(.noInput, "\(path) cannot be read: \(reason)"))
    }
  }
}
