/// What a renderer or view has drawn, step by step, to be played later: on a bitmap, in a vector file, more than once.
///
/// Coordinates are points of the view, or for overlays map points from the ``OverlayDrawing/origin``. Widths of lines and sizes of text
/// are points of the screen.
public struct Drawing: Hashable, Sendable {
  /// One step.
  public enum Step: Hashable, Sendable {
    /// Keeps clip, alpha and blend mode, to be restored.
    case save
    /// Takes back what was kept.
    case restore
    /// From now on only inside of a path.
    case clip(Path, FillRule)
    /// Fills a path.
    case fill(Path, Color, FillRule)
    /// Strokes a path.
    case stroke(Path, Color, StrokeStyle)
    /// Strokes a path with colors along its length: 0 is its beginning and 1 its end.
    case gradientStroke(Path, Gradient, StrokeStyle)
    /// Fills the clip with colors from one point to another.
    case linearGradient(Gradient, from: ScreenPoint, to: ScreenPoint)
    /// Fills the clip with colors from a center outwards.
    case radialGradient(Gradient, center: ScreenPoint, radius: Double)
    /// Text at a point.
    case text(String, at: ScreenPoint, TextStyle)
    /// A picture in a rectangle.
    case image(MapImage, in: ScreenRect)
    /// From now on everything with this opacity.
    case alpha(Double)
    /// From now on everything with this blend mode.
    case blend(BlendMode)
    /// Begins something that is drawn by itself.
    case beginGroup
    /// Puts what was drawn since on top of what was there.
    case endGroup(alpha: Double, BlendMode)
  }

  /// The steps in order.
  public private(set) var steps: [Step] = []

  /// A drawing of nothing.
  public init() {}

  /// Whether nothing was drawn.
  public var isEmpty: Bool { steps.isEmpty }

  /// Adds a step.
  public mutating func append(_ step: Step) { steps.append(step) }
}
