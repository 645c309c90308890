import GeoModel

/// The box of a circle around a point, in one or two parts: the only place that knows about the antimeridian and the poles.
///
/// 1. Half the height is the radius in units of latitude, half the width the radius at the latitude nearer to the pole.
/// 2. A circle that reaches over a pole holds every longitude.
/// 3. What sticks out over 180 degrees comes in again on the other side as a second box.
struct SearchBoxes {
  /// The box, without what lies beyond the antimeridian.
  var first: FixedBox
  /// The part beyond the antimeridian; nil when there is none.
  var second: FixedBox?

  private static let halfTurn: Int64 = 1_800_000_000
  private static let quarterTurn: Int64 = 900_000_000

  /// The boxes of a circle.
  init(around projection: LocalProjection, radiusMeters: Double) {
    let origin = projection.origin
    let height = Int64((radiusMeters / LocalProjection.metersPerUnitY).rounded(.up)) + 1
    let south = Int64(origin.y) - height
    let north = Int64(origin.y) + height
    let widest = max(abs(south), abs(north))
    // A few per cent more than the width at the origin hold the narrower degrees towards the pole.
    let width = radiusMeters / projection.metersPerUnitX * 1.02 + 1
    let reachesPole = widest >= SearchBoxes.quarterTurn || width >= Double(SearchBoxes.halfTurn)
    let minY = Int32(max(south, -SearchBoxes.quarterTurn))
    let maxY = Int32(min(north, SearchBoxes.quarterTurn))
    guard !reachesPole else {
      first = FixedBox(minX: FixedBox.world.minX, minY: minY, maxX: FixedBox.world.maxX, maxY: maxY)
      return
    }
    let west = Int64(origin.x) - Int64(width)
    let east = Int64(origin.x) + Int64(width)
    first = FixedBox(
      minX: Int32(max(west, -SearchBoxes.halfTurn)), minY: minY, maxX: Int32(min(east, SearchBoxes.halfTurn)),
      maxY: maxY)
    if west < -SearchBoxes.halfTurn {
      second = FixedBox(minX: Int32(west + 2 * SearchBoxes.halfTurn), minY: minY, maxX: FixedBox.world.maxX, maxY: maxY)
    } else if east > SearchBoxes.halfTurn {
      second = FixedBox(minX: FixedBox.world.minX, minY: minY, maxX: Int32(east - 2 * SearchBoxes.halfTurn), maxY: maxY)
    }
  }
}
