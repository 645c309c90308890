extension FixedBox {
  /// The boxes that together hold every point within a distance of a point: two where the antimeridian divides them.
  ///
  /// Near a pole the box goes all the way round. It is a little too large rather than too small.
  public static func around(_ point: FixedPoint, radiusMeters: Double) -> [FixedBox] {
    let reach = (radiusMeters / LocalProjection.metersPerUnitY).rounded(.up) + 1
    let south = max(-900_000_000, Double(point.y) - reach)
    let north = min(900_000_000, Double(point.y) + reach)
    // The circle is widest in degrees on its side nearer to the pole.
    let steepest = max(abs(south), abs(north))
    let (minY, maxY) = (Int32(south), Int32(north))
    guard steepest < 900_000_000 else {
      return [FixedBox(minX: -1_800_000_000, minY: minY, maxX: 1_800_000_000, maxY: maxY)]
    }
    let scale = LocalProjection(origin: FixedPoint(x: 0, y: Int32(steepest))).metersPerUnitX
    let width = (radiusMeters / scale).rounded(.up) + 1
    guard width < 1_800_000_000 else {
      return [FixedBox(minX: -1_800_000_000, minY: minY, maxX: 1_800_000_000, maxY: maxY)]
    }
    return split(west: Int64(point.x) - Int64(width), east: Int64(point.x) + Int64(width), minY, maxY)
  }

  private static func split(west: Int64, east: Int64, _ minY: Int32, _ maxY: Int32) -> [FixedBox] {
    let (half, turn) = (Int64(1_800_000_000), Int64(3_600_000_000))
    func box(_ west: Int64, _ east: Int64) -> FixedBox {
      FixedBox(minX: Int32(west), minY: minY, maxX: Int32(east), maxY: maxY)
    }
    if west < -half { return [box(-half, east), box(west + turn, half)] }
    if east > half { return [box(west, half), box(-half, east - turn)] }
    return [box(west, east)]
  }

  /// The point of the box that is nearest to a point, taking longitudes the short way round.
  public func nearest(to point: FixedPoint) -> FixedPoint {
    let y = Swift.min(Swift.max(point.y, minY), maxY)
    if point.x >= minX && point.x <= maxX { return FixedPoint(x: point.x, y: y) }
    let toWest = FixedBox.turnDistance(point.x, minX)
    let toEast = FixedBox.turnDistance(point.x, maxX)
    return FixedPoint(x: toWest <= toEast ? minX : maxX, y: y)
  }

  private static func turnDistance(_ a: Int32, _ b: Int32) -> Int64 {
    let distance = abs(Int64(a) - Int64(b))
    return Swift.min(distance, 3_600_000_000 - distance)
  }
}
