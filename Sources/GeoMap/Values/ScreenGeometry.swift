import GeoModel

/// A point in a view: `x` grows to the right and `y` downward (`CGPoint`). A point spans as many pixels as the screen's
/// scale.
public struct ScreenPoint: PlanePoint {
  /// The distance from the left edge in points.
  public var x: Double
  /// The distance from the upper edge in points.
  public var y: Double

  /// Creates a point.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// (0, 0).
  public static let zero = ScreenPoint(x: 0, y: 0)

  /// Whether both are numbers of at most a million points, which is far beyond any screen.
  public var isValid: Bool { abs(x) <= 1e6 && abs(y) <= 1e6 }

  /// Returns the distance to another point, in points.
  public func distance(to other: ScreenPoint) -> Double {
    ((x - other.x) * (x - other.x) + (y - other.y) * (y - other.y)).squareRoot()
  }

  static func + (a: ScreenPoint, b: ScreenPoint) -> ScreenPoint { ScreenPoint(x: a.x + b.x, y: a.y + b.y) }
  static func - (a: ScreenPoint, b: ScreenPoint) -> ScreenPoint { ScreenPoint(x: a.x - b.x, y: a.y - b.y) }
}

/// A width and height in points (`CGSize`).
public struct ScreenSize: PlaneSize {
  /// The width in points.
  public var width: Double
  /// The height in points.
  public var height: Double

  /// Creates a size in points.
  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  /// The empty size.
  public static let zero = ScreenSize(width: 0, height: 0)

  /// The longest side of any map or view, in points: longer than any screen or sheet.
  public static let longestSide = 16_384.0

  /// Whether both are finite and more than 0.
  public var isValid: Bool { width > 0 && height > 0 && width.isFinite && height.isFinite }

  /// Whether a screen may have this size: it is valid and no side exceeds ``longestSide``.
  public var fitsScreens: Bool {
    isValid && width <= ScreenSize.longestSide && height <= ScreenSize.longestSide
  }
}

/// A rectangle of a view in points (`CGRect`).
public struct ScreenRect: PlaneRect {
  /// The upper left corner.
  public var origin: ScreenPoint
  /// The extent.
  public var size: ScreenSize

  /// Creates a rectangle from its upper left corner.
  public init(origin: ScreenPoint, size: ScreenSize) {
    self.origin = origin
    self.size = size
  }
}

/// Padding at the four edges in points (`UIEdgeInsets`).
public struct EdgeInsets: Hashable, Sendable {
  /// The padding at each edge in points.
  public var top: Double, left: Double, bottom: Double, right: Double

  /// Creates padding for the four edges.
  public init(top: Double = 0, left: Double = 0, bottom: Double = 0, right: Double = 0) {
    self.top = top
    self.left = left
    self.bottom = bottom
    self.right = right
  }

  /// Creates the same padding for all edges.
  public init(all points: Double) { self.init(top: points, left: points, bottom: points, right: points) }

  /// No padding.
  public static let zero = EdgeInsets()
}
