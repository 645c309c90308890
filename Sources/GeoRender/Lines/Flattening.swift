import GeoMap

/// A subpath as straight lines.
struct Line {
  var points: [ScreenPoint]
  var isClosed = false
}

extension Path {
  /// Returns the path as straight lines, within a tenth of a unit of its curves.
  ///
  /// - Parameter box: curves completely outside of it become one line each.
  func lines(within box: ScreenRect) -> [Line] {
    var lines: [Line] = []
    var line = Line(points: [])
    func end() {
      if line.points.count > 1 || line.isClosed { lines.append(line) }
      line = Line(points: [])
    }
    for element in elements {
      switch element {
      case .move(let point):
        end()
        line.points = [point]
      case .line(let point): line.points.append(point)
      case .quadratic(let control, let point):
        let start = line.points.last ?? control
        let a = ScreenPoint(x: start.x + (control.x - start.x) * 2 / 3, y: start.y + (control.y - start.y) * 2 / 3)
        let b = ScreenPoint(x: point.x + (control.x - point.x) * 2 / 3, y: point.y + (control.y - point.y) * 2 / 3)
        Curve(start: start, a: a, b: b, end: point).flatten(box, 0, &line.points)
      case .cubic(let a, let b, let point):
        Curve(start: line.points.last ?? a, a: a, b: b, end: point).flatten(box, 0, &line.points)
      case .close:
        let start = line.points.first
        line.isClosed = true
        end()
        // A part without a move begins where the closed part began.
        if let start { line.points = [start] }
      }
    }
    end()
    return lines
  }
}

/// A cubic Bézier curve.
private struct Curve {
  var start: ScreenPoint, a: ScreenPoint, b: ScreenPoint, end: ScreenPoint

  /// Adds the points after the first one.
  func flatten(_ box: ScreenRect, _ depth: Int, _ points: inout [ScreenPoint]) {
    let (minX, maxX) = (min(start.x, a.x, b.x, end.x), max(start.x, a.x, b.x, end.x))
    let (minY, maxY) = (min(start.y, a.y, b.y, end.y), max(start.y, a.y, b.y, end.y))
    let isOutside = minX > box.maxX || maxX < box.minX || minY > box.maxY || maxY < box.minY
    if depth == 24 || isOutside || isFlat {
      points.append(end)
      return
    }
    func middle(_ p: ScreenPoint, _ q: ScreenPoint) -> ScreenPoint {
      ScreenPoint(x: (p.x + q.x) / 2, y: (p.y + q.y) / 2)
    }
    let (sa, ab, be) = (middle(start, a), middle(a, b), middle(b, end))
    let (left, right) = (middle(sa, ab), middle(ab, be))
    let half = middle(left, right)
    Curve(start: start, a: sa, b: left, end: half).flatten(box, depth + 1, &points)
    Curve(start: half, a: right, b: be, end: end).flatten(box, depth + 1, &points)
  }

  /// Whether the curve stays within a tenth of a unit of the straight line (measure by Roger Willcocks).
  private var isFlat: Bool {
    let (ux, uy) = (3 * a.x - 2 * start.x - end.x, 3 * a.y - 2 * start.y - end.y)
    let (vx, vy) = (3 * b.x - 2 * end.x - start.x, 3 * b.y - 2 * end.y - start.y)
    return max(ux * ux, vx * vx) + max(uy * uy, vy * vy) <= 16 * 0.1 * 0.1
  }
}

extension Line {
  /// Returns the corners of the area within a box; none when nothing is inside.
  func area(within box: ScreenRect) -> [ScreenPoint] { box.cutting(points).map { $0.moved(into: box) } }

  /// Returns the parts of the line within a box, each with the distance along the line at which it begins (Liang and
  /// Barsky).
  func parts(within box: ScreenRect) -> [(line: Line, start: Double)] {
    let all = isClosed ? points + points.prefix(1) : points
    guard all.count > 1 else { return [] }
    if all.allSatisfy({ $0.x >= box.minX && $0.x <= box.maxX && $0.y >= box.minY && $0.y <= box.maxY }) {
      return [(self, 0)]
    }
    var parts: [(line: Line, start: Double)] = []
    var length = 0.0
    for (p, q) in zip(all, all.dropFirst()) {
      let step = p.distance(to: q)
      if let (from, to) = Line.inside(p, q, box) {
        func at(_ part: Double) -> ScreenPoint {
          guard part > 0, part < 1 else { return part == 0 ? p : q }
          return ScreenPoint(x: p.x + (q.x - p.x) * part, y: p.y + (q.y - p.y) * part).moved(into: box)
        }
        if from > 0 || parts.isEmpty || parts[parts.count - 1].line.points.last != p {
          parts.append((Line(points: [at(from)]), length + from * step))
        }
        parts[parts.count - 1].line.points.append(at(to))
      }
      length += step
    }
    return parts
  }

  /// The section between two points that lies in a box, as fractions; nil for none.
  private static func inside(_ p: ScreenPoint, _ q: ScreenPoint, _ box: ScreenRect) -> (Double, Double)? {
    var (from, to) = (0.0, 1.0)
    let (dx, dy) = (q.x - p.x, q.y - p.y)
    for (way, room) in [
      (-dx, p.x - box.minX), (dx, box.maxX - p.x), (-dy, p.y - box.minY), (dy, box.maxY - p.y),
    ] {
      if way == 0 {
        if room < 0 { return nil }
      } else if way < 0 {
        from = max(from, room / way)
      } else {
        to = min(to, room / way)
      }
    }
    return from <= to ? (from, to) : nil
  }
}

extension ScreenPoint {
  /// The nearest point in a box. When the ends are very far away, rounding errors move crossings off its edges.
  fileprivate func moved(into box: ScreenRect) -> ScreenPoint {
    ScreenPoint(x: max(box.minX, min(box.maxX, x)), y: max(box.minY, min(box.maxY, y)))
  }
}
