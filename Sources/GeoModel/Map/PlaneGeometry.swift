/// A place in a plane: a map point, or a point of a view. `x` grows to the east or right, `y` to the south or
/// downwards.
public protocol PlanePoint: Hashable, Sendable {
  /// Units from the western or left edge.
  var x: Double { get set }
  /// Units from the northern or upper edge.
  var y: Double { get set }
  /// Creates a point from two numbers, unchecked.
  init(x: Double, y: Double)
}

/// A width and height in a plane.
public protocol PlaneSize: Hashable, Sendable {
  /// Units from west to east, or left to right.
  var width: Double { get set }
  /// Units from north to south, or top to bottom.
  var height: Double { get set }
  /// Creates a size from two numbers, unchecked.
  init(width: Double, height: Double)
}

/// A rectangle in a plane, from its north-western or upper left corner. It contains its western and northern edges, but
/// not its eastern and southern ones.
public protocol PlaneRect: Hashable, Sendable {
  /// The type of points in the plane.
  associatedtype Point: PlanePoint
  /// The type of sizes in the plane.
  associatedtype Size: PlaneSize
  /// The north-western or upper left corner.
  var origin: Point { get set }
  /// The extent.
  var size: Size { get set }
  /// A rectangle from its north-western or upper left corner.
  init(origin: Point, size: Size)
}

extension PlaneRect {
  /// Creates a rectangle from its north-western or upper left corner (`MKMapRectMake`, `CGRectMake`).
  @inlinable public init(x: Double, y: Double, width: Double, height: Double) {
    self.init(origin: Point(x: x, y: y), size: Size(width: width, height: height))
  }

  /// The western or left edge.
  @inlinable public var minX: Double { origin.x }
  /// The northern or upper edge.
  @inlinable public var minY: Double { origin.y }
  /// The eastern or right edge.
  @inlinable public var maxX: Double { origin.x + size.width }
  /// The southern or lower edge.
  @inlinable public var maxY: Double { origin.y + size.height }
  /// Halfway between west and east.
  @inlinable public var midX: Double { origin.x + size.width / 2 }
  /// Halfway between north and south.
  @inlinable public var midY: Double { origin.y + size.height / 2 }
  /// Units from west to east.
  @inlinable public var width: Double { size.width }
  /// Units from north to south.
  @inlinable public var height: Double { size.height }
  /// The point in the middle.
  @inlinable public var center: Point { Point(x: midX, y: midY) }

  /// Whether it contains a point (`MKMapRectContainsPoint`), including its western and northern edges, but not the
  /// others.
  @inlinable public func contains(_ point: Point) -> Bool {
    point.x >= minX && point.x < maxX && point.y >= minY && point.y < maxY
  }
}
