import GeoMap

/// Cuts lines and rings to a rectangle, so that a country's boundary is not drawn for the sake of a street.
struct Clip {
  private let box: ScreenRect

  init(_ box: ScreenRect) { self.box = box }

  /// The corners of the part of a ring that lies within (Sutherland and Hodgman); none when nothing does.
  func ring(_ ring: [ScreenPoint]) -> [ScreenPoint] {
    if ring.allSatisfy(isInside) { return ring }
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
    for x in [box.minX, box.maxX] {
      cut({ x == box.minX ? $0.x >= x : $0.x <= x }) { p, q in
        ScreenPoint(x: x, y: p.y + (q.y - p.y) * ((x - p.x) / (q.x - p.x)))
      }
    }
    for y in [box.minY, box.maxY] {
      cut({ y == box.minY ? $0.y >= y : $0.y <= y }) { p, q in
        ScreenPoint(x: p.x + (q.x - p.x) * ((y - p.y) / (q.y - p.y)), y: y)
      }
    }
    return corners
  }

  /// The stretches of a line that come near: each with one vertex before and behind.
  func lines(_ line: [ScreenPoint]) -> [[ScreenPoint]] {
    var lines: [[ScreenPoint]] = []
    var isOpen = false
    for (p, q) in zip(line, line.dropFirst()) {
      let isNear =
        max(p.x, q.x) >= box.minX && min(p.x, q.x) <= box.maxX && max(p.y, q.y) >= box.minY && min(p.y, q.y) <= box.maxY
      if isNear {
        if isOpen { lines[lines.count - 1].append(q) } else { lines.append([p, q]) }
      }
      isOpen = isNear
    }
    return lines
  }

  private func isInside(_ point: ScreenPoint) -> Bool {
    point.x >= box.minX && point.x <= box.maxX && point.y >= box.minY && point.y <= box.maxY
  }
}
