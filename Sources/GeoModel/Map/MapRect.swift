/// A rectangle of map points (`MKMapRect`).
///
/// It may begin left of 0 or end right of the world's width; then it crosses the antimeridian
/// (``crossesAntimeridian``). It contains its western and northern edges, but not its eastern and southern ones.
public struct MapRect: PlaneRect {
  /// The north-western corner.
  public var origin: MapPoint
  /// The extent; never negative in rectangles created by this module.
  public var size: MapSize

  /// Creates a rectangle from its north-western corner.
  public init(origin: MapPoint, size: MapSize) {
    self.origin = origin
    self.size = size
  }

  /// Creates the smallest rectangle around two points, in any order.
  public init(_ a: MapPoint, _ b: MapPoint) {
    self.init(x: min(a.x, b.x), y: min(a.y, b.y), width: abs(a.x - b.x), height: abs(a.y - b.y))
  }

  /// Creates the smallest rectangle around points; ``null`` when there are none.
  public init(around points: some Sequence<MapPoint>) {
    var (minX, minY, maxX, maxY) = (Double.infinity, Double.infinity, -Double.infinity, -Double.infinity)
    for point in points {
      minX = min(minX, point.x)
      minY = min(minY, point.y)
      maxX = max(maxX, point.x)
      maxY = max(maxY, point.y)
    }
    guard minX <= maxX, minY <= maxY else {
      self = .null
      return
    }
    self.init(x: minX, y: minY, width: maxX - minX, height: maxY - minY)
  }

  /// The whole world (`MKMapRectWorld`): origin (0, 0), ``MapSize/world``.
  public static let world = MapRect(origin: MapPoint(x: 0, y: 0), size: .world)

  /// The null rectangle (`MKMapRectNull`): the neutral element of ``union(_:)`` and the ``intersection(_:)`` of
  /// rectangles that do not meet. Its origin is (∞, ∞) and its size 0.
  public static let null = MapRect(x: .infinity, y: .infinity, width: 0, height: 0)

  /// Whether this is ``null`` (`MKMapRectIsNull`).
  public var isNull: Bool { origin.x == .infinity || origin.y == .infinity }
  /// Whether this is null or a point: width and height both 0 (`MKMapRectIsEmpty`).
  public var isEmpty: Bool { isNull || (size.width == 0 && size.height == 0) }
  /// Whether all four numbers are finite and the size is not negative, so that a map can show it.
  public var isValid: Bool {
    origin.x.isFinite && origin.y.isFinite && size.width.isFinite && size.height.isFinite && size.width >= 0
      && size.height >= 0
  }
}

/// A width and height in map points (`MKMapSize`), see ``MapPoint``.
public struct MapSize: PlaneSize {
  /// Map points from west to east.
  public var width: Double
  /// Map points from north to south.
  public var height: Double

  /// Creates a size in map points.
  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  /// The whole world (`MKMapSizeWorld`): 2^28 map points in each direction, so that at level 20 of tiles of 256 points
  /// a map point is one point.
  public static let world = MapSize(width: 268_435_456, height: 268_435_456)
}
