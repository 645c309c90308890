/// Interleaves the bits of two numbers (Morton order), so that keys of near places are near each other.
///
/// The parts are added, as the optimizer of Swift 6.3.1 breaks keys computed with `|` in a loop.
@usableFromInline package enum InterleavedBits {
  /// Joins two numbers into one of twice the width: the bits of `x` are the even ones, including the lowest.
  @inlinable @inline(__always) package static func join(_ x: UInt32, _ y: UInt32) -> UInt64 {
    spread(x) &+ (spread(y) &<< 1)
  }

  /// Splits a joined number into its two parts.
  @inlinable @inline(__always) package static func part(_ bits: UInt64) -> (x: UInt32, y: UInt32) {
    (gather(bits), gather(bits &>> 1))
  }

  /// Puts a zero between every two bits.
  @inlinable @inline(__always) static func spread(_ value: UInt32) -> UInt64 {
    var bits = UInt64(value)
    bits = (bits | bits &<< 16) & 0x0000_ffff_0000_ffff
    bits = (bits | bits &<< 8) & 0x00ff_00ff_00ff_00ff
    bits = (bits | bits &<< 4) & 0x0f0f_0f0f_0f0f_0f0f
    bits = (bits | bits &<< 2) & 0x3333_3333_3333_3333
    return (bits | bits &<< 1) & 0x5555_5555_5555_5555
  }

  /// Takes every other bit.
  @inlinable @inline(__always) static func gather(_ value: UInt64) -> UInt32 {
    var bits = value & 0x5555_5555_5555_5555
    bits = (bits | bits &>> 1) & 0x3333_3333_3333_3333
    bits = (bits | bits &>> 2) & 0x0f0f_0f0f_0f0f_0f0f
    bits = (bits | bits &>> 4) & 0x00ff_00ff_00ff_00ff
    bits = (bits | bits &>> 8) & 0x0000_ffff_0000_ffff
    return UInt32(truncatingIfNeeded: bits | bits &>> 16)
  }
}
