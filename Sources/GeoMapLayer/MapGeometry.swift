/// A point of the map layer: units of a stored level from the north-western corner of the world, or of a square.
public struct MapGridPoint: Hashable, BitwiseCopyable, Sendable {
  /// To the east.
  public var x: Int32
  /// To the south.
  public var y: Int32

  /// A point of two numbers.
  @inlinable public init(x: Int32, y: Int32) {
    self.x = x
    self.y = y
  }
}

/// Rings in whole units, the first point not repeated.
public enum MapRings {
  /// Twice the area of a ring in square units, positive for one that goes clockwise on the map.
  public static func doubledArea(_ ring: [MapGridPoint]) -> Int64 {
    guard var p = ring.last else { return 0 }
    var area: Int64 = 0
    for q in ring {
      area += Int64(p.x) * Int64(q.y) - Int64(q.x) * Int64(p.y)
      p = q
    }
    return area
  }

  /// Whether rings go around a point, holes taken off.
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
