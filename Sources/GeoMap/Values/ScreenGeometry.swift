import GeoModel

/// A place in a view, in points: `x` grows to the right and `y` downwards (`CGPoint`). A point is as many pixels as the screen's scale.
public struct ScreenPoint: PlanePoint {
  /// Points from the left edge.
  public var x: Double
  /// Points from the upper edge.
  public var y: Double

  /// A place in points.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// (0, 0).
  public static let zero = ScreenPoint(x: 0, y: 0)

  /// Whether both are numbers, and not so far from any screen that nobody can mean them (a million points).
  public var isValid: Bool { abs(x) <= 1e6 && abs(y) <= 1e6 }

  /// How far another place is, in points.
  public func distance(to other: ScreenPoint) -> Double {
    ((x - other.x) * (x - other.x) + (y - other.y) * (y - other.y)).squareRoot()
  }

  static func + (a: ScreenPoint, b: ScreenPoint) -> ScreenPoint { ScreenPoint(x: a.x + b.x, y: a.y + b.y) }
  static func - (a: ScreenPoint, b: ScreenPoint) -> ScreenPoint { ScreenPoint(x: a.x - b.x, y: a.y - b.y) }
}

/// A width and height in points (`CGSize`).
public struct ScreenSize: PlaneSize {
  /// Points from left to right.
  public var width: Double
  /// Points from top to bottom.
  public var height: Double

  /// A size in points.
  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  /// Nothing.
  public static let zero = ScreenSize(width: 0, height: 0)

  /// No map and no view is longer, in points: more than any screen or sheet has.
  public static let longestSide = 16_384.0

  /// Whether both are finite and more than 0.
  public var isValid: Bool { width > 0 && height > 0 && width.isFinite && height.isFinite }

  /// Whether a screen may have it: ``isValid``, and no longer than ``longestSide``.
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

  /// A rectangle from its upper left corner.
  public init(origin: ScreenPoint, size: ScreenSize) {
    self.origin = origin
    self.size = size
  }
}

/// Room at the four sides in points (`UIEdgeInsets`).
public struct EdgeInsets: Hashable, Sendable {
  /// Points at each side.
  public var top: Double, left: Double, bottom: Double, right: Double

  /// Room at the four sides.
  public init(top: Double = 0, left: Double = 0, bottom: Double = 0, right: Double = 0) {
    self.top = top
    self.left = left
    self.bottom = bottom
    self.right = right
  }

  /// The same room at all sides.
  public init(all points: Double) { self.init(top: points, left: points, bottom: points, right: points) }

  /// No room.
  public static let zero = EdgeInsets()
}
