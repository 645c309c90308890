import GeoMap

/// A line cut where its colors have their places, and at its corners.
struct GradientPieces {
  struct Piece {
    var from: ScreenPoint, to: ScreenPoint
    /// How far along the whole path it begins and ends, and how far along its own line it begins.
    var start: Double, end: Double, lineStart: Double
    /// Whether it is the first or the last of its line, where the cap is to be seen.
    var isFirst = false, isLast = false

    /// Whether it may be seen in a rectangle.
    func meets(_ rect: ScreenRect) -> Bool {
      max(from.x, to.x) >= rect.minX && min(from.x, to.x) <= rect.maxX && max(from.y, to.y) >= rect.minY
        && min(from.y, to.y) <= rect.maxY
    }
  }

  private(set) var all: [Piece] = []
  private let length: Double

  /// - Parameter finest: a piece is longer than this, unless its line or its color ends: what is shorter is one with what follows.
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

  /// Where the next piece of a line begins: its point, how far along the whole path it is, and how far along it the line begins.
  private struct Pen {
    var point: ScreenPoint
    var place: Double
    let lineStart: Double
  }

  /// Adds a piece, after which the next one begins. Never inline: in the loop over a line's points the optimizer of Swift 6.3.1 would mix `x` and
  /// `y` of what is added.
  @inline(never) private mutating func cut(at point: ScreenPoint, _ place: Double, _ pen: inout Pen) {
    all.append(
      Piece(from: pen.point, to: point, start: pen.place, end: place, lineStart: pen.place - pen.lineStart))
    pen.point = point
    pen.place = place
  }

  /// Which part of the whole length so many points are.
  func part(at points: Double) -> Double { length > 0 ? points / length : 0 }
}

/// Pieces that follow each other and are of one color as far as anybody sees, so that they can be drawn as one line: of a long track most are.
struct GradientRun {
  private(set) var color: Color.Components?
  private(set) var points: [ScreenPoint] = []

  /// Points of a piece that is drawn with others; longer ones have their own colors.
  static let longest = 8.0
  /// Points of a run at most, so that there is always time to look at the clock.
  private static let most = 256
  /// Steps of a color that nobody tells apart.
  private static let finest = 1.0 / 255

  /// Begins with a piece.
  mutating func begin(_ from: ScreenPoint, _ to: ScreenPoint, _ color: Color.Components) {
    (self.color, points) = (color, [from, to])
  }

  /// Takes a piece that goes on where the last one has ended, if it has the color at both ends.
  ///
  /// - Returns: whether it does.
  mutating func takes(_ from: ScreenPoint, _ to: ScreenPoint, _ colors: [Color.Components]) -> Bool {
    guard let color, points.count < GradientRun.most, points.last == from,
      colors.allSatisfy({ GradientRun.isSame($0, color) })
    else { return false }
    points.append(to)
    return true
  }

  /// Whether nobody tells two colors apart.
  static func isSame(_ a: Color.Components, _ b: Color.Components) -> Bool {
    max(abs(a.red - b.red), abs(a.green - b.green), abs(a.blue - b.blue), abs(a.alpha - b.alpha)) < finest
  }
}
