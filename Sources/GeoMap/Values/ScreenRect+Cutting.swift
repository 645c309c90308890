extension ScreenRect {
  /// Clips an area to the rectangle, by the algorithm of Sutherland and Hodgman. Where the area extends beyond it, the
  /// result follows the rectangle's edges. Returns no corners when nothing is left.
  ///
  /// - Parameter ring: the area's corners, without the first one repeated at the end.
  package func cutting(_ ring: [ScreenPoint]) -> [ScreenPoint] {
    var corners = ring
    func cut(_ isInside: (ScreenPoint) -> Bool, _ crossing: (ScreenPoint, ScreenPoint) -> ScreenPoint) {
      guard var last = corners.last else { return }
      var result: [ScreenPoint] = []
      for corner in corners {
        if isInside(corner) != isInside(last) { result.append(crossing(last, corner)) }
        if isInside(corner) { result.append(corner) }
        last = corner
      }
      corners = result
    }
    func atX(_ x: Double) -> (ScreenPoint, ScreenPoint) -> ScreenPoint {
      { p, q in ScreenPoint(x: x, y: p.y + (q.y - p.y) * ((x - p.x) / (q.x - p.x))) }
    }
    func atY(_ y: Double) -> (ScreenPoint, ScreenPoint) -> ScreenPoint {
      { p, q in ScreenPoint(x: p.x + (q.x - p.x) * ((y - p.y) / (q.y - p.y)), y: y) }
    }
    cut({ $0.x >= minX }, atX(minX))
    cut({ $0.x <= maxX }, atX(maxX))
    cut({ $0.y >= minY }, atY(minY))
    cut({ $0.y <= maxY }, atY(maxY))
    return corners
  }
}
