import Foundation
import GeoModel
import GeoStore
import GeoStoreWriting
import GeoTestKit
import OSMFile
import Testing

@testable import GeoImport

@Suite("The sea beyond the coastlines of an extract")
struct SeaTests {
  /// An island of two kilometers around 36, 15 with a lagoon, as coastlines: land on their left.
  private static func island(
    _ folder: TemporaryFolder, latitude: Double = 36, isCut: Bool = false, isReversed: Bool = false
  ) throws -> String {
    func square(_ half: Double, firstID: Int64) -> [OSMNode] {
      [(-1.0, -1.0), (-1, 1), (1, 1), (1, -1)].enumerated().map { number, corner in
        OSMNode(id: firstID + Int64(number), x: degrees(15 + corner.1 * half), y: degrees(latitude + corner.0 * half))
      }
    }
    let house = OSMNode(
      id: 20, x: degrees(15.008), y: degrees(latitude + 0.008), tags: ["addr:housenumber": "1", "addr:street": "Quay"])
    let shore: [Int64] = isCut ? [1, 2, 3, 4] : [1, 2, 3, 4, 1]
    let path = folder.file("island.osm.pbf")
    try OSMFileWriter.write(
      path: path, nodes: square(0.01, firstID: 1) + square(0.002, firstID: 10) + [house],
      ways: [
        OSMWay(id: 1, refs: isReversed ? shore.reversed() : shore, tags: ["natural": "coastline"]),
        OSMWay(id: 2, refs: [10, 13, 12, 11, 10], tags: ["natural": "coastline"]),
      ])
    return path
  }

  private static func degrees(_ value: Double) -> Int32 { Int32((value * 1e7).rounded()) }

  /// How many times the seas of a content go around a point; only once is right.
  private func seas(_ content: StoreContent, _ latitude: Double, _ longitude: Double) -> Int {
    let point = FixedPoint(x: SeaTests.degrees(longitude), y: SeaTests.degrees(latitude))
    return content.areas.count { $0.kind == .ocean && !$0.isCoarse && content.contains($0.rings, point) }
  }

  @Test("around an island is the sea, on it is land, with and without a map", arguments: [true, false])
  func island(includesMap: Bool) throws {
    let folder = TemporaryFolder()
    let content = try ImportRig.content([SeaTests.island(folder)], includesMap: includesMap).content
    // 100 m, 800 m and 2 km off each shore, and where squares of the map meet.
    for off in [0.011, 0.018, 0.03] {
      for (dy, dx) in [(off, 0.0), (-off, 0.001), (0.002, off), (-0.003, -off), (off, off)] {
        #expect(seas(content, 36 + dy, 15 + dx) == 1, "\(off): \(dy) \(dx)")
      }
    }
    for (dy, dx) in [(0.009, 0.0), (-0.009, 0.009), (0.005, -0.0099), (0.003, 0.003)] {
      #expect(seas(content, 36 + dy, 15 + dx) == 0, "\(dy) \(dx)")
    }
    #expect(seas(content, 36, 15) == 1, "the lagoon")
    // Points far away are unknown.
    #expect(seas(content, 36, 16) == 0 && seas(content, 35, 15) == 0)
    #expect(content.map.features.isEmpty != includesMap)
    #expect(content.areas.allSatisfy { $0.source == nil && content.names.text($0.name).isEmpty })
  }

  @Test("with the world layer the sea has the name of the one there", .enabled(if: SeaTests.hasWorld))
  func name() throws {
    let folder = TemporaryFolder()
    let content = try ImportRig.content([SeaTests.island(folder)], world: [SeaTests.world]).content
    let seas = content.areas.filter { $0.kind == .ocean && !$0.isCoarse }
    #expect(seas.map { content.names.text($0.name) } == ["Mediterranean Sea"])
    #expect(self.seas(content, 36.04, 15.04) == 1 && self.seas(content, 36.005, 15.005) == 0)
  }

  @Test("land of the world that the extract was cut off from stays land", .enabled(if: SeaTests.hasWorld))
  func worldLand() throws {
    let folder = TemporaryFolder()
    // Ten kilometers south of Sicily.
    let path = try SeaTests.island(folder, latitude: 36.58)
    let content = try ImportRig.content([path], world: [SeaTests.world]).content
    #expect(seas(content, 36.605, 15) == 1, "the strait")
    for latitude in [36.72, 36.74, 36.76, 36.8] { #expect(seas(content, latitude, 15) == 0, "Sicily: \(latitude)") }
  }

  @Test("a coastline that ends nowhere tells nothing beyond its end")
  func cut() throws {
    let folder = TemporaryFolder()
    let content = try ImportRig.content([SeaTests.island(folder, isCut: true)]).content
    #expect(seas(content, 36.018, 15) == 0 && seas(content, 36.005, 15.005) == 0)
  }

  @Test("a coast that is drawn the wrong way makes no sea around it")
  func reversed() throws {
    let folder = TemporaryFolder()
    let content = try ImportRig.content([SeaTests.island(folder, isReversed: true)]).content
    #expect(seas(content, 36.03, 15) == 0, "outside of a sea is land")
  }

  private static let world = SharedData.packageRoot + "/data/world.osm.pbf"
  private static var hasWorld: Bool { access(world, R_OK) == 0 }
}
