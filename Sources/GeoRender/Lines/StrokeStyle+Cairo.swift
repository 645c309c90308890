import CCairo
import GeoMap

extension StrokeStyle {
  /// Sets the width, joins, caps and dashes of a context.
  ///
  /// - Parameter start: the distance along the dashed line at which the path begins.
  func set(_ cairo: OpaquePointer, start: Double) {
    cairo_set_line_width(cairo, width)
    cairo_set_line_join(cairo, join.cairo)
    cairo_set_line_cap(cairo, cap.cairo)
    cairo_set_miter_limit(cairo, miterLimit >= 1 ? min(1_000, miterLimit) : 1)
    let lengths = dash.map { $0 > 0 ? min(1e6, $0) : 0 }
    let sum = lengths.reduce(0, +)
    // A pattern too fine to be visible becomes a solid line.
    guard sum >= DrawingPlayer.finestDashes else { return cairo_set_dash(cairo, nil, 0, 0) }
    let whole = lengths.count % 2 == 0 ? sum : 2 * sum
    let offset = (dashPhase.isFinite ? dashPhase : 0) + start
    let first = offset.isFinite ? offset.truncatingRemainder(dividingBy: whole) : 0
    cairo_set_dash(cairo, lengths, Int32(lengths.count), first)
  }
}

extension LineJoin {
  fileprivate var cairo: cairo_line_join_t {
    switch self {
    case .miter: CAIRO_LINE_JOIN_MITER
    case .round: CAIRO_LINE_JOIN_ROUND
    case .bevel: CAIRO_LINE_JOIN_BEVEL
    }
  }
}

extension LineCap {
  fileprivate var cairo: cairo_line_cap_t {
    switch self {
    case .butt: CAIRO_LINE_CAP_BUTT
    case .round: CAIRO_LINE_CAP_ROUND
    case .square: CAIRO_LINE_CAP_SQUARE
    }
  }
}
