/// A point of the map layer, in units of a stored level, relative to the northwestern corner of the world or of a
/// square.
public struct MapGridPoint: Hashable, BitwiseCopyable, Sendable {
  /// Units eastward.
  public var x: Int32
  /// Units southward.
  public var y: Int32

  /// Creates a point.
  @inlinable public init(x: Int32, y: Int32) {
    self.x = x
    self.y = y
  }
}

/// Functions for rings in whole units, without the first point repeated at the end.
public enum MapRings {
  /// Twice the area of a ring in square units; positive for clockwise rings on the map.
  public static func doubledArea(_ ring: [MapGridPoint]) -> Int64 {
    guard var p = ring.last else { return 0 }
    var area: Int64 = 0
    for q in ring {
      area += Int64(p.x) * Int64(q.y) - Int64(q.x) * Int64(p.y)
      p = q
    }
    return area
  }

  /// Whether an area of rings contains a point, excluding holes.
  public static func contains(_ rings: [[MapGridPoint]], _ point: MapGridPoint) -> Bool {
    let (x, y) = (Double(point.x), Double(point.y))
    var isInside = false
    for ring in rings {
      guard var p = ring.last else { continue }
      for q in ring {
        if (p.y > point.y) != (q.y > point.y) {
          let part = (y - Double(p.y)) / (Double(q.y) - Double(p.y))
          if Double(p.x) + (Double(q.x) - Double(p.x)) * part < x { isInside.toggle() }
        }
        p = q
      }
    }
    return isInside
  }
}
