/// A key that is looked for, written as SQLite does, so that those in the file are compared as they stand: read as one number the bytes of a
/// greater key are greater, as longer ones never begin with zero.
struct SoughtKey {
  let key: Int64
  /// Whether it takes nine bytes, as those of tiles do.
  let isLong: Bool
  /// All its bytes, the first one highest. Of nine the first eight, with the sign turned around so that negative ones are less.
  let bytes: UInt64
  /// The last of nine.
  let ninthByte: UInt8
  /// The bits that say that another byte follows.
  static var further: UInt64 { 0x8080_8080_8080_8080 }
  /// The bit that negative keys have.
  static var sign: UInt64 { 0x4000_0000_0000_0000 }

  @inline(__always) init(_ key: Int64) {
    self.key = key
    isLong = key >> 56 != 0
    ninthByte = UInt8(truncatingIfNeeded: key)
    // Eight parts of seven bits.
    var bits = UInt64(bitPattern: key) &>> (isLong ? 8 : 0)
    bits = (bits & 0x0fff_ffff) &+ ((bits &>> 28 & 0x0fff_ffff) &<< 32)
    bits = (bits & 0x0000_3fff_0000_3fff) &+ ((bits & 0x0fff_c000_0fff_c000) &<< 2)
    bits = (bits & 0x007f_007f_007f_007f) &+ ((bits & 0x3f80_3f80_3f80_3f80) &<< 1)
    guard !isLong else {
      bytes = (bits | SoughtKey.further) ^ SoughtKey.sign
      return
    }
    // All bytes but the last one say that another follows.
    let length = max(1, 8 &- UInt64(bits.leadingZeroBitCount) / 8)
    bytes = bits | SoughtKey.further & ~0xff & (UInt64.max &>> (64 &- 8 &* length))
  }
}
