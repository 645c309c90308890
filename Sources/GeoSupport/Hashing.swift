/// The hash functions of this package, for its own tables and for hashes that are the same in every process. (The
/// standard library seeds its hashes anew in each process.)
///
/// Types whose functions are inlined in other modules are `@usableFromInline` themselves. Otherwise the compiler calls
/// the functions without inlining, and generic ones unspecialized, a hundred times as slow.
@usableFromInline package enum Hashing {
  /// Spreads a number over all bits: each bit of the result depends on each bit of the number.
  /// The finalizer of MurmurHash3 (Austin Appleby, public domain).
  @inlinable @inline(__always)
  package static func mix(_ number: UInt64) -> UInt64 {
    var z = (number ^ number >> 33) &* 0xff51_afd7_ed55_8ccd
    z = (z ^ z >> 33) &* 0xc4ce_b9fe_1a85_ec53
    return z ^ z >> 33
  }

  /// The slot of a table for a key that is nearly random already, or counts upward. Cheaper than ``mix(_:)``, as it
  /// takes the high bits of one product (Fibonacci hashing; Knuth, The Art of Computer Programming, volume 3, 6.4).
  ///
  /// - Parameter slotBits: the table has 2^slotBits slots; 1 to 63.
  @inlinable @inline(__always)
  package static func slot(of key: UInt64, slotBits: Int) -> Int {
    Int(truncatingIfNeeded: (key &* 0x9e37_79b9_7f4a_7c15) >> UInt64(64 &- slotBits))
  }

  /// Adds a number to a hash of several; cheaper than ``mix(_:)`` for each of them.
  @inlinable @inline(__always)
  package static func combined(_ hash: UInt64, with number: UInt64) -> UInt64 {
    let product = (hash ^ number) &* 0x9e37_79b9_7f4a_7c15
    return product ^ product >> 32
  }

  /// A hash of bytes that is the same in every process and on every machine. FNV-1a of 64 bits (Fowler, Noll and Vo,
  /// public domain). Its low bits are weak: apply ``mix(_:)`` for a table.
  @inlinable @inline(__always)
  package static func fnv1a(_ bytes: some Sequence<UInt8>, seed: UInt64 = fnvSeed) -> UInt64 {
    var hash = seed
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return hash
  }

  /// The initial seed of ``fnv1a(_:seed:)``; the result is the seed for further bytes.
  @inlinable @inline(__always)
  package static var fnvSeed: UInt64 { 0xcbf2_9ce4_8422_2325 }
}
