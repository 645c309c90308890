import GeoModel

/// A point in 1e-7 degree as one number whose order follows space: the bits of longitude and latitude take turns (Morton order).
///
/// Points that are near each other mostly have keys that are near each other, so that questions asked in this order find the store's pages
/// warm. Equal keys are the same place to a centimetre, and get the same answer.
struct PointKey: Hashable, Comparable {
  let bits: UInt64

  init(bits: UInt64) { self.bits = bits }

  init(_ point: FixedPoint) {
    // Offsets make the numbers unsigned, so that their order is that of the map.
    let x = UInt32(bitPattern: point.x) ^ 0x8000_0000
    let y = UInt32(bitPattern: point.y) ^ 0x8000_0000
    bits = PointKey.spread(x) | PointKey.spread(y) << 1
  }

  /// The point again.
  var point: FixedPoint {
    FixedPoint(
      x: Int32(bitPattern: PointKey.gather(bits) ^ 0x8000_0000),
      y: Int32(bitPattern: PointKey.gather(bits >> 1) ^ 0x8000_0000))
  }

  static func < (a: PointKey, b: PointKey) -> Bool { a.bits < b.bits }

  /// Moves bit n to bit 2n.
  private static func spread(_ value: UInt32) -> UInt64 {
    var bits = UInt64(value)
    bits = (bits | bits << 16) & 0x0000_FFFF_0000_FFFF
    bits = (bits | bits << 8) & 0x00FF_00FF_00FF_00FF
    bits = (bits | bits << 4) & 0x0F0F_0F0F_0F0F_0F0F
    bits = (bits | bits << 2) & 0x3333_3333_3333_3333
    return (bits | bits << 1) & 0x5555_5555_5555_5555
  }

  /// Moves bit 2n to bit n and drops the odd ones.
  private static func gather(_ value: UInt64) -> UInt32 {
    var bits = value & 0x5555_5555_5555_5555
    bits = (bits | bits >> 1) & 0x3333_3333_3333_3333
    bits = (bits | bits >> 2) & 0x0F0F_0F0F_0F0F_0F0F
    bits = (bits | bits >> 4) & 0x00FF_00FF_00FF_00FF
    bits = (bits | bits >> 8) & 0x0000_FFFF_0000_FFFF
    return UInt32(truncatingIfNeeded: bits | bits >> 16)
  }
}
