/// A 64-bit FNV-1a hash of a word's bytes (constants of Fowler, Noll and Vo). Words are told apart by it alone: among a
/// few hundred street words a clash will not be met in any planet.
struct WordHash {
  private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  mutating func add(_ byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }

  /// The hash of a whole word.
  static func of(_ word: some Sequence<UInt8>) -> UInt64 {
    var hash = WordHash()
    for byte in word { hash.add(byte) }
    return hash.value
  }
}
