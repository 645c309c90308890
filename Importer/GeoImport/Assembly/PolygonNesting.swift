import GeoModel

/// Finds out which rings are holes of which.
enum PolygonNesting {
  /// A ring with what is found out about it.
  private struct Ring {
    var points: [FixedPoint]
    var box: FixedBox
    var doubledArea: Double
    var depth = 0
    var parent: Int?
  }

  /// Groups rings, which may touch but not cross, to polygons: an outer ring followed by its holes.
  static func polygons(of points: [[FixedPoint]]) -> [[[FixedPoint]]] {
    if points.count == 1 { return [points] }
    var rings = points.map { Ring(points: $0, box: box(of: $0), doubledArea: doubledArea(of: $0)) }
    // From the largest, so that a ring's surroundings come before it and the last one found is the smallest.
    rings.sort { $0.doubledArea > $1.doubledArea }
    for index in rings.indices { place(index, in: &rings) }
    var polygons: [[[FixedPoint]]] = []
    var polygonOfRing: [Int: Int] = [:]
    for (index, ring) in rings.enumerated() {
      if ring.depth % 2 == 0 {
        polygonOfRing[index] = polygons.count
        polygons.append([ring.points])
      } else if let parent = ring.parent, let polygon = polygonOfRing[parent] {
        polygons[polygon].append(ring.points)
      }
    }
    return polygons
  }

  /// Counts the larger rings around a ring. The midpoint of its first edge decides: corners may be shared, edges are not.
  private static func place(_ index: Int, in rings: inout [Ring]) {
    let points = rings[index].points
    let x = Int64(points[0].x) + Int64(points[1].x)
    let y = Int64(points[0].y) + Int64(points[1].y)
    for other in 0..<index where rings[other].box.contains(rings[index].box) {
      guard EvenOdd.contains(rings[other].points[...], doubledX: x, doubledY: y) else { continue }
      rings[index].depth += 1
      rings[index].parent = other
    }
  }

  /// The smallest box that holds a ring.
  private static func box(of ring: [FixedPoint]) -> FixedBox {
    ring.reduce(into: FixedBox.empty) { $0.formUnion($1) }
  }

  /// Twice the area in square units; only compared, so rounding does no harm.
  private static func doubledArea(of ring: [FixedPoint]) -> Double {
    let origin = ring[0]
    var sum = 0.0
    for index in 1..<ring.count {
      let (ax, ay) = (Double(ring[index - 1].x) - Double(origin.x), Double(ring[index - 1].y) - Double(origin.y))
      let (bx, by) = (Double(ring[index].x) - Double(origin.x), Double(ring[index].y) - Double(origin.y))
      sum += ax * by - bx * ay
    }
    return abs(sum)
  }
}
