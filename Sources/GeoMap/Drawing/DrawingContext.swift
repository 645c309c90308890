import GeoSupport

/// Records what is drawn, with CoreGraphics' verbs (`CGContext`).
///
/// In an overlay a unit is a map point, as in MapKit: a line of 2 points on the screen is `setLineWidth(2 / zoomScale)`. In a view a unit
/// is a point. `save` and `restore` come in pairs; one too many is ignored, and what is missing is added at the end.
public final class DrawingContext {
  /// Points of the screen in a unit: the zoom scale in overlays, 1 in views.
  public let zoomScale: Double
  /// Pixels in a point (`contentScaleFactor`).
  public let contentScaleFactor: Double
  /// Whether it is drawn for light or dark.
  public let userInterfaceStyle: UserInterfaceStyle

  private var recorded = Drawing()
  private var state = State()
  private var stack: [State] = []
  /// The path that is being made.
  private(set) var path = Path()

  private struct State {
    var fill = Color.black
    var stroke = Color.black
    var width = 1.0
    var join = LineJoin.miter
    var cap = LineCap.butt
    var miterLimit = 10.0
    var dash: [Double] = []
    var dashPhase = 0.0
    var transform = Transform()
  }

  /// A context that has recorded nothing.
  public init(zoomScale: Double = 1, contentScaleFactor: Double = 1, userInterfaceStyle: UserInterfaceStyle = .light) {
    self.zoomScale = zoomScale
    self.contentScaleFactor = contentScaleFactor
    self.userInterfaceStyle = userInterfaceStyle
  }

  /// What was drawn so far.
  public var drawing: Drawing {
    var all = recorded
    for _ in stack { all.append(.restore) }
    return all
  }

  /// Records what was recorded before, as it is.
  package func replay(_ drawing: Drawing) {
    // Shared: a template's drawing is that of all its views.
    if recorded.isEmpty { recorded = drawing } else { for step in drawing.steps { record(step) } }
  }

  func record(_ step: Drawing.Step) { recorded.append(step) }

  /// Keeps colors, widths, clip and all else, to be restored.
  public func saveGState() {
    stack.append(state)
    record(.save)
  }

  /// Takes back what was kept last.
  public func restoreGState() {
    guard let old = stack.popLast() else { return }
    state = old
    record(.restore)
  }

  /// Moves what follows.
  public func translateBy(x: Double, y: Double) { state.transform = state.transform.after(Transform(tx: x, ty: y)) }
  /// Makes what follows larger.
  public func scaleBy(x: Double, y: Double) { state.transform = state.transform.after(Transform(a: x, d: y)) }
  /// Turns what follows, in radians, clockwise on the screen.
  public func rotate(by angle: Double) { state.transform = state.transform.after(.rotation(angle)) }

  /// The color of fills.
  public func setFillColor(_ color: Color) { state.fill = color }
  /// The color of lines.
  public func setStrokeColor(_ color: Color) { state.stroke = color }
  /// Units across lines.
  public func setLineWidth(_ width: Double) { state.width = width }
  /// How lines meet.
  public func setLineJoin(_ join: LineJoin) { state.join = join }
  /// How lines end.
  public func setLineCap(_ cap: LineCap) { state.cap = cap }
  /// How far pointed corners reach.
  public func setMiterLimit(_ limit: Double) { state.miterLimit = limit }
  /// Lengths of line and gap in turn, in units; empty for a solid line.
  public func setLineDash(phase: Double, lengths: [Double]) {
    state.dashPhase = phase
    state.dash = lengths
  }
  /// From now on everything with this opacity, 0 to 1.
  public func setAlpha(_ alpha: Double) { record(.alpha(alpha)) }
  /// From now on everything with this blend mode.
  public func setBlendMode(_ mode: BlendMode) { record(.blend(mode)) }
  /// Draws what follows by itself.
  public func beginTransparencyLayer() { record(.beginGroup) }
  /// Puts what was drawn since on top of what was there.
  public func endTransparencyLayer(alpha: Double = 1, blendMode: BlendMode = .normal) {
    record(.endGroup(alpha: alpha, blendMode))
  }

  /// Where a point of the context is in the drawing.
  func place(_ point: ScreenPoint) -> ScreenPoint { state.transform.apply(point) }
  /// A path of the context in the drawing.
  func place(_ path: Path) -> Path {
    state.transform == Transform() ? path : path.map { state.transform.apply($0) }
  }

  /// The path that is made by the verbs, which is then forgotten.
  func takePath() -> Path {
    defer { path = Path() }
    return place(path)
  }

  func change(_ body: (inout Path) -> Void) { body(&path) }

  var fillColor: Color { state.fill }
  var strokeColor: Color { state.stroke }

  /// The style of lines in points of the screen.
  var strokeStyle: StrokeStyle {
    let unit = zoomScale * state.transform.scale
    return StrokeStyle(
      width: state.width * unit, join: state.join, cap: state.cap, miterLimit: state.miterLimit,
      dash: state.dash.map { $0 * unit }, dashPhase: state.dashPhase * unit)
  }

  /// Points of the screen in a unit of the context as it is now.
  var pointsPerUnit: Double { zoomScale * state.transform.scale }
}
