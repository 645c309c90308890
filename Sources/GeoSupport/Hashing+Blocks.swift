extension Hashing {
  private static let prime1: UInt64 = 0x9e37_79b1_85eb_ca87
  private static let prime2: UInt64 = 0xc2b2_ae3d_27d4_eb4f
  private static let prime3: UInt64 = 0x1656_67b1_9e37_79f9
  private static let prime4: UInt64 = 0x85eb_ca77_c2b2_ae63

  /// A hash of a block of bytes at the speed of memory; different blocks share one with a chance of 1 in 2^64. XXH64
  /// (Yann Collet, BSD 2-Clause).
  ///
  /// - Parameter bytes: the block; its length is at least 32 and a multiple of 8.
  package static func xxh64(_ bytes: UnsafeRawBufferPointer, seed: UInt64) -> UInt64 {
    precondition(bytes.count >= 32 && bytes.count % 8 == 0, "XXH64 is only here for whole words")
    let start = bytes.baseAddress!
    @inline(__always) func word(_ offset: Int) -> UInt64 {
      UInt64(littleEndian: start.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }
    var (a, b, c, d) = (seed &+ prime1 &+ prime2, seed &+ prime2, seed, seed &- prime1)
    var offset = 0
    while offset <= bytes.count &- 32 {
      a = round(a, word(offset))
      b = round(b, word(offset &+ 8))
      c = round(c, word(offset &+ 16))
      d = round(d, word(offset &+ 24))
      offset &+= 32
    }
    var hash = rotated(a, 1) &+ rotated(b, 7) &+ rotated(c, 12) &+ rotated(d, 18)
    hash = merged(merged(merged(merged(hash, a), b), c), d) &+ UInt64(bytes.count)
    while offset < bytes.count {
      hash = rotated(hash ^ round(0, word(offset)), 27) &* prime1 &+ prime4
      offset &+= 8
    }
    hash = (hash ^ hash >> 33) &* prime2
    hash = (hash ^ hash >> 29) &* prime3
    return hash ^ hash >> 32
  }

  @inline(__always) private static func rotated(_ number: UInt64, _ bits: UInt64) -> UInt64 {
    number &<< bits | number &>> (64 &- bits)
  }

  @inline(__always) private static func round(_ lane: UInt64, _ word: UInt64) -> UInt64 {
    rotated(lane &+ word &* prime2, 31) &* prime1
  }

  @inline(__always) private static func merged(_ hash: UInt64, _ lane: UInt64) -> UInt64 {
    (hash ^ round(0, lane)) &* prime1 &+ prime4
  }
}
