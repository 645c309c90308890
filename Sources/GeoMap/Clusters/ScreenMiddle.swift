import GeoModel

/// The middle of the map in units of ``WorldPoint``, for fast distance computations.
struct ScreenMiddle {
  /// An offset in points, to the right and downward.
  struct Offset {
    var x: Double, y: Double
    /// The squared length.
    var square: Double { x * x + y * y }
  }

  private let wholeX: UInt32
  private let restX: Double, y: Double
  private let pointsPerUnit: Double

  init(_ viewport: Viewport) {
    let x = viewport.center.wrapped.x * WorldPoint.unitsPerMapPoint
    wholeX = UInt32(truncatingIfNeeded: Int64(x.rounded(.down)))
    restX = x - x.rounded(.down)
    y = viewport.center.y * WorldPoint.unitsPerMapPoint
    pointsPerUnit = viewport.zoomScale / WorldPoint.unitsPerMapPoint
  }

  /// The offset of a place, the shorter way around the world: the 32-bit difference wraps around like the world.
  @inline(__always) func offset(x: UInt32, y: UInt32) -> Offset {
    Offset(
      x: (Double(Int32(bitPattern: x &- wholeX)) - restX) * pointsPerUnit, y: (Double(y) - self.y) * pointsPerUnit)
  }

  /// See ``offset(x:y:)``.
  @inline(__always) func offset(of record: AnnotationStore.Record) -> Offset { offset(x: record.x, y: record.y) }

  /// An offset that is not longer than that of any place in a square. Its numbers are not negative.
  ///
  /// - Parameters:
  ///   - x: the first column.
  ///   - y: the first row.
  ///   - others: the number of further columns and rows.
  func nearest(x: UInt32, y: UInt32, others: UInt32) -> Offset {
    let (first, last) = (offset(x: x, y: y), offset(x: x &+ others, y: y &+ others))
    // A square of half the world or more may lie on both sides of the middle, wherever its edges are.
    let isWide = others >= UInt32.max / 2
    return Offset(
      x: isWide || first.x <= 0 && last.x >= 0 ? 0 : min(abs(first.x), abs(last.x)),
      y: first.y <= 0 && last.y >= 0 ? 0 : min(abs(first.y), abs(last.y)))
  }

  /// The offset of a map point.
  func offset(of point: MapPoint) -> Offset {
    let units = WorldPoint.unitsPerMapPoint
    let x = point.wrapped.x * units - Double(wholeX) - restX
    let turn = x > 2_147_483_648 ? -4_294_967_296 : x < -2_147_483_648 ? 4_294_967_296.0 : 0
    return Offset(x: (x + turn) * pointsPerUnit, y: (point.y * units - y) * pointsPerUnit)
  }
}
