/// A fingerprint of the bytes right before a place, to recognize a file that was changed between two runs.
struct TailMark: Sendable, Equatable {
  private static let longest = 256

  /// How many bytes it covers.
  var length = 0
  /// Their FNV-1a hash.
  var hash = Fingerprint.hash([])

  init() {}

  /// The mark of the end of some bytes.
  init(_ bytes: [UInt8]) {
    length = min(bytes.count, TailMark.longest)
    hash = Fingerprint.hash(bytes.suffix(length))
  }

  init(length: Int, hash: UInt64) {
    self.length = length
    self.hash = hash
  }
}

/// FNV-1a with 64 bits (Fowler, Noll, Vo): small, and good enough to tell files and torn lines apart.
enum Fingerprint {
  static func hash(_ bytes: some Sequence<UInt8>) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return hash
  }
}
