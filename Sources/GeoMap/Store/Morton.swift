import GeoModel
import GeoSupport

/// Places of the world as pairs of 32-bit fractions: `x` from the antimeridian to the east, `y` from the northern edge to the south. A unit
/// is a sixteenth of a map point, about 1 cm at the equator.
struct WorldPoint: Hashable {
  var x: UInt32
  var y: UInt32

  /// Units in a map point.
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

/// A rectangle of places, both ends included; it does not cross the antimeridian.
struct WorldRange: Hashable {
  var minX: UInt32, minY: UInt32, maxX: UInt32, maxY: UInt32

  /// All places.
  static let world = WorldRange(minX: 0, minY: 0, maxX: .max, maxY: .max)

  @inline(__always) func contains(_ x: UInt32, _ y: UInt32) -> Bool { x >= minX && x <= maxX && y >= minY && y <= maxY }

  /// Whether it has a place in common with a square, of which the upper left place and the others to its right are given.
  @inline(__always) func meets(_ x: UInt32, _ y: UInt32, _ others: UInt32) -> Bool {
    x <= maxX && y <= maxY && x + others >= minX && y + others >= minY
  }

  /// The one or two ranges with exactly the places in a rectangle of the map; none when it is empty or null.
  static func parts(of rect: MapRect) -> [WorldRange] {
    rect.worldParts.compactMap { part in
      guard let columns = ends(part.minX, part.maxX), let rows = ends(part.minY, part.maxY) else { return nil }
      return WorldRange(minX: columns.0, minY: rows.0, maxX: columns.1, maxY: rows.1)
    }
  }

  /// The units in a half-open stretch of map points.
  private static func ends(_ low: Double, _ high: Double) -> (UInt32, UInt32)? {
    let first = (low * WorldPoint.unitsPerMapPoint).rounded(.up)
    let last = (high * WorldPoint.unitsPerMapPoint).rounded(.up) - 1
    let limit = Double(UInt32.max)
    guard first <= last, last >= 0, first <= limit else { return nil }
    return (UInt32(max(0, first)), UInt32(min(limit, last)))
  }
}

/// Keys that put near places near each other: the first 22 bits of both fractions in turn (Morton order, cells of 10 m), then the other 10
/// bits of each, so that a key says the whole place.
enum Morton {
  /// Bits of each fraction in the first part of a key.
  static let bits: UInt64 = 22
  /// Bits of the second part.
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
