import GeoSupport

/// Records drawing commands with the verbs of CoreGraphics (`CGContext`).
///
/// In an overlay a unit is a map point, as in MapKit, so a line of 2 points on the screen is `setLineWidth(2 /
/// zoomScale)`. In a view a unit is a point. An unmatched `restoreGState` is ignored, and missing ones are added at the
/// end.
public final class DrawingContext {
  /// Points of the screen per unit: the zoom scale in overlays, 1 in views.
  public let zoomScale: Double
  /// Pixels per point (`contentScaleFactor`).
  public let contentScaleFactor: Double
  /// Whether to draw for light or dark mode.
  public let userInterfaceStyle: UserInterfaceStyle

  private var recorded = Drawing()
  private var state = State()
  private var stack: [State] = []
  /// The path under construction.
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

  /// Creates a context with nothing recorded.
  public init(zoomScale: Double = 1, contentScaleFactor: Double = 1, userInterfaceStyle: UserInterfaceStyle = .light) {
    self.zoomScale = zoomScale
    self.contentScaleFactor = contentScaleFactor
    self.userInterfaceStyle = userInterfaceStyle
  }

  /// Everything recorded so far.
  public var drawing: Drawing {
    var all = recorded
    for _ in stack { all.append(.restore) }
    return all
  }

  /// Appends an earlier recording unchanged.
  package func replay(_ drawing: Drawing) {
    // Shared copy-on-write: all views of a template share its drawing.
    if recorded.isEmpty { recorded = drawing } else { for step in drawing.steps { record(step) } }
  }

  func record(_ step: Drawing.Step) { recorded.append(step) }

  /// Saves colors, widths, clip and all other state.
  public func saveGState() {
    stack.append(state)
    record(.save)
  }

  /// Restores the state saved last.
  public func restoreGState() {
    guard let old = stack.popLast() else { return }
    state = old
    record(.restore)
  }

  /// Translates what follows.
  public func translateBy(x: Double, y: Double) { state.transform = state.transform.after(Transform(tx: x, ty: y)) }
  /// Scales what follows.
  public func scaleBy(x: Double, y: Double) { state.transform = state.transform.after(Transform(a: x, d: y)) }
  /// Rotates what follows, in radians, clockwise on the screen.
  public func rotate(by angle: Double) { state.transform = state.transform.after(.rotation(angle)) }

  /// Sets the color of fills.
  public func setFillColor(_ color: Color) { state.fill = color }
  /// Sets the color of lines.
  public func setStrokeColor(_ color: Color) { state.stroke = color }
  /// Sets the width of lines, in units.
  public func setLineWidth(_ width: Double) { state.width = width }
  /// Sets how lines meet.
  public func setLineJoin(_ join: LineJoin) { state.join = join }
  /// Sets how lines end.
  public func setLineCap(_ cap: LineCap) { state.cap = cap }
  /// Sets how far pointed corners reach.
  public func setMiterLimit(_ limit: Double) { state.miterLimit = limit }
  /// Sets alternating lengths of dash and gap, in units; empty for a solid line.
  public func setLineDash(phase: Double, lengths: [Double]) {
    state.dashPhase = phase
    state.dash = lengths
  }
  /// Sets the opacity of everything that follows, 0 to 1.
  public func setAlpha(_ alpha: Double) { record(.alpha(alpha)) }
  /// Sets the blend mode of everything that follows.
  public func setBlendMode(_ mode: BlendMode) { record(.blend(mode)) }
  /// Begins a group that is drawn separately.
  public func beginTransparencyLayer() { record(.beginGroup) }
  /// Composites the group onto what was there before.
  public func endTransparencyLayer(alpha: Double = 1, blendMode: BlendMode = .normal) {
    record(.endGroup(alpha: alpha, blendMode))
  }

  /// Transforms a point of the context into the drawing's coordinates.
  func place(_ point: ScreenPoint) -> ScreenPoint { state.transform.apply(point) }
  /// Transforms a path of the context into the drawing's coordinates.
  func place(_ path: Path) -> Path {
    state.transform == Transform() ? path : path.map { state.transform.apply($0) }
  }

  /// Returns the path built so far, and begins a new one.
  func takePath() -> Path {
    defer { path = Path() }
    return place(path)
  }

  func change(_ body: (inout Path) -> Void) { body(&path) }

  var fillColor: Color { state.fill }
  var strokeColor: Color { state.stroke }

  /// The line style, with lengths in points of the screen.
  var strokeStyle: StrokeStyle {
    let unit = zoomScale * state.transform.scale
    return StrokeStyle(
      width: state.width * unit, join: state.join, cap: state.cap, miterLimit: state.miterLimit,
      dash: state.dash.map { $0 * unit }, dashPhase: state.dashPhase * unit)
  }

  /// Points of the screen per unit under the current transform.
  var pointsPerUnit: Double { zoomScale * state.transform.scale }
}
