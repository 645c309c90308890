import Foundation
import GeoModel
import GeoTestKit
import Testing

@testable import GeoImport

/// The multipolygon test grid of osmcode/osm-testdata (public domain): every kind of valid and invalid ring with its
/// expected polygon.
struct GridTests {
  private struct Case: Decodable {
    struct Area: Decodable {
      enum CodingKeys: String, CodingKey {
        case wkt
        case id = "from_id"
        case type = "from_type"
      }
      var wkt: String
      var id: Int64?
      var type: String?
    }
    enum CodingKeys: String, CodingKey {
      case number = "test_id"
      case areas
    }
    var number: Int
    var areas: [String: [Area]]?
  }

  /// Cases that the grid's repair turns into a polygon by joining open ends across a gap; the importer leaves open
  /// rings out.
  private static let open: Set<Int> = [714, 715]
  /// Cases whose edges touch without a common node.
  ///
  /// The grid's repair adds corners there; the importer keeps the edges.
  private static let touching: Set<Int> = [743, 752, 753, 756]

  @Test("every valid ring of the grid, and every one that can be repaired, becomes the expected polygon")
  func valid() throws {
    let areas = try ImportRig.areas([SharedData.small("grid.osm.pbf")])
    var compared = 0
    for test in try cases() {
      let expected = ["default", "fix", "fixed", "location"].flatMap { test.areas?[$0] ?? [] }
      for area in expected where area.type == "relation" && area.wkt != "INVALID" {
        let found = areas[area.id ?? 0]
        if GridTests.open.contains(test.number) {
          #expect(found?.polygons.isEmpty == true && found?.isComplete == false, "case \(test.number)")
        } else if GridTests.touching.contains(test.number) {
          #expect(found?.faults[.ringSelfIntersecting] == 1, "case \(test.number)")
        } else {
          #expect(found.map { Normalized($0.polygons).text } == Normalized(wkt: area.wkt).text, "case \(test.number)")
        }
        compared += 1
      }
    }
    #expect(compared > 70)
  }

  @Test("every invalid ring of the grid is counted under the name of its fault, unless equal places join it")
  func invalid() throws {
    let areas = try ImportRig.areas([SharedData.small("grid.osm.pbf")])
    for test in try cases() where test.areas?["location"] == nil {
      for area in test.areas?["default"] ?? [] where area.type == "relation" && area.wkt == "INVALID" {
        #expect(areas[area.id ?? 0]?.faults.counts.isEmpty == false, "case \(test.number)")
      }
    }
  }

  private func cases() throws -> [Case] {
    let url = URL(fileURLWithPath: SharedData.small("grid.json"))
    return try JSONDecoder().decode([Case].self, from: Data(contentsOf: url))
  }
}

/// Polygons in a standard order and direction, so that equal ones have equal texts.
struct Normalized {
  let text: String

  init(_ polygons: [[[FixedPoint]]]) {
    text = polygons.map { polygon in
      ([Normalized.ring(polygon[0])] + polygon.dropFirst().map(Normalized.ring).sorted()).joined(separator: " minus ")
    }.sorted().joined(separator: " and ")
  }

  init(wkt: String) {
    let polygons = wkt.dropFirst("MULTIPOLYGON(((".count).dropLast(3).components(separatedBy: ")),((")
    self.init(
      polygons.map { polygon in
        polygon.components(separatedBy: "),(").map { ring in
          ring.components(separatedBy: ",").map { pair in
            let numbers = pair.split(separator: " ").map { Int32((Double($0)! * 1e7).rounded()) }
            return FixedPoint(x: numbers[0], y: numbers[1])
          }
        }
      })
  }

  /// A ring from its least corner on, toward the lesser neighbor.
  private static func ring(_ points: [FixedPoint]) -> String {
    let corners = withoutStraight(Array(points.dropLast()))
    let start = corners.indices.min { corners[$0].sortKey < corners[$1].sortKey }!
    var turned = Array(corners[start...] + corners[..<start])
    if turned[1].sortKey > turned[turned.count - 1].sortKey { turned = [turned[0]] + turned.dropFirst().reversed() }
    return turned.map { "\($0.x),\($0.y)" }.joined(separator: " ")
  }

  /// The corners at which a ring turns.
  private static func withoutStraight(_ points: [FixedPoint]) -> [FixedPoint] {
    points.indices.filter { index in
      let (a, b, c) = (
        points[(index + points.count - 1) % points.count], points[index], points[(index + 1) % points.count]
      )
      let left = (Int64(b.x) - Int64(a.x)) * (Int64(c.y) - Int64(b.y))
      return left != (Int64(b.y) - Int64(a.y)) * (Int64(c.x) - Int64(b.x))
    }.map { points[$0] }
  }
}
