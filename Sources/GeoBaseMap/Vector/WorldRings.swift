import GeoMap
import GeoMapLayer
import GeoModel
import GeoStore

/// The areas of the world layer, thinned for a level and cached.
final class WorldRings {
  /// A ring in units of which the world has 2^30 from west to east.
  struct Ring {
    var points: [MapGridPoint]
    var box: (minX: Int32, minY: Int32, maxX: Int32, maxY: Int32)
    var isOuter: Bool
  }

  /// Units of the world from west to east, as a power of two.
  static let worldBits = 30
  /// The finest level of thinning, because borders of the world layer are accurate to a kilometer.
  private static let finestLevel = 12
  /// The largest number of cached points: 16 MB.
  private static let limit = 2_000_000

  private struct Key: Hashable {
    var area: AreaID
    var level: Int
  }

  private let store: StoreReader
  private var known: [Key: [Ring]] = [:]
  private var count = 0

  init(_ store: StoreReader) { self.store = store }

  /// Returns the rings of an area. Each polygon has its outer ring, clockwise on the map, then its holes,
  /// counterclockwise.
  func rings(of area: AreaID, level: Int) throws(StoreError) -> [Ring] {
    let key = Key(area: area, level: min(level, WorldRings.finestLevel))
    if let rings = known[key] { return rings }
    // Four units of a tile, which is half a pixel in a tile of 512 points.
    let step = Int32(1) << Int32(WorldRings.worldBits - 10 - key.level)
    var rings: [Ring] = []
    for polygon in try store.boundary(of: area) {
      for (number, line) in polygon.enumerated() {
        guard let ring = WorldRings.ring(line, step, isOuter: number == 0) else {
          if number == 0 { break }
          continue
        }
        rings.append(ring)
        count += ring.points.count
      }
    }
    if count > WorldRings.limit { (known, count) = ([:], 0) }
    known[key] = rings
    return rings
  }

  /// Converts a stored point to units of the world.
  static func place(_ point: FixedPoint) -> MapGridPoint {
    let point = MapPoint(Coordinate(point))
    let scale = Double(1 << worldBits) / MapSize.world.width
    return MapGridPoint(x: Int32((point.x * scale).rounded()), y: Int32((point.y * scale).rounded()))
  }

  private static func ring(_ line: [FixedPoint], _ step: Int32, isOuter: Bool) -> Ring? {
    var points: [MapGridPoint] = []
    var (minX, minY, maxX, maxY) = (Int32.max, Int32.max, Int32.min, Int32.min)
    for corner in line {
      let point = place(corner)
      if let last = points.last, max(abs(point.x - last.x), abs(point.y - last.y)) < step { continue }
      points.append(point)
      (minX, maxX) = (min(minX, point.x), max(maxX, point.x))
      (minY, maxY) = (min(minY, point.y), max(maxY, point.y))
    }
    if points.count > 1, points.first == points.last { points.removeLast() }
    // Skips rings smaller than a pixel, which are not visible.
    guard points.count >= 3, max(maxX - minX, maxY - minY) >= 2 * step else { return nil }
    let area = MapRings.doubledArea(points)
    guard area != 0 else { return nil }
    if (area > 0) != isOuter { points.reverse() }
    return Ring(points: points, box: (minX, minY, maxX, maxY), isOuter: isOuter)
  }
}
