import Foundation
import GeoTestKit
import OSMFile
import Testing

/// Extracts that demand too much of an import, made by code.
///
/// Each is small and valid, and has once caused gigabytes, minutes or a trap, or is similar to one that did.
struct HostileMap: CustomTestStringConvertible, Sendable {
  let name: String
  private(set) var nodes: [OSMNode] = []
  private(set) var ways: [OSMWay] = []
  private(set) var relations: [OSMRelation] = []
  var testDescription: String { name }

  /// The number of vertices and tags, for each of which the store may take a few hundred bytes.
  var size: Int {
    ways.reduce(0) { $0 + $1.refs.count } + relations.reduce(0) { $0 + $1.members.count }
      + nodes.reduce(0) { $0 + 1 + $1.tags.count }
  }

  static let street = ["highway": "residential", "name": "Street"]

  private init(_ name: String, _ fill: (inout HostileMap) -> Void) {
    self.name = name
    fill(&self)
  }

  /// Adds a node; ids count up from 1.
  private mutating func node(_ latitude: Double, _ longitude: Double, _ tags: [String: String] = [:]) -> Int64 {
    nodes.append(OSMNode(id: Int64(nodes.count) + 1, latitude: latitude, longitude: longitude, tags: tags))
    return Int64(nodes.count)
  }

  private mutating func way(_ refs: [Int64], _ tags: [String: String]) {
    ways.append(OSMWay(id: Int64(ways.count) + 1, refs: refs, tags: tags))
  }

  /// All of them.
  static let all: [HostileMap] = [
    HostileMap("streets of nodes anywhere on Earth") { map in
      var random = SeededGenerator(seed: 1)
      for count in [2, 3, 20, 200] {
        let refs = (0..<count).map { _ in
          map.node(.random(in: -90...90, using: &random), .random(in: -180...180, using: &random))
        }
        map.way(refs, street)
      }
    },
    HostileMap("a house and a boundary that cross themselves over tens of degrees") { map in
      var random = SeededGenerator(seed: 2)
      var refs = (0..<40).map { _ in
        map.node(.random(in: 20...60, using: &random), .random(in: -20...30, using: &random))
      }
      refs.append(refs[0])
      map.way(refs, ["building": "yes", "addr:housenumber": "1", "addr:street": "Street"])
      map.way(refs, ["boundary": "administrative", "admin_level": "8", "name": "Town"])
    },
    HostileMap("two thousand streets through one point") { map in
      let center = map.node(47, 9)
      for number in 0..<2000 {
        let angle = Double(number) * .pi / 2000
        let far = (map.node(47 + 0.2 * angle, 9.3 - 0.1 * angle), map.node(47 - 0.2 * angle, 8.7 + 0.1 * angle))
        map.way([far.0, center, far.1], street)
      }
    },
    HostileMap("a boundary whose references jump about") { map in
      var random = SeededGenerator(seed: 3)
      let corners = (0..<60).map { index in map.node(47 + Double(index % 8) / 100, 9 + Double(index / 8) / 100) }
      var refs = (0..<3000).map { _ in corners.randomElement(using: &random)! }
      refs.append(refs[0])
      map.way(refs, ["boundary": "administrative", "admin_level": "8", "name": "Town"])
      map.way(refs, street)
    },
    HostileMap("numbers and names at their limits") { map in
      let first = map.node(47, 9, ["addr:housenumber": "1", "addr:street": "Street"])
      let last = map.node(47.001, 9, ["addr:housenumber": "1152921504606846976", "addr:street": "Street"])
      let letters = map.node(47.002, 9, ["addr:housenumber": "zzzzzzzzzzzzzzzz", "addr:street": "Street"])
      map.way([first, last], ["addr:interpolation": "all"])
      map.way([last, letters], ["addr:interpolation": "alphabetic"])
      _ = map.node(
        47, 9.001, ["place": "city", "name": "\u{1b}[31m\n\u{9b}2J\u{2028}", "population": "99999999999999999999"])
      _ = map.node(47, 9.002, ["place": "town", "name": String(repeating: "ñ", count: 100_000)])
      var tags = ["amenity": "cafe", "name": "Café"]
      for number in 0..<2000 { tags["key:\(number)"] = "\(number)" }
      _ = map.node(47, 9.003, tags)
      let ring = [map.node(46, 8), map.node(46, 10), map.node(48, 10), map.node(48, 8)]
      let boundary = ["boundary": "administrative", "name": "Land", "population": "-1"]
      map.way(ring + [ring[0]], boundary.merging(["admin_level": "9223372036854775808"]) { $1 })
    },
    HostileMap("streets and houses at the edges of the globe") { map in
      map.way([map.node(90, 0), map.node(90, 180), map.node(-90, 0)], street)
      map.way([map.node(10, 180), map.node(10, -180), map.node(11, 180)], street)
      map.way([map.node(-90, -180), map.node(90, 180)], street)
      map.way([map.node(47, 9), map.node(-47, -171)], street)
      let corners = [(-90.0, -180.0), (-90, 180), (90, 180), (90, -180)].map { map.node($0.0, $0.1) }
      map.way(corners + [corners[0]], ["building": "yes", "addr:housenumber": "1", "addr:street": "Street"])
    },
    HostileMap("relations that are members of each other, and the same way many times") { map in
      let ring = [map.node(47, 9), map.node(47, 9.1), map.node(47.1, 9.1)]
      map.way(ring + [ring[0]], [:])
      let member = OSMMember(.way, 1, role: "outer")
      let tags = ["type": "multipolygon", "boundary": "administrative", "admin_level": "8", "name": "Town"]
      map.relations.append(OSMRelation(id: 1, members: Array(repeating: member, count: 5000), tags: tags))
      for id in Int64(2)...60 {
        let others = (Int64(2)...60).map { OSMMember(.relation, $0, role: "outer") }
        map.relations.append(OSMRelation(id: id, members: others, tags: tags))
      }
    },
    HostileMap("a boundary of a star whose edges all cross") { map in
      let corners = (0..<301).map { index in
        // Nearly half a turn further each time.
        let angle = Double(index * 150) / 301 * 2 * .pi
        return map.node(47 + 0.1 * sin(angle), 9 + 0.1 * cos(angle))
      }
      map.way(corners + [corners[0]], ["boundary": "administrative", "admin_level": "8", "name": "Star"])
    },
    HostileMap("two thousand houses on one point") { map in
      for number in 0..<2000 { _ = map.node(47, 9, ["addr:housenumber": "\(number)", "addr:street": "Street"]) }
    },
  ]
}
