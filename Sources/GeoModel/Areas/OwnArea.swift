/// An area of one's own as it was read from a file, before it is looked up.
package struct OwnArea: Hashable, Sendable {
  /// What answers say of it.
  package var label: LayerArea
  /// Polygons of rings, the outer one first; closed or not, in any direction. They may overlap, and do not cross the antimeridian.
  package var polygons: [[[FixedPoint]]]

  /// An area of polygons.
  package init(label: LayerArea, polygons: [[[FixedPoint]]]) { (self.label, self.polygons) = (label, polygons) }

  /// Its size in square degrees of 1e-7, only good for comparing. Holes are left out.
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
