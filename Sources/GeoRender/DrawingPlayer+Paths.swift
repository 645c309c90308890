import CCairo
import GeoMap

extension DrawingPlayer {
  /// The coordinate in points beyond which paths are cut to the surroundings of the canvas.
  private static let reach = 100_000.0

  /// The shortest period of a dash pattern in points.
  static let finestDashes = 0.1

  /// The surroundings of the canvas, with a margin as wide as the widest line, so that cut lines end out of sight.
  private var box: ScreenRect {
    let margin = 4_000.0
    return ScreenRect(
      x: -margin, y: -margin, width: canvas.size.width + 2 * margin, height: canvas.size.height + 2 * margin)
  }

  /// Whether Cairo must not receive the whole path, because it goes too far away; nil when a point is not finite.
  private func isFar(_ path: Path) -> Bool? {
    var (most, sum) = (0.0, 0.0)
    func look(_ point: ScreenPoint) {
      let point = place(point)
      most = max(most, abs(point.x), abs(point.y))
      // A point that is NaN or infinite makes the sum NaN.
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

  /// Whether the limits allow drawing a path.
  ///
  /// - Parameter width: the width of the line in points; 0 for an area.
  mutating func isAffordable(_ path: Path, width: Double = 0) -> Bool {
    guard work.deadline != nil else { return true }
    let (height, points) = (canvas.size.height, Double(path.elements.count))
    // A line has two sides, and at its bends and ends it is as high as it is wide.
    let (sides, bends) = width > 0 ? (2.0, 2 * min(width, height)) : (1, 0)
    let rows = path.rows(within: 0...height) { place($0).y }
    return work.spend(crossings: (sides * rows + points * (bends + 1)) * canvas.scale)
  }

  /// Makes a path the current one of the canvas.
  ///
  /// - Parameter isArea: whether the inside matters, so that the path may be cut along the edges of the surroundings.
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

  /// Removes the dashes of a style if they exceed the remaining budget of the picture. Each dash takes as long as a
  /// line.
  private mutating func affordable(_ style: StrokeStyle, _ path: Path) -> StrokeStyle {
    let period = style.dash.reduce(0) { $0 + max(0, $1) }
    guard period >= DrawingPlayer.finestDashes else { return style }
    let longest = box.width + box.height
    let points = path.points.map { place($0) }
    let length = zip(points, points.dropFirst()).reduce(0) { $0 + min(longest, $1.0.distance(to: $1.1)) }
    // A wide dash covers as much area as many thin ones.
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
    // Dashes are measured along the whole line, so dashed paths are not thinned.
    let path = style.dash.isEmpty ? path.thinned(to: finestUnits) : path
    guard style.width > 0, style.width <= 4_000, let isFar = isFar(path) else { return }
    guard isAffordable(path, width: style.width) else { return }
    let style = affordable(style, path)
    paint(color) { cairo in
      guard isFar else {
        trace(path, cairo)
        style.set(cairo, start: 0)
        return cairo_stroke(cairo)
      }
      // Each nearby part of the line starts at its own phase of the dashes. Without dashes all parts are stroked at
      // once.
      for line in path.map({ place($0) }).lines(within: box) {
        for part in line.parts(within: box) {
          for (index, point) in part.line.points.enumerated() {
            if index == 0 { cairo_move_to(cairo, point.x, point.y) } else { cairo_line_to(cairo, point.x, point.y) }
          }
          if part.line.isClosed { cairo_close_path(cairo) }
          guard !style.dash.isEmpty else { continue }
          style.set(cairo, start: part.start)
          cairo_stroke(cairo)
        }
      }
      style.set(cairo, start: 0)
      cairo_stroke(cairo)
    }
  }

  /// Strokes a path with colors along its length. The pieces have round joins.
  mutating func stroke(_ path: Path, _ gradient: Gradient, _ style: StrokeStyle) {
    guard style.width > 0, style.width <= 4_000, isFar(path) != nil else { return }
    let style = affordable(style, path)
    let lines = path.map { place($0) }.lines(within: box).map {
      $0.isClosed ? Line(points: $0.points + $0.points.prefix(1)) : $0
    }
    let pieces = GradientPieces(lines, gradient, finest: style.dash.isEmpty ? finestUnits * pointsPerUnit : 0)
    let (canvas, interface, box) = (canvas, self.style, box)
    let isOpaque = gradient.colors.allSatisfy { $0.components(in: interface).alpha == 1 }
    let sheet = ScreenRect(
      x: -style.width, y: -style.width, width: canvas.size.width + 2 * style.width,
      height: canvas.size.height + 2 * style.width)
    group { player in
      // Each piece replaces the part of the previous one that it covers, so that nothing is blended twice.
      canvas.beginGroup()
      var stroker = GradientStroker(canvas, style, isOpaque: isOpaque)
      for piece in pieces.all {
        guard player.work.isLeft(), player.work.spend(crossings: 4 * style.width * canvas.scale) else { break }
        guard piece.meets(sheet), let near = Line(points: [piece.from, piece.to]).parts(within: box).first else {
          continue
        }
        stroker.stroke(piece, near.line, from: near.start) {
          gradient.color(at: pieces.part(at: $0)).components(in: interface)
        }
      }
      stroker.end()
      canvas.endGroup(alpha: 1, .normal)
    }
  }
}
