/// A point of the world layer, in 1e-7 degree, rounded to its grid.
struct GridPoint: Hashable, Comparable {
  var x: Int32
  var y: Int32

  static func < (a: GridPoint, b: GridPoint) -> Bool { a.x != b.x ? a.x < b.x : a.y < b.y }
}

/// An edge between two points, without direction.
struct Edge: Hashable, Comparable {
  let low: GridPoint
  let high: GridPoint

  /// The edge between two different points.
  init(_ a: GridPoint, _ b: GridPoint) {
    low = min(a, b)
    high = max(a, b)
  }

  /// The end that is not this one.
  func other(_ end: GridPoint) -> GridPoint { end == low ? high : low }

  static func < (a: Edge, b: Edge) -> Bool { a.low != b.low ? a.low < b.low : a.high < b.high }
}
