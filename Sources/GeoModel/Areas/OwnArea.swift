/// A user-defined area as read from a file, before it is indexed.
package struct OwnArea: Hashable, Sendable {
  /// Its name, id and properties in placemarks.
  package var label: LayerArea
  /// Polygons of rings, the outer one first; closed or not, in either direction. Polygons may overlap, but do not cross
  /// the antimeridian.
  package var polygons: [[[FixedPoint]]]

  /// Creates an area from polygons.
  package init(label: LayerArea, polygons: [[[FixedPoint]]]) { (self.label, self.polygons) = (label, polygons) }

  /// Its size in squares of 1e-7 degree, without holes; only good for comparing.
  package var size: Double {
    polygons.reduce(0) { sum, polygon in
      sum
        + polygon.enumerated().reduce(0) { area, ring in
          area + OwnArea.size(of: ring.element) * (ring.offset == 0 ? 1 : -1)
        }
    }
  }

  private static func size(of ring: [FixedPoint]) -> Double {
    guard var from = ring.last else { return 0 }
    var sum = 0.0
    for to in ring {
      sum += Double(from.x) * Double(to.y) - Double(to.x) * Double(from.y)
      from = to
    }
    return abs(sum) / 2
  }
}
