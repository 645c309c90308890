import GeoMap

/// A line cut at the positions of its colors, and at its corners.
struct GradientPieces {
  struct Piece {
    var from: ScreenPoint, to: ScreenPoint
    /// The distances of its beginning and end along the whole path, and of its beginning along its own line.
    var start: Double, end: Double, lineStart: Double
    /// Whether it is the first or last piece of its line, which shows the cap.
    var isFirst = false, isLast = false

    /// Whether it may be visible in a rectangle.
    func meets(_ rect: ScreenRect) -> Bool {
      max(from.x, to.x) >= rect.minX && min(from.x, to.x) <= rect.maxX && max(from.y, to.y) >= rect.minY
        && min(from.y, to.y) <= rect.maxY
    }
  }

  private(set) var all: [Piece] = []
  private let length: Double

  /// - Parameter finest: the least length of a piece, except of the last one of a line; shorter ones are merged with
  ///   what follows.
  init(_ lines: [Line], _ gradient: Gradient, finest: Double = 0) {
    length = lines.reduce(0) { sum, line in
      zip(line.points, line.points.dropFirst()).reduce(sum) { $0 + $1.0.distance(to: $1.1) }
    }
    let stops = gradient.locations.map { [length] in $0 * length }
    var nextStop = 0
    var start = 0.0
    for line in lines {
      let first = all.count
      guard let point = line.points.first else { continue }
      var pen = Pen(point: point, place: start, lineStart: start)
      for (p, q) in zip(line.points, line.points.dropFirst()) {
        let step = p.distance(to: q)
        guard step > 0 else { continue }
        while nextStop < stops.count, stops[nextStop] < start + step {
          let part = (stops[nextStop] - start) / step
          nextStop += 1
          let point = ScreenPoint(x: p.x + (q.x - p.x) * part, y: p.y + (q.y - p.y) * part)
          if part > 0, start + part * step > pen.place, point.distance(to: pen.point) >= finest {
            cut(at: point, start + part * step, &pen)
          }
        }
        start += step
        if q.distance(to: pen.point) >= finest { cut(at: q, start, &pen) }
      }
      if pen.place < start, let last = line.points.last, last != pen.point || all.count == first {
        cut(at: last, start, &pen)
      }
      if all.count > first {
        all[first].isFirst = true
        all[all.count - 1].isLast = true
      }
    }
  }

  /// The beginning of a line's next piece: its point, its distance along the whole path, and that of the line's
  /// beginning.
  private struct Pen {
    var point: ScreenPoint
    var place: Double
    let lineStart: Double
  }

  /// Adds a piece and begins the next one. Never inlined, because inside the loop over a line's points the optimizer of
  /// Swift 6.3.1 would mix up `x` and `y` of the pieces.
  @inline(never) private mutating func cut(at point: ScreenPoint, _ place: Double, _ pen: inout Pen) {
    all.append(
      Piece(from: pen.point, to: point, start: pen.place, end: place, lineStart: pen.place - pen.lineStart))
    pen.point = point
    pen.place = place
  }

  /// Converts a distance in points to a fraction of the whole length.
  func part(at points: Double) -> Double { length > 0 ? points / length : 0 }
}

/// Consecutive pieces with visibly the same color, which can be drawn as one line. In a long track most pieces are like
/// that.
struct GradientRun {
  private(set) var color: Color.Components?
  private(set) var points: [ScreenPoint] = []

  /// The largest length in points of a piece that is merged; longer ones have their own colors.
  static let longest = 8.0
  /// The largest number of points in a run, so that the clock is checked often enough.
  private static let most = 256
  /// The largest difference of a color component that is invisible.
  private static let finest = 1.0 / 255

  /// Begins a run with a piece.
  mutating func begin(_ from: ScreenPoint, _ to: ScreenPoint, _ color: Color.Components) {
    (self.color, points) = (color, [from, to])
  }

  /// Adds a piece that continues the run, if it has the run's color at both ends.
  ///
  /// - Returns: whether the piece was added.
  mutating func takes(_ from: ScreenPoint, _ to: ScreenPoint, _ colors: [Color.Components]) -> Bool {
    guard let color, points.count < GradientRun.most, points.last == from,
      colors.allSatisfy({ GradientRun.isSame($0, color) })
    else { return false }
    points.append(to)
    return true
  }

  /// Whether two colors look the same.
  static func isSame(_ a: Color.Components, _ b: Color.Components) -> Bool {
    max(abs(a.red - b.red), abs(a.green - b.green), abs(a.blue - b.blue), abs(a.alpha - b.alpha)) < finest
  }
}
