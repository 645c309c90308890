import GeoModel

/// A map as it looks at one moment, to be played on a bitmap or into a vector file. Layers go from back to front.
public struct MapPicture: Sendable {
  /// A drawing and its position.
  public struct Layer: Sendable {
    /// The drawing.
    public var drawing: Drawing
    /// The position of the drawing's (0, 0), in points of the view.
    public var origin: ScreenPoint
    /// Points of the view per unit of the drawing: the zoom scale for overlays, 1 for views.
    public var pointsPerUnit: Double
    /// The opacity of the layer as a whole, 0 to 1.
    public var alpha: Double
    /// How the layer as a whole blends with what lies below.
    public var blendMode: BlendMode
    /// The clockwise rotation about ``rotationCenter``, in degrees.
    public var rotation = 0.0
    /// The center of the rotation, in points of the view.
    public var rotationCenter = ScreenPoint.zero
    /// Whether it consists of very many small shapes, as the ground of a map does. Bitmaps then smooth edges in 16
    /// steps instead of 255, which is not visible there and takes half the time.
    public var isCrowded = false

    /// Creates a layer; by default in points of the view, drawn over what is there.
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
  /// Pixels per point.
  public let scale: Double
  /// Whether colors are for light or dark mode.
  public let userInterfaceStyle: UserInterfaceStyle
  /// The visible part of the map.
  public let visibleMapRect: MapRect
  /// The layers: the base map, with overlays below and above its labels, then views with their titles.
  public var layers: [Layer]
  /// The open callout, which lies on top of all layers; nil when none is. The player of the picture draws it, because
  /// only the player can measure its text.
  public var callout: Callout?
  /// The place of each shown annotation's or cluster's coordinate, in points.
  public let annotationPoints: [AnnotationID: ScreenPoint]
  /// False when tiles of the picture, or parts of its base map, could not be loaded.
  public let isFullyRendered: Bool

  /// Creates a picture that a program composes itself.
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

  /// Returns the position of a coordinate in the picture, in points (`MKMapSnapshot.point(for:)`). It lies outside the
  /// bounds when the coordinate is not visible.
  public func point(for coordinate: Coordinate) -> ScreenPoint {
    let point = MapPoint(coordinate).wrapped.near(visibleMapRect.center)
    let pointsPerMapPoint = size.width / visibleMapRect.width
    return ScreenPoint(
      x: (point.x - visibleMapRect.minX) * pointsPerMapPoint, y: (point.y - visibleMapRect.minY) * pointsPerMapPoint)
  }
}
