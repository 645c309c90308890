/// A key to search for, encoded as SQLite encodes keys, so that the keys in the file can be compared without decoding.
///
/// Read as one number, the bytes of a greater key are greater, because a longer varint never begins with zero bits.
struct SoughtKey {
  let key: Int64
  /// Whether it takes nine bytes, as those of tiles do.
  let isLong: Bool
  /// Its bytes, the first one highest.
  ///
  /// Of a nine-byte key they are the first eight, with the sign inverted so that negative keys are less.
  let bytes: UInt64
  /// The ninth byte of a nine-byte key.
  let ninthByte: UInt8
  /// The bit of each byte that says that another byte follows.
  static var further: UInt64 { 0x8080_8080_8080_8080 }
  /// The sign bit, set in negative keys.
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
    // All bytes except the last have the bit set.
    let length = max(1, 8 &- UInt64(bits.leadingZeroBitCount) / 8)
    bytes = bits | SoughtKey.further & ~0xff & (UInt64.max &>> (64 &- 8 &* length))
  }
}
