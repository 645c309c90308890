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
      900_000_000, abs(Double(point.y)) + Double(reachMeters) / LocalProjection.metersPerUnitY)
    metersPerUnitX =
      northernmost >= 900_000_000
      ? 0 : LocalProjection(origin: FixedPoint(x: 0, y: Int32(northernmost))).metersPerUnitX
    let reach = Double(reachMeters) * 1.0001 + 1
    squaredReachMeters = reach * reach
  }

  /// Whether the circle touches a box.
  func touches(_ box: FixedBox) -> Bool {
    let x = Double(PlaceReach.gap(from: point.x, to: box.minX, box.maxX)) * metersPerUnitX
    let y =
      Double(max(0, Int64(box.minY) - Int64(point.y), Int64(point.y) - Int64(box.maxY)))
      * LocalProjection.metersPerUnitY
    return x * x + y * y <= squaredReachMeters
  }

  /// Units of longitude between a meridian and a range, the short way round.
  private static func gap(from x: Int32, to minX: Int32, _ maxX: Int32) -> Int64 {
    let (x, minX, maxX) = (Int64(x), Int64(minX), Int64(maxX))
    if x >= minX && x <= maxX { return 0 }
    let direct = x < minX ? minX - x : x - maxX
    let around = x < minX ? x + 3_600_000_000 - maxX : minX + 3_600_000_000 - x
    return min(direct, around)
  }
}
