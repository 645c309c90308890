import CCairo
import GeoMap

/// Strokes the pieces of a line with colors, one after the other, into a group of their own.
struct GradientStroker {
  private let cairo: OpaquePointer
  private let style: StrokeStyle
  /// The overlap of a piece with the previous one in points: one pixel.
  private let overlap: Double
  /// Whether all colors are opaque. Only then may corners be filled from below.
  private let isOpaque: Bool
  /// Short pieces of one color that are drawn as one line.
  private var run = GradientRun()

  /// - Parameter isOpaque: whether all colors are opaque.
  init(_ canvas: Canvas, _ style: StrokeStyle, isOpaque: Bool) {
    cairo = canvas.cairo
    self.style = style
    overlap = 1 / canvas.scale
    self.isOpaque = isOpaque
    cairo_set_operator(cairo, CAIRO_OPERATOR_SOURCE)
    cairo_set_fill_rule(cairo, CAIRO_FILL_RULE_WINDING)
  }

  /// Strokes the nearby part of a piece.
  ///
  /// - Parameters:
  ///   - line: the nearby part, two points.
  ///   - start: the distance along the piece at which the part begins.
  ///   - color: returns the color at a distance in points along the whole path.
  mutating func stroke(
    _ piece: GradientPieces.Piece, _ line: Line, from start: Double, color: (Double) -> Color.Components
  ) {
    guard let first = line.points.first, let last = line.points.last else { return }
    let length = first.distance(to: last)
    // How much longer the original path is than the straight piece that replaces it.
    let straight = piece.from.distance(to: piece.to)
    let stretch = straight > 0 ? (piece.end - piece.start) / straight : 1
    let colors = [start, start + length].map { color(piece.start + $0 * stretch) }
    if style.dash.isEmpty, !piece.isFirst, !piece.isLast, length < GradientRun.longest,
      GradientRun.isSame(colors[0], colors[1])
    {
      guard !run.takes(first, last, colors) else { return }
      end()
      return run.begin(first, last, colors[0])
    }
    end()
    let pattern = cairo_pattern_create_linear(first.x, first.y, last.x, last.y)
    for (stop, color) in zip([0.0, 1], colors) {
      cairo_pattern_add_color_stop_rgba(pattern, stop, color.red, color.green, color.blue, color.alpha)
    }
    cairo_set_source(cairo, pattern)
    cairo_pattern_destroy(pattern)
    guard style.dash.isEmpty else {
      style.set(cairo, start: piece.lineStart + start)
      cairo_move_to(cairo, first.x, first.y)
      cairo_line_to(cairo, last.x, last.y)
      return cairo_stroke(cairo)
    }
    let body = body(first, last)
    if isOpaque, !piece.isFirst, length < body.radius { body.fillCorner(cairo) }
    body.trace(first: piece.isFirst ? style.cap : nil, last: piece.isLast ? style.cap : nil, cairo)
    cairo_fill(cairo)
  }

  /// Strokes the pending short pieces of one color.
  mutating func end() {
    guard let color = run.color else { return }
    cairo_set_source_rgba(cairo, color.red, color.green, color.blue, color.alpha)
    style.set(cairo, start: 0)
    cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND)
    cairo_set_line_cap(cairo, CAIRO_LINE_CAP_BUTT)
    let (points, count) = (run.points, run.points.count)
    let start = body(points[0], points[1])
    if isOpaque { start.fillCorner(cairo) }
    cairo_move_to(cairo, start.start(overlap).x, start.start(overlap).y)
    for point in points { cairo_line_to(cairo, point.x, point.y) }
    cairo_stroke(cairo)
    body(points[count - 2], points[count - 1]).trace(first: .butt, last: nil, cairo)
    cairo_fill(cairo)
    run = GradientRun()
  }

  private func body(_ from: ScreenPoint, _ to: ScreenPoint) -> GradientBody {
    GradientBody(from: from, to: to, radius: style.width / 2, overlap: overlap)
  }
}
