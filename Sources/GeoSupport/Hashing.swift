/// The hash functions of this package: for tables of our own, and where a number must be the same in every process (which that of
/// the standard library is not, as it is seeded anew).
///
/// Types of the package whose functions are inlined elsewhere are `@usableFromInline` themselves: without that the compiler calls the
/// functions as they stand, and generic ones unspecialized, a hundred times as slow.
@usableFromInline package enum Hashing {
  /// Spreads a number over all bits: each bit of the result depends on each bit of the number.
  /// The finalizer of MurmurHash3 (Austin Appleby, public domain).
  @inlinable @inline(__always)
  package static func mix(_ number: UInt64) -> UInt64 {
    var z = (number ^ number >> 33) &* 0xff51_afd7_ed55_8ccd
    z = (z ^ z >> 33) &* 0xc4ce_b9fe_1a85_ec53
    return z ^ z >> 33
  }

  /// A slot of a table for a key that is already nearly random, or counts upward: cheaper than ``mix(_:)``, as the high bits of one
  /// product are taken (Fibonacci hashing; Knuth, The Art of Computer Programming, volume 3, 6.4).
  ///
  /// - Parameter slotBits: the table has 2^slotBits slots; 1 to 63.
  @inlinable @inline(__always)
  package static func slot(of key: UInt64, slotBits: Int) -> Int {
    Int(truncatingIfNeeded: (key &* 0x9e37_79b9_7f4a_7c15) >> UInt64(64 &- slotBits))
  }

  /// Adds one more number to the hash of several: cheaper than ``mix(_:)`` for each of them.
  @inlinable @inline(__always)
  package static func combined(_ hash: UInt64, with number: UInt64) -> UInt64 {
    let product = (hash ^ number) &* 0x9e37_79b9_7f4a_7c15
    return product ^ product >> 32
  }

  /// A number that differs for nearly all different bytes, the same in every process and on every machine.
  /// FNV-1a of 64 bits (Fowler, Noll and Vo, public domain); its low bits are weak: ``mix(_:)`` it for a table.
  @inlinable @inline(__always)
  package static func fnv1a(_ bytes: some Sequence<UInt8>, seed: UInt64 = fnvSeed) -> UInt64 {
    var hash = seed
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return hash
  }

  /// Where ``fnv1a(_:seed:)`` begins; its result is the seed of what follows.
  @inlinable @inline(__always)
  package static var fnvSeed: UInt64 { 0xcbf2_9ce4_8422_2325 }
}
