import Foundation
import GeoModel

// How edges become faces, which are the pieces of the map that no edge divides:
// 1. Each edge has two sides. The next side around the same face is the sharpest left turn at the edge's end.
// 2. Sides that follow each other back to the start form a ring. It encloses its face or a hole in it.
// 3. The edges crossed by a westward ray from a ring determine the areas of its face. From the westernmost corner of a
//    hole, the ray first meets another ring of the same face.

/// The pieces of the map between edges.
struct Faces {
  /// The face of each side of each edge. A side is twice the edge's index for the left of its eastward direction, plus
  /// 1 for the right.
  private(set) var faceOfSide: [Int32] = []
  /// The areas that contain each face, ascending.
  private(set) var areas: [[Int32]] = []
  /// The area of each face in square meters; 0 for the outer face.
  private(set) var squareMeters: [Double] = []

  private let edges: [Edge]

  /// Finds the faces between edges that meet only at their ends.
  init(_ noded: NodedEdges) {
    edges = noded.edges
    let next = Self.nextSides(edges)
    var ringOfSide = [Int32](repeating: -1, count: edges.count * 2)
    var rings: [[Int32]] = []
    for side in ringOfSide.indices where ringOfSide[side] < 0 {
      var ring: [Int32] = []
      var current = Int32(side)
      while ringOfSide[Int(current)] < 0 {
        ringOfSide[Int(current)] = Int32(rings.count)
        ring.append(current)
        current = next[Int(current)]
      }
      rings.append(ring)
    }
    let sizes = rings.map { signedSquareMeters($0) }
    let rays = WestwardRays(edges, noded.owners)
    var union = DisjointSets(count: rings.count)
    var areasOfRing: [[Int32]] = []
    for (index, ring) in rings.enumerated() {
      let (areas, met) = rays.cast(from: start(of: ring, isHole: sizes[index] <= 0))
      areasOfRing.append(areas)
      if sizes[index] <= 0, let met { union.join(Int32(index), ringOfSide[Int(met)]) }
    }
    var faces: [Int32: Int32] = [:]
    for index in rings.indices {
      let root = union.root(Int32(index))
      if faces[root] == nil {
        faces[root] = Int32(areas.count)
        areas.append(areasOfRing[Int(root)])
        squareMeters.append(0)
      }
      squareMeters[Int(faces[root]!)] += sizes[index]
    }
    faceOfSide = ringOfSide.map { faces[union.root($0)]! }
    squareMeters = squareMeters.map { max($0, 0) }
  }

  /// The start and end of a side, with its face on the left.
  private func ends(_ side: Int32) -> (GridPoint, GridPoint) { Self.ends(side, edges) }

  private static func ends(_ side: Int32, _ edges: [Edge]) -> (GridPoint, GridPoint) {
    let edge = edges[Int(side / 2)]
    return side % 2 == 0 ? (edge.low, edge.high) : (edge.high, edge.low)
  }

  /// The next side around the face of each side.
  private static func nextSides(_ edges: [Edge]) -> [Int32] {
    var leaving: [GridPoint: [Int32]] = [:]
    for side in 0..<Int32(edges.count * 2) { leaving[ends(side, edges).0, default: []].append(side) }
    var next = [Int32](repeating: 0, count: edges.count * 2)
    for sides in leaving.values {
      let turning = sides.map { (direction(ends($0, edges)), $0) }.sorted { $0 < $1 }.map(\.1)
      for (position, side) in turning.enumerated() {
        // After arriving along this edge, the ring leaves along the one before it in counterclockwise order.
        next[Int(side ^ 1)] = turning[(position + turning.count - 1) % turning.count]
      }
    }
    return next
  }

  private static func direction(_ ends: (GridPoint, GridPoint)) -> Double {
    atan2(Double(ends.1.y) - Double(ends.0.y), Double(ends.1.x) - Double(ends.0.x))
  }

  /// The area of a ring: positive around its face, negative around a hole.
  private func signedSquareMeters(_ ring: [Int32]) -> Double {
    let origin = ends(ring[0]).0
    var sum = 0.0
    for side in ring {
      let (a, b) = ends(side)
      let (ax, ay) = (Double(a.x) - Double(origin.x), Double(a.y) - Double(origin.y))
      let (bx, by) = (Double(b.x) - Double(origin.x), Double(b.y) - Double(origin.y))
      sum += ax * by - ay * bx
    }
    return sum / 2 * Meters.perUnit * Meters.perUnit * Meters.shrinking(at: origin)
  }

  /// The side from which to cast a ray: one that goes north, so that its face is to the west.
  private func start(of ring: [Int32], isHole: Bool) -> Int32? {
    guard isHole else {
      let tallest = ring.max { rise($0) < rise($1) }
      return tallest.flatMap { rise($0) > 0 ? $0 : nil }
    }
    let position = ring.indices.min { ends(ring[$0]).0 < ends(ring[$1]).0 }!
    let around = [ring[position], ring[(position + ring.count - 1) % ring.count]]
    return around.first { rise($0) > 0 }
  }

  private func rise(_ side: Int32) -> Int64 { Int64(ends(side).1.y) - Int64(ends(side).0.y) }
}

/// Conversions from units of 1e-7 degree to lengths on the ground.
enum Meters {
  /// The length of a unit to the north, in meters.
  static let perUnit = 111_195e-7

  /// The factor by which a unit to the east is shorter.
  static func shrinking(at point: GridPoint) -> Double { cos(Double(point.y) * 1e-7 * .pi / 180) }

  /// The length of an edge.
  static func length(_ edge: Edge) -> Double {
    let x = (Double(edge.high.x) - Double(edge.low.x)) * shrinking(at: edge.low)
    let y = Double(edge.high.y) - Double(edge.low.y)
    return (x * x + y * y).squareRoot() * perUnit
  }
}

/// Westward rays, whose crossed edges determine the areas that contain their start.
private struct WestwardRays {
  private let edges: [Edge]
  private let owners: [[Int32]]
  private var rows: [[Int32]]
  /// The height of a row, in 1e-7 degree.
  private static let step: Int64 = 50_000

  init(_ edges: [Edge], _ owners: [[Int32]]) {
    self.edges = edges
    self.owners = owners
    rows = Array(repeating: [], count: Int(1_800_000_000 / Self.step) + 1)
    for (index, edge) in edges.enumerated() where edge.low.y != edge.high.y {
      let first = Self.row(Double(min(edge.low.y, edge.high.y)))
      for row in first...Self.row(Double(max(edge.low.y, edge.high.y))) { rows[row].append(Int32(index)) }
    }
  }

  private static func row(_ y: Double) -> Int { Int((y + 900_000_000) / Double(step)) }

  /// The areas west of a northward side, near its western end, and the first side that the ray meets.
  func cast(from side: Int32?) -> (areas: [Int32], met: Int32?) {
    guard let side else { return ([], nil) }
    let own = edges[Int(side / 2)]
    let west = own.low
    // The ray starts near the western end, since only there no other edge of a hole is in the way. At the end itself it
    // could meet other edges.
    let y = Double(west.y) + (side % 2 == 0 ? 0.01 : -0.01)
    let x = Self.x(of: own, at: y)
    var odd: [Int32] = []
    var nearest: (x: Double, edge: Int32)?
    for index in rows[Self.row(y)] where index != side / 2 {
      let edge = edges[Int(index)]
      guard (Double(edge.low.y) > y) != (Double(edge.high.y) > y) else { continue }
      let crossing = Self.x(of: edge, at: y)
      guard crossing < x else { continue }
      odd = NodedEdges.symmetricDifference(odd, owners[Int(index)])
      if nearest.map({ crossing > $0.x }) ?? true { nearest = (crossing, index) }
    }
    // The side facing east is the southward one.
    let met = nearest.map { $0.edge * 2 + (edges[Int($0.edge)].low.y < edges[Int($0.edge)].high.y ? 1 : 0) }
    return (odd, met)
  }

  private static func x(of edge: Edge, at y: Double) -> Double {
    let share = (y - Double(edge.low.y)) / (Double(edge.high.y) - Double(edge.low.y))
    return Double(edge.low.x) + share * (Double(edge.high.x) - Double(edge.low.x))
  }
}

/// Disjoint sets that can be merged.
struct DisjointSets {
  private var parents: [Int32]

  init(count: Int) { parents = Array(0..<Int32(count)) }

  /// The number of the set that contains an element.
  mutating func root(_ element: Int32) -> Int32 {
    var root = element
    while parents[Int(root)] != root {
      parents[Int(root)] = parents[Int(parents[Int(root)])]
      root = parents[Int(root)]
    }
    return root
  }

  /// Merges two sets under the number of the second.
  mutating func join(_ a: Int32, _ b: Int32) { parents[Int(root(a))] = root(b) }
}
