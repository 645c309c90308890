import GeoMap

/// Cuts lines and rings to a rectangle, so that a country's boundary is not drawn for the sake of a street.
struct Clip {
  private let box: ScreenRect

  init(_ box: ScreenRect) { self.box = box }

  /// The corners of the part of a ring that lies within; none when nothing does.
  func ring(_ ring: [ScreenPoint]) -> [ScreenPoint] { ring.allSatisfy(isInside) ? ring : box.cutting(ring) }

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

  /// A line without vertices that are less than a third of a point from the one before.
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
