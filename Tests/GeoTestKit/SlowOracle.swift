import Foundation
import GeoModel

/// Slow and simple geometry, written independently of the product's code, for comparison.
package enum SlowOracle {
  /// Whether a point is inside an odd number of rings. Exact for any integers.
  ///
  /// Counts the edges that cross the point's latitude at or east of the point. The product counts those strictly west;
  /// the total number of crossings is even, so both counts are odd or neither is. An edge includes its lower end but
  /// not its upper one.
  package static func contains(_ point: FixedPoint, rings: [[FixedPoint]]) -> Bool {
    var crossingsEast = 0
    for ring in rings {
      for (from, to) in zip(ring, ring.dropFirst()) {
        let (low, high) = from.y < to.y ? (from, to) : (to, from)
        guard low.y <= point.y, point.y < high.y else { continue }
        // The crossing's x is low.x + (high.x - low.x) * rise / height; both sides are multiplied by the positive
        // height.
        let height = Int128(high.y) - Int128(low.y)
        let rise = Int128(point.y) - Int128(low.y)
        let crossing = Int128(low.x) * height + (Int128(high.x) - Int128(low.x)) * rise
        if crossing >= Int128(point.x) * height { crossingsEast += 1 }
      }
    }
    return crossingsEast % 2 == 1
  }

  /// The distance in meters from a point to the nearest place of a line, along great circles on the sphere.
  ///
  /// Uses unit vectors in space: no projection, no special cases at poles or the antimeridian.
  package static func distanceMeters(from point: FixedPoint, toLine line: [FixedPoint]) -> Double {
    let p = vector(point)
    let vectors = line.map { vector($0) }
    var nearest = vectors.map { angle(p, $0) }.min() ?? .infinity
    for (a, b) in zip(vectors, vectors.dropFirst()) {
      let normal = cross(a, b)
      let length = sqrt(dot(normal, normal))
      guard length > 1e-15 else { continue }
      // The foot of the perpendicular is on the arc if it is on the inner side of both ends.
      let onArc = dot(cross(normal, a), p) > 0 && dot(cross(b, normal), p) > 0
      if onArc { nearest = min(nearest, abs(asin(max(-1, min(1, dot(normal, p) / length))))) }
    }
    return nearest * Geodesy.earthRadiusMeters
  }

  private typealias Vector = (x: Double, y: Double, z: Double)

  private static func vector(_ point: FixedPoint) -> Vector {
    let latitude = Double(point.y) / 1e7 * .pi / 180
    let longitude = Double(point.x) / 1e7 * .pi / 180
    return (cos(latitude) * cos(longitude), cos(latitude) * sin(longitude), sin(latitude))
  }

  private static func dot(_ a: Vector, _ b: Vector) -> Double { a.x * b.x + a.y * b.y + a.z * b.z }

  private static func cross(_ a: Vector, _ b: Vector) -> Vector {
    (a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
  }

  /// The angle between two unit vectors, accurate for tiny angles too.
  private static func angle(_ a: Vector, _ b: Vector) -> Double {
    let normal = cross(a, b)
    return atan2(sqrt(dot(normal, normal)), dot(a, b))
  }
}
