import GeoModel

/// A map as it looks at one moment, to be played on a bitmap or into a vector file: what is drawn, from behind to the front.
public struct MapPicture: Sendable {
  /// A drawing and where it lies.
  public struct Layer: Sendable {
    /// What is drawn.
    public var drawing: Drawing
    /// Where (0, 0) of the drawing is, in points of the view.
    public var origin: ScreenPoint
    /// Points of the view in a unit of the drawing: the zoom scale for overlays, 1 for views.
    public var pointsPerUnit: Double
    /// The opacity of all of it, once it is drawn; 0 to 1.
    public var alpha: Double
    /// How all of it is mixed with what lies below.
    public var blendMode: BlendMode
    /// By how many degrees it is turned clockwise about a point of the view.
    public var rotation = 0.0
    /// The point about which it is turned.
    public var rotationCenter = ScreenPoint.zero
    /// Whether it is of so many small shapes, as the ground of a map, that bitmaps smooth their edges in 16 steps and not in 255: nobody
    /// sees it there, and it takes half the time.
    public var isCrowded = false

    /// A layer; by default of points of the view, put on top of what is there.
    public init(
      drawing: Drawing, origin: ScreenPoint = .zero, pointsPerUnit: Double = 1, alpha: Double = 1,
      blendMode: BlendMode = .normal
    ) {
      self.drawing = drawing
      self.origin = origin
      self.pointsPerUnit = pointsPerUnit
      self.alpha = alpha
      self.blendMode = blendMode
    }
  }

  /// The size of the view in points.
  public let size: ScreenSize
  /// Pixels for each point.
  public let scale: Double
  /// Whether colors are those of light or dark.
  public let userInterfaceStyle: UserInterfaceStyle
  /// The part of the map that is seen.
  public let visibleMapRect: MapRect
  /// What is drawn: the base map with overlays below and above its labels, then views with their titles.
  public var layers: [Layer]
  /// The callout that is open, which lies on top of all layers; nil when none is. Who plays the picture draws it, as it knows how wide its
  /// text is.
  public var callout: Callout?
  /// Where the views of annotations and clusters are shown: the place of their coordinate, in points.
  public let annotationPoints: [AnnotationID: ScreenPoint]
  /// False when tiles that belong to it could not be loaded.
  public let isFullyRendered: Bool

  /// A picture that a program puts together itself.
  public init(
    size: ScreenSize, scale: Double, userInterfaceStyle: UserInterfaceStyle, visibleMapRect: MapRect, layers: [Layer],
    callout: Callout? = nil, annotationPoints: [AnnotationID: ScreenPoint] = [:], isFullyRendered: Bool = true
  ) {
    self.size = size
    self.scale = scale
    self.userInterfaceStyle = userInterfaceStyle
    self.visibleMapRect = visibleMapRect
    self.layers = layers
    self.callout = callout
    self.annotationPoints = annotationPoints
    self.isFullyRendered = isFullyRendered
  }

  /// Where a coordinate is in the picture, in points (`MKMapSnapshot.point(for:)`); outside of its bounds when it is not to be seen.
  public func point(for coordinate: Coordinate) -> ScreenPoint {
    let point = MapPoint(coordinate).wrapped.near(visibleMapRect.center)
    let pointsPerMapPoint = size.width / visibleMapRect.width
    return ScreenPoint(
      x: (point.x - visibleMapRect.minX) * pointsPerMapPoint, y: (point.y - visibleMapRect.minY) * pointsPerMapPoint)
  }
}
