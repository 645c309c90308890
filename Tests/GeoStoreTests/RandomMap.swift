import GeoModel
import GeoStore
@testable import GeoStoreWriting
import GeoTestKit

/// A random map of the whole Earth for comparison with the oracle: a patchwork with shared edges, polygons of all sizes
/// with holes, and buildings.
struct RandomMap {
  var content = StoreContent()
  /// The rings of every area, by name.
  var rings: [String: [[FixedPoint]]] = [:]
  /// The names of the areas of the patchwork: every point is in exactly one of them.
  var patches: Set<String> = []
  var generator: SeededGenerator

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
    addPatchwork(columns: 12, rows: 9)
    for index in 0..<40 { addPolygon("star \(index)") }
  }

  private mutating func add(_ name: String, _ polygon: [[FixedPoint]]) {
    rings[name] = polygon
    content.area(name, level: 8, polygons: [polygon])
  }

  /// Quadrilaterals with randomly shifted corners, over the whole Earth.
  private mutating func addPatchwork(columns: Int, rows: Int) {
    var corners: [[FixedPoint]] = []
    for row in 0...rows {
      corners.append(
        (0...columns).map { column in
          let x = -1_800_000_000 + 3_600_000_000 / columns * column
          let y = -900_000_000 + 1_800_000_000 / rows * row
          let freeX = column > 0 && column < columns
          let freeY = row > 0 && row < rows
          return FixedPoint(
            x: Int32(x + (freeX ? Int.random(in: -90_000_000...90_000_000, using: &generator) : 0)),
            y: Int32(y + (freeY ? Int.random(in: -60_000_000...60_000_000, using: &generator) : 0)))
        })
    }
    for row in 0..<rows {
      for column in 0..<columns {
        let name = "patch \(column) \(row)"
        let ring = [
          corners[row][column], corners[row][column + 1], corners[row + 1][column + 1], corners[row + 1][column],
        ]
        patches.insert(name)
        add(name, [ring + [ring[0]]])
      }
    }
  }

  /// A star with a hole, from the size of a house to that of a continent.
  private mutating func addPolygon(_ name: String) {
    let center = point()
    let size = Int(exp2(Double.random(in: 9...29, using: &generator)))
    let outer = star(center, size: size, vertices: Int.random(in: 3...60, using: &generator))
    let inner = star(center, size: size / 4, vertices: Int.random(in: 3...20, using: &generator))
    add(name, [outer, inner])
  }

  private mutating func star(_ center: FixedPoint, size: Int, vertices: Int) -> [FixedPoint] {
    var ring = (0..<vertices).map { _ in
      FixedPoint(
        x: Int32(clamping: max(-1_800_000_000, min(1_800_000_000, Int(center.x) + offset(size)))),
        y: Int32(clamping: max(-900_000_000, min(900_000_000, Int(center.y) + offset(size)))))
    }
    ring.append(ring[0])
    return ring
  }

  private mutating func offset(_ size: Int) -> Int { Int.random(in: -size...size, using: &generator) }

  /// A random point of the Earth.
  mutating func point() -> FixedPoint {
    FixedPoint(
      x: Int32.random(in: -1_800_000_000...1_800_000_000, using: &generator),
      y: Int32.random(in: -900_000_000...900_000_000, using: &generator))
  }

  /// Points anywhere, on vertices, next to vertices, on the middle of edges, at the poles and on the antimeridian.
  mutating func probes(_ count: Int) -> [FixedPoint] {
    var probes = [
      FixedPoint(x: 0, y: -900_000_000), FixedPoint(x: 1_800_000_000, y: -900_000_000),
      FixedPoint(x: 1_800_000_000, y: 0),
      FixedPoint(x: 1_800_000_000, y: 899_999_999),
    ]
    let vertices = rings.values.flatMap { $0.flatMap { $0 } }.sorted { ($0.x, $0.y) < ($1.x, $1.y) }
    while probes.count < count {
      probes.append(point())
      let vertex = vertices[Int.random(in: 0..<vertices.count, using: &generator)]
      probes.append(vertex)
      probes.append(FixedPoint(x: min(vertex.x + 1, 1_800_000_000), y: vertex.y))
      probes.append(FixedPoint(x: vertex.x, y: max(vertex.y - 1, -900_000_000)))
      let other = vertices[Int.random(in: 0..<vertices.count, using: &generator)]
      probes.append(
        FixedPoint(x: Int32((Int(vertex.x) + Int(other.x)) / 2), y: Int32((Int(vertex.y) + Int(other.y)) / 2)))
    }
    return probes
  }

  private func exp2(_ exponent: Double) -> Double {
    var value = 1.0
    for _ in 0..<Int(exponent) { value *= 2 }
    return value * (1 + exponent - exponent.rounded(.down))
  }
}
