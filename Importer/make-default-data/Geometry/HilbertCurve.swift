import GeoModel

/// The Hilbert curve over the globe: points that are near on the curve are near on the map, so that differences between
/// consecutive coordinates are small.
enum HilbertCurve {
  /// The position of a point on a curve of order 16.
  static func position(_ point: GridPoint) -> UInt32 {
    var x = UInt32(Globe.east(point.x) * 65_535 / Globe.turn)
    var y = UInt32(Globe.north(point.y) * 65_535 / Int64(Globe.halfTurn))
    var position: UInt32 = 0
    var side: UInt32 = 1 << 15
    while side > 0 {
      let right: UInt32 = x & side > 0 ? 1 : 0
      let up: UInt32 = y & side > 0 ? 1 : 0
      position &+= side &* side &* ((3 &* right) ^ up)
      // Turn the quadrant so that the curve enters and leaves it rightly.
      if up == 0 {
        if right == 1 {
          x = 65_535 &- x
          y = 65_535 &- y
        }
        swap(&x, &y)
      }
      side >>= 1
    }
    return position
  }
}
