import CCairo
import GeoMap

extension DrawingPlayer {
  /// Paths whose points are farther away than these points are cut to what is near the canvas.
  private static let reach = 100_000.0

  /// Points of a pattern of dashes at least.
  private static let finestDashes = 0.1

  /// What is near the canvas: lines may be up to this wide and still end out of sight.
  private var box: ScreenRect {
    let margin = 4_000.0
    return ScreenRect(
      x: -margin, y: -margin, width: canvas.size.width + 2 * margin, height: canvas.size.height + 2 * margin)
  }

  /// Whether Cairo must not see all of a path; nil when it has points that are none.
  private func isFar(_ path: Path) -> Bool? {
    var (most, sum) = (0.0, 0.0)
    func look(_ point: ScreenPoint) {
      let point = place(point)
      most = max(most, abs(point.x), abs(point.y))
      // What is not a number or infinite makes the sum so.
      sum += (point.x + point.y) * 0
    }
    for element in path.elements {
      switch element {
      case .move(let point), .line(let point): look(point)
      case .quadratic(let control, let point):
        look(control)
        look(point)
      case .cubic(let a, let b, let point):
        look(a)
        look(b)
        look(point)
      case .close: break
      }
    }
    return sum == 0 ? most > DrawingPlayer.reach : nil
  }

  /// Whether there is time to draw a path at once.
  ///
  /// - Parameter width: points across the line; 0 for an area.
  mutating func isAffordable(_ path: Path, width: Double = 0) -> Bool {
    guard time.deadline != nil else { return true }
    let (height, points) = (canvas.size.height, Double(path.elements.count))
    // A line has two sides, and where it bends or ends it is as high as it is wide.
    let (sides, bends) = width > 0 ? (2.0, 2 * min(width, height)) : (1, 0)
    func crossings(_ rows: Double) -> Double { (sides * rows + points * bends) * canvas.scale }
    // Nearly all paths are so short that nobody needs to follow them.
    guard crossings(points * height) > PictureLimits.crossings else { return true }
    return time.spend(crossings(path.rows(within: 0...height) { place($0).y }))
  }

  /// Makes a path the current one of the canvas.
  ///
  /// - Parameter isArea: whether its inside counts, so that it may be cut along the edges of the canvas.
  func trace(_ path: Path, isArea: Bool) {
    guard let isFar = isFar(path) else { return }
    let cairo = canvas.cairo
    guard isFar else { return trace(path, cairo) }
    for line in path.map({ place($0) }).lines(within: box) {
      let corners = isArea ? line.area(within: box) : line.points
      for (index, corner) in corners.enumerated() {
        if index == 0 { cairo_move_to(cairo, corner.x, corner.y) } else { cairo_line_to(cairo, corner.x, corner.y) }
      }
      if !corners.isEmpty { cairo_close_path(cairo) }
    }
  }

  private func trace(_ path: Path, _ cairo: OpaquePointer) {
    var last = ScreenPoint.zero
    for element in path.elements {
      switch element {
      case .move(let point):
        last = place(point)
        cairo_move_to(cairo, last.x, last.y)
      case .line(let point):
        last = place(point)
        cairo_line_to(cairo, last.x, last.y)
      case .quadratic(let control, let point):
        let (control, point) = (place(control), place(point))
        cairo_curve_to(
          cairo, last.x + (control.x - last.x) * 2 / 3, last.y + (control.y - last.y) * 2 / 3,
          point.x + (control.x - point.x) * 2 / 3, point.y + (control.y - point.y) * 2 / 3, point.x, point.y)
        last = point
      case .cubic(let a, let b, let point):
        let (a, b) = (place(a), place(b))
        last = place(point)
        cairo_curve_to(cairo, a.x, a.y, b.x, b.y, last.x, last.y)
      case .close: cairo_close_path(cairo)
      }
    }
  }

  /// The style without its dashes where they would be more than a picture may still have: nobody counts a million, but each takes as long
  /// as a line.
  private mutating func affordable(_ style: StrokeStyle, _ path: Path) -> StrokeStyle {
    let period = style.dash.reduce(0) { $0 + max(0, $1) }
    guard period >= DrawingPlayer.finestDashes else { return style }
    let longest = box.width + box.height
    let points = path.points.map { place($0) }
    let length = zip(points, points.dropFirst()).reduce(0) { $0 + min(longest, $1.0.distance(to: $1.1)) }
    // A wide dash covers as much as many thin ones.
    let weight = max(1, style.width * canvas.scale / 8)
    let count = Int(min(1e9, length / period * Double(style.dash.count) * weight))
    guard count <= dashesLeft else {
      var solid = style
      solid.dash = []
      return solid
    }
    dashesLeft -= count
    return style
  }

  /// Strokes a path in one color.
  mutating func stroke(_ path: Path, _ color: Color, _ style: StrokeStyle) {
    guard style.width > 0, style.width <= 4_000, let isFar = isFar(path) else { return }
    guard isAffordable(path, width: style.width) else { return }
    let style = affordable(style, path)
    paint(color) { cairo in
      guard isFar else {
        trace(path, cairo)
        set(style, start: 0, cairo)
        return cairo_stroke(cairo)
      }
      // Each part of the line that is near begins where it is in the dashes; all that are not dashed are stroked at once.
      for line in path.map({ place($0) }).lines(within: box) {
        for part in line.parts(within: box) {
          for (index, point) in part.line.points.enumerated() {
            if index == 0 { cairo_move_to(cairo, point.x, point.y) } else { cairo_line_to(cairo, point.x, point.y) }
          }
          if part.line.isClosed { cairo_close_path(cairo) }
          guard !style.dash.isEmpty else { continue }
          set(style, start: part.start, cairo)
          cairo_stroke(cairo)
        }
      }
      set(style, start: 0, cairo)
      cairo_stroke(cairo)
    }
  }

  /// Strokes a path with colors along its length. Pieces meet round.
  mutating func stroke(_ path: Path, _ gradient: Gradient, _ style: StrokeStyle) {
    guard style.width > 0, style.width <= 4_000, isFar(path) != nil else { return }
    let style = affordable(style, path)
    let lines = path.map { place($0) }.lines(within: box).map {
      $0.isClosed ? Line(points: $0.points + $0.points.prefix(1)) : $0
    }
    let pieces = GradientPieces(lines, gradient)
    let (canvas, interface) = (canvas, self.style)
    let box = box
    group { player in
      // Each piece takes the place of what it covers of the one before, so that nothing is mixed twice.
      canvas.beginGroup()
      let cairo = canvas.cairo
      cairo_set_operator(cairo, CAIRO_OPERATOR_SOURCE)
      for piece in pieces.all {
        guard player.time.isLeft() else { break }
        guard let (line, start) = Line(points: [piece.from, piece.to]).parts(within: box).first else { continue }
        guard let first = line.points.first, let last = line.points.last else { continue }
        let end = start + first.distance(to: last)
        let pattern = cairo_pattern_create_linear(first.x, first.y, last.x, last.y)
        for (stop, length) in [(0.0, start), (1, end)] {
          let color = gradient.color(at: pieces.part(at: piece.start + length)).components(in: interface)
          cairo_pattern_add_color_stop_rgba(pattern, stop, color.red, color.green, color.blue, color.alpha)
        }
        cairo_set_source(cairo, pattern)
        cairo_pattern_destroy(pattern)
        player.set(style, start: piece.lineStart + start, cairo)
        if style.dash.isEmpty { cairo_set_line_cap(cairo, piece.isEnd ? style.cap.cairo : CAIRO_LINE_CAP_ROUND) }
        cairo_move_to(cairo, first.x, first.y)
        cairo_line_to(cairo, last.x, last.y)
        cairo_stroke(cairo)
      }
      canvas.endGroup(alpha: 1, .normal)
    }
  }

  /// Sets width, joins, caps and dashes.
  ///
  /// - Parameter start: how far along the dashed line the path begins.
  private func set(_ style: StrokeStyle, start: Double, _ cairo: OpaquePointer) {
    cairo_set_line_width(cairo, style.width)
    cairo_set_line_join(cairo, style.join.cairo)
    cairo_set_line_cap(cairo, style.cap.cairo)
    cairo_set_miter_limit(cairo, style.miterLimit >= 1 ? min(1_000, style.miterLimit) : 1)
    let lengths = style.dash.map { $0 > 0 ? min(1e6, $0) : 0 }
    let sum = lengths.reduce(0, +)
    // A pattern that is finer than anybody sees is a solid line.
    guard sum >= DrawingPlayer.finestDashes else { return cairo_set_dash(cairo, nil, 0, 0) }
    let whole = lengths.count % 2 == 0 ? sum : 2 * sum
    let offset = (style.dashPhase.isFinite ? style.dashPhase : 0) + start
    let first = offset.isFinite ? offset.truncatingRemainder(dividingBy: whole) : 0
    cairo_set_dash(cairo, lengths, Int32(lengths.count), first)
  }
}

/// A line cut where its colors have their places, and at its corners.
struct GradientPieces {
  struct Piece {
    var from: ScreenPoint, to: ScreenPoint
    /// How far along the whole path it begins, and how far along its own line.
    var start: Double, lineStart: Double
    /// Whether it is the first or last of its line, where the cap is to be seen.
    var isEnd: Bool
  }

  private(set) var all: [Piece] = []
  private let length: Double

  init(_ lines: [Line], _ gradient: Gradient) {
    func steps(_ line: Line) -> [(ScreenPoint, ScreenPoint)] { Array(zip(line.points, line.points.dropFirst())) }
    length = lines.flatMap(steps).reduce(0) { $0 + $1.0.distance(to: $1.1) }
    let stops = gradient.locations.map { [length] in $0 * length }
    var nextStop = 0
    var start = 0.0
    for line in lines {
      let lineStart = start
      let first = all.count
      for (p, q) in steps(line) {
        let step = p.distance(to: q)
        guard step > 0 else { continue }
        var last = 0.0
        var cuts: [Double] = []
        while nextStop < stops.count, stops[nextStop] < start + step {
          cuts.append((stops[nextStop] - start) / step)
          nextStop += 1
        }
        for cut in cuts + [1] where cut > last {
          func at(_ part: Double) -> ScreenPoint {
            part == 0 ? p : part == 1 ? q : ScreenPoint(x: p.x + (q.x - p.x) * part, y: p.y + (q.y - p.y) * part)
          }
          let begin = start + last * step
          all.append(
            Piece(from: at(last), to: at(cut), start: begin, lineStart: begin - lineStart, isEnd: false))
          last = cut
        }
        start += step
      }
      if all.count > first {
        all[first].isEnd = true
        all[all.count - 1].isEnd = true
      }
    }
  }

  /// Which part of the whole length so many points are.
  func part(at points: Double) -> Double { length > 0 ? points / length : 0 }
}

extension LineJoin {
  var cairo: cairo_line_join_t {
    switch self {
    case .miter: CAIRO_LINE_JOIN_MITER
    case .round: CAIRO_LINE_JOIN_ROUND
    case .bevel: CAIRO_LINE_JOIN_BEVEL
    }
  }
}

extension LineCap {
  var cairo: cairo_line_cap_t {
    switch self {
    case .butt: CAIRO_LINE_CAP_BUTT
    case .round: CAIRO_LINE_CAP_ROUND
    case .square: CAIRO_LINE_CAP_SQUARE
    }
  }
}
