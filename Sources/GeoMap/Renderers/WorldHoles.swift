import GeoModel

/// Cuts holes at the edges of a polygon as wide as the world, beyond which the polygon shows again.
enum WorldHoles {
  /// The ring of a hole, or its parts at both edges of the polygon if it goes on beyond one of them.
  ///
  /// - Parameter outline: the rectangle around the polygon.
  static func parts(of hole: Polygon, within outline: MapRect) -> [[MapPoint]] {
    let (world, bounds) = (MapSize.world.width, hole.boundingMapRect)
    guard outline.width >= world, bounds.minX < outline.minX || bounds.maxX > outline.maxX else { return [hole.points] }
    return [-world, 0, world].compactMap { shift in
      let ring = hole.points.map { MapPoint(x: $0.x + shift, y: $0.y) }
      let part = cut(cut(ring, at: outline.minX, side: 1), at: outline.maxX, side: -1)
      return part.isEmpty ? nil : part
    }
  }

  /// The part of a ring east (1) or west (-1) of an edge.
  private static func cut(_ ring: [MapPoint], at edge: Double, side: Double) -> [MapPoint] {
    guard var last = ring.last else { return [] }
    var result: [MapPoint] = []
    for point in ring {
      let (wasKept, isKept) = ((last.x - edge) * side >= 0, (point.x - edge) * side >= 0)
      if wasKept != isKept {
        let part = (edge - last.x) / (point.x - last.x)
        result.append(MapPoint(x: edge, y: last.y + part * (point.y - last.y)))
      }
      if isKept { result.append(point) }
      last = point
    }
    return result
  }
}
