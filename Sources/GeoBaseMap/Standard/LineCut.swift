import GeoMap

/// Cuts lines exactly at the edges of a rectangle.
enum LineCut {
  /// Returns the sections of a line within a rectangle.
  static func parts(of line: [ScreenPoint], in bounds: ScreenRect) -> [[ScreenPoint]] {
    func isInside(_ point: ScreenPoint) -> Bool {
      point.x >= bounds.minX && point.x <= bounds.maxX && point.y >= bounds.minY && point.y <= bounds.maxY
    }
    if line.allSatisfy(isInside) { return [line] }
    var parts: [[ScreenPoint]] = []
    for (p, q) in zip(line, line.dropFirst()) {
      guard let (start, end) = stretch(p, q, bounds) else { continue }
      let from = start == 0 ? p : at(start, p, q)
      let to = end == 1 ? q : at(end, p, q)
      if parts.last?.last == from { parts[parts.count - 1].append(to) } else { parts.append([from, to]) }
    }
    return parts
  }

  private static func at(_ part: Double, _ p: ScreenPoint, _ q: ScreenPoint) -> ScreenPoint {
    ScreenPoint(x: p.x + (q.x - p.x) * part, y: p.y + (q.y - p.y) * part)
  }

  /// The section of a straight line within a rectangle, as fractions from 0 to 1; nil for none.
  private static func stretch(
    _ p: ScreenPoint, _ q: ScreenPoint, _ bounds: ScreenRect
  ) -> (start: Double, end: Double)? {
    var (start, end) = (0.0, 1.0)
    for (from, step, low, high) in [
      (p.x, q.x - p.x, bounds.minX, bounds.maxX), (p.y, q.y - p.y, bounds.minY, bounds.maxY),
    ] {
      if step == 0 {
        if from < low || from > high { return nil }
        continue
      }
      let (a, b) = ((low - from) / step, (high - from) / step)
      start = max(start, min(a, b))
      end = min(end, max(a, b))
    }
    return start < end ? (start, end) : nil
  }
}
