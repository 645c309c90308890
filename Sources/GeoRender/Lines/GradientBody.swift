import CCairo
import GeoMap
import GeoSupport

/// The area covered by a piece of a line with colors. It begins straight, overlapping the previous piece a little, and
/// ends round, below the next piece. So each color is at its place however wide the line is, and pieces meet without a
/// gap at bends.
struct GradientBody {
  let from: ScreenPoint
  let to: ScreenPoint
  /// Half the width of the line.
  let radius: Double
  /// The overlap with the previous piece, in points.
  let overlap: Double

  private var angle: Double { from == to ? 0 : atan2(to.y - from.y, to.x - from.x) }

  /// The beginning, moved back by a distance before the first point.
  func start(_ before: Double) -> ScreenPoint {
    ScreenPoint(x: from.x - before * cos(angle), y: from.y - before * sin(angle))
  }

  /// Fills the rest of the round corner at its beginning, below everything drawn so far. Previous pieces that are
  /// shorter than the line's width do not cover it.
  func fillCorner(_ cairo: OpaquePointer) {
    cairo_set_operator(cairo, CAIRO_OPERATOR_DEST_OVER)
    cairo_arc(cairo, from.x, from.y, radius, 0, 2 * .pi)
    cairo_fill(cairo)
    cairo_set_operator(cairo, CAIRO_OPERATOR_SOURCE)
  }

  /// Makes the body the current path.
  ///
  /// - Parameters:
  ///   - first: the cap at the beginning of the line; nil when another piece precedes.
  ///   - last: the cap at the end of the line; nil when another piece follows.
  func trace(first: LineCap?, last: LineCap?, _ cairo: OpaquePointer) {
    let (angle, quarter) = (angle, Double.pi / 2)
    let (along, across) = ((x: cos(angle), y: sin(angle)), (x: -sin(angle) * radius, y: cos(angle) * radius))
    func line(_ point: ScreenPoint, _ side: Double, _ ahead: Double) {
      cairo_line_to(
        cairo, point.x + side * across.x + ahead * along.x, point.y + side * across.y + ahead * along.y)
    }
    let (before, after) = (
      first == .square ? radius : first == nil ? overlap : 0, last == .square ? radius : 0
    )
    line(from, 1, -before)
    line(to, 1, after)
    if last == nil || last == .round { cairo_arc_negative(cairo, to.x, to.y, radius, angle + quarter, angle - quarter) }
    line(to, -1, after)
    line(from, -1, -before)
    if first == .round { cairo_arc_negative(cairo, from.x, from.y, radius, angle - quarter, angle - 3 * quarter) }
    cairo_close_path(cairo)
  }
}
