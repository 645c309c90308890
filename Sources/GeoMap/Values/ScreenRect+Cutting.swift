extension ScreenRect {
  /// The corners of the part of an area that lies within (Sutherland and Hodgman); none when nothing does. What is cut off becomes lines along
  /// the edges of the rectangle.
  ///
  /// - Parameter ring: the area's corners, the first one not repeated at the end.
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
