/// The recorded steps of a renderer or view, to be played later: on a bitmap, into a vector file, or more than once.
///
/// Coordinates are points of the view; for overlays they are map points relative to ``OverlayDrawing/origin``. Line
/// widths and text sizes are points of the screen.
public struct Drawing: Hashable, Sendable {
  /// One step.
  public enum Step: Hashable, Sendable {
    /// Saves clip, alpha and blend mode.
    case save
    /// Restores what was saved last.
    case restore
    /// Limits what follows to the inside of a path.
    case clip(Path, FillRule)
    /// Fills a path.
    case fill(Path, Color, FillRule)
    /// Strokes a path.
    case stroke(Path, Color, StrokeStyle)
    /// Strokes a path with colors along its length, from 0 at its beginning to 1 at its end.
    case gradientStroke(Path, Gradient, StrokeStyle)
    /// Fills the clip with colors from one point to another.
    case linearGradient(Gradient, from: ScreenPoint, to: ScreenPoint)
    /// Fills the clip with colors from a center outward.
    case radialGradient(Gradient, center: ScreenPoint, radius: Double)
    /// Text at a point.
    case text(String, at: ScreenPoint, TextStyle)
    /// An image in a rectangle.
    case image(MapImage, in: ScreenRect)
    /// Sets the opacity of everything that follows.
    case alpha(Double)
    /// Sets the blend mode of everything that follows.
    case blend(BlendMode)
    /// Begins a group that is drawn separately.
    case beginGroup
    /// Composites the group onto what was there before.
    case endGroup(alpha: Double, BlendMode)
  }

  /// The steps in order.
  public private(set) var steps: [Step] = []

  /// Creates an empty drawing.
  public init() {}

  /// Whether nothing was drawn.
  public var isEmpty: Bool { steps.isEmpty }

  /// Adds a step.
  public mutating func append(_ step: Step) { steps.append(step) }
}
