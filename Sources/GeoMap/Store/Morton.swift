import GeoModel
import GeoSupport

/// A place in the world as a pair of 32-bit fractions: `x` eastward from the antimeridian, `y` southward from the
/// northern edge. A unit is a sixteenth of a map point, about 1 cm at the equator.
struct WorldPoint: Hashable {
  var x: UInt32
  var y: UInt32

  /// Units per map point.
  static let unitsPerMapPoint = 16.0

  init(x: UInt32, y: UInt32) {
    self.x = x
    self.y = y
  }

  init(_ point: MapPoint) {
    let wrapped = point.wrapped
    x = UInt32(truncatingIfNeeded: Int64((wrapped.x * WorldPoint.unitsPerMapPoint).rounded(.down)))
    y = UInt32(clamping: Int64((wrapped.y * WorldPoint.unitsPerMapPoint).rounded(.down)))
  }
}

/// A rectangle of places, including both ends; it does not cross the antimeridian.
struct WorldRange: Hashable {
  var minX: UInt32, minY: UInt32, maxX: UInt32, maxY: UInt32

  /// The whole world.
  static let world = WorldRange(minX: 0, minY: 0, maxX: .max, maxY: .max)

  @inline(__always) func contains(_ x: UInt32, _ y: UInt32) -> Bool { x >= minX && x <= maxX && y >= minY && y <= maxY }

  /// Whether it overlaps a square, given by its upper left place and the number of its further columns and rows.
  @inline(__always) func meets(_ x: UInt32, _ y: UInt32, _ others: UInt32) -> Bool {
    x <= maxX && y <= maxY && x + others >= minX && y + others >= minY
  }

  /// The one or two ranges that cover exactly the places in a map rectangle; none for an empty or null one.
  static func parts(of rect: MapRect) -> [WorldRange] {
    rect.worldParts.compactMap { part in
      guard let columns = ends(part.minX, part.maxX), let rows = ends(part.minY, part.maxY) else { return nil }
      return WorldRange(minX: columns.0, minY: rows.0, maxX: columns.1, maxY: rows.1)
    }
  }

  /// The units in a half-open range of map points.
  private static func ends(_ low: Double, _ high: Double) -> (UInt32, UInt32)? {
    let first = (low * WorldPoint.unitsPerMapPoint).rounded(.up)
    let last = (high * WorldPoint.unitsPerMapPoint).rounded(.up) - 1
    let limit = Double(UInt32.max)
    guard first <= last, last >= 0, first <= limit else { return nil }
    return (UInt32(max(0, first)), UInt32(min(limit, last)))
  }
}

/// Keys that keep neighboring places close together. The upper 22 bits of both fractions are interleaved (Morton order,
/// cells of 10 m). The other 10 bits of each follow, so that a key contains the whole place.
enum Morton {
  /// The number of interleaved bits of each fraction.
  static let bits: UInt64 = 22
  /// The number of bits that follow, of both fractions together.
  static let restBits: UInt64 = 20

  /// The key of a place.
  @inline(__always) static func key(_ x: UInt32, _ y: UInt32) -> UInt64 {
    (InterleavedBits.join(x >> 10, y >> 10) &<< restBits) &+ (UInt64(x & 1_023) &<< 10) &+ UInt64(y & 1_023)
  }

  /// The place of a key.
  @inline(__always) static func place(_ key: UInt64) -> (x: UInt32, y: UInt32) {
    let (x, y) = InterleavedBits.part(key >> restBits)
    let (restX, restY) = (UInt32(truncatingIfNeeded: key >> 10) & 1_023, UInt32(truncatingIfNeeded: key) & 1_023)
    return ((x &<< 10) &+ restX, (y &<< 10) &+ restY)
  }
}
