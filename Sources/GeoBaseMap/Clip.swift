import GeoMap

/// Clips lines and rings to a rectangle, so that a view of a single street does not draw a country's whole boundary.
struct Clip {
  private let box: ScreenRect

  init(_ box: ScreenRect) { self.box = box }

  /// Returns the corners of the part of a ring inside the rectangle; none when nothing is inside.
  func ring(_ ring: [ScreenPoint]) -> [ScreenPoint] { ring.allSatisfy(isInside) ? ring : box.cutting(ring) }

  /// Returns the sections of a line near the rectangle, each with one vertex before and after.
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

  /// Returns a line without vertices that are less than a third of a point from the previous one.
  static func thinned(_ line: [ScreenPoint]) -> [ScreenPoint] {
    guard line.count > 2, var last = line.first, let end = line.last else { return line }
    var thin = [last]
    thin.reserveCapacity(line.count)
    for point in line.dropFirst().dropLast() where max(abs(point.x - last.x), abs(point.y - last.y)) >= 0.33 {
      thin.append(point)
      last = point
    }
    thin.append(end)
    return thin
  }

  private func isInside(_ point: ScreenPoint) -> Bool {
    point.x >= box.minX && point.x <= box.maxX && point.y >= box.minY && point.y <= box.maxY
  }
}
