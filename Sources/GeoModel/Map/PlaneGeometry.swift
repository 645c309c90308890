/// A place in a plane: a map point, or a point of a view. `x` grows to the east or right, `y` to the south or downwards.
public protocol PlanePoint: Hashable, Sendable {
  /// Units from the western or left edge.
  var x: Double { get set }
  /// Units from the northern or upper edge.
  var y: Double { get set }
  /// A place of two numbers, which are taken as they are.
  init(x: Double, y: Double)
}

/// A width and height in a plane.
public protocol PlaneSize: Hashable, Sendable {
  /// Units from west to east, or left to right.
  var width: Double { get set }
  /// Units from north to south, or top to bottom.
  var height: Double { get set }
  /// A size of two numbers, which are taken as they are.
  init(width: Double, height: Double)
}

/// A rectangle in a plane, from its north-western or upper left corner. Its western and northern edges belong to it, its eastern and southern
/// ones do not.
public protocol PlaneRect: Hashable, Sendable {
  /// A place in its plane.
  associatedtype Point: PlanePoint
  /// An extent in its plane.
  associatedtype Size: PlaneSize
  /// The north-western or upper left corner.
  var origin: Point { get set }
  /// The extent.
  var size: Size { get set }
  /// A rectangle from its north-western or upper left corner.
  init(origin: Point, size: Size)
}

extension PlaneRect {
  /// A rectangle from its north-western or upper left corner (`MKMapRectMake`, `CGRectMake`).
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

  /// Whether a point belongs to it (`MKMapRectContainsPoint`): western and northern edges do, the others do not.
  @inlinable public func contains(_ point: Point) -> Bool {
    point.x >= minX && point.x < maxX && point.y >= minY && point.y < maxY
  }
}
