extension DrawingContext {
  /// Begins a new path.
  public func beginPath() { change { $0 = Path() } }
  /// Begins a subpath.
  public func move(to point: ScreenPoint) { change { $0.move(to: point) } }
  /// Adds a straight line.
  public func addLine(to point: ScreenPoint) { change { $0.addLine(to: point) } }
  /// Adds a subpath through several points.
  public func addLines(between points: [ScreenPoint]) { change { $0.addLines(points) } }
  /// Adds a quadratic curve.
  public func addQuadCurve(to point: ScreenPoint, control: ScreenPoint) {
    change { $0.addQuadCurve(to: point, control: control) }
  }
  /// Adds a cubic curve.
  public func addCurve(to point: ScreenPoint, control1: ScreenPoint, control2: ScreenPoint) {
    change { $0.addCurve(to: point, control1: control1, control2: control2) }
  }
  /// Adds a rectangle.
  public func addRect(_ rect: ScreenRect) { change { $0.addRect(rect) } }
  /// Adds the ellipse in a rectangle.
  public func addEllipse(in rect: ScreenRect) { change { $0.addEllipse(in: rect) } }
  /// Adds all of another path.
  public func addPath(_ other: Path) { change { $0.addPath(other) } }
  /// Closes the subpath.
  public func closePath() { change { $0.closeSubpath() } }

  /// Limits what follows to the inside of the path, then discards the path.
  public func clip(using rule: FillRule = .winding) { record(.clip(takePath(), rule)) }

  /// Limits what follows to a rectangle.
  public func clip(to rect: ScreenRect) {
    var path = Path()
    path.addRect(rect)
    record(.clip(place(path), .winding))
  }

  /// Fills the path, then discards it.
  public func fillPath(using rule: FillRule = .winding) {
    let path = takePath()
    if !path.isEmpty { record(.fill(path, fillColor, rule)) }
  }

  /// Strokes the path, then discards it.
  public func strokePath() {
    let path = takePath()
    if !path.isEmpty { record(.stroke(path, strokeColor, strokeStyle)) }
  }

  /// Strokes the path with colors along it, then discards it.
  public func strokePath(_ gradient: Gradient) {
    let path = takePath()
    if !path.isEmpty { record(.gradientStroke(path, gradient, strokeStyle)) }
  }

  /// Fills a rectangle.
  public func fill(_ rect: ScreenRect) {
    beginPath()
    addRect(rect)
    fillPath()
  }

  /// Strokes a rectangle.
  public func stroke(_ rect: ScreenRect) {
    beginPath()
    addRect(rect)
    strokePath()
  }

  /// Fills the clip with colors from one point to another.
  public func drawLinearGradient(_ gradient: Gradient, start: ScreenPoint, end: ScreenPoint) {
    record(.linearGradient(gradient, from: place(start), to: place(end)))
  }

  /// Fills the clip with colors from a center outward; the radius is in units of the context.
  public func drawRadialGradient(_ gradient: Gradient, center: ScreenPoint, radius: Double) {
    record(.radialGradient(gradient, center: place(center), radius: radius * pointsPerUnit / zoomScale))
  }

  /// Draws text at a point; its size is in points of the screen.
  public func draw(_ text: String, at point: ScreenPoint, style: TextStyle = TextStyle()) {
    record(.text(text, at: place(point), style))
  }

  /// Draws an image in a rectangle. Rotations change its place and size, but the image itself stays upright.
  public func draw(_ image: MapImage, in rect: ScreenRect) {
    let (a, b) = (place(rect.origin), place(ScreenPoint(x: rect.maxX, y: rect.maxY)))
    record(
      .image(
        image, in: ScreenRect(x: min(a.x, b.x), y: min(a.y, b.y), width: abs(a.x - b.x), height: abs(a.y - b.y))))
  }
}
