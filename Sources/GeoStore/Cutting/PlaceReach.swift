import GeoModel

/// The circle in which a place counts, as a test that never misses a box it touches.
struct PlaceReach: BitwiseCopyable, Sendable {
  private let point: FixedPoint
  private let metersPerUnitX: Double
  private let squaredReachMeters: Double

  /// The reach of a place. Uses the shortest degree of longitude within the circle, so distances come out too small, if at all.
  init(point: FixedPoint, reachMeters: Float) {
    self.point = point
    let northernmost = min(
      Double(Globe.pole), abs(Double(point.y)) + Double(reachMeters) / LocalProjection.metersPerUnitY)
    metersPerUnitX =
      northernmost >= Double(Globe.pole)
      ? 0 : LocalProjection(origin: FixedPoint(x: 0, y: Int32(northernmost))).metersPerUnitX
    let reach = Double(reachMeters) * 1.0001 + 1
    squaredReachMeters = reach * reach
  }

  /// Whether the circle touches a box.
  func touches(_ box: FixedBox) -> Bool {
    let x = Double(Globe.gap(from: point.x, to: box.minX, box.maxX)) * metersPerUnitX
    let y =
      Double(max(0, Int64(box.minY) - Int64(point.y), Int64(point.y) - Int64(box.maxY)))
      * LocalProjection.metersPerUnitY
    return x * x + y * y <= squaredReachMeters
  }
}
