/// A hash of all input so far, which reveals a change anywhere in it between two runs.
///
/// 1. The bytes are the digits of a number in a large odd base, of which the lowest 64 bits are kept (a polynomial
///    hash, as of Rabin and Karp).
/// 2. The digests of two neighboring pieces give that of both together, wherever they were cut. So workers hash their
///    chunks at the same time, and the writer joins the hashes in order.
/// 3. Each step takes eight bytes as independent products: about as fast as memory is read.
///
/// The base is odd, so one changed byte always changes the digest. It does not protect against files that are made to
/// have the same digest.
struct InputDigest: Sendable, Equatable {
  private static let base: UInt64 = 0x9E37_79B9_7F4A_7C15
  /// The powers of the base with the exponents 0 to 8.
  private static let powers: [UInt64] = (0..<8).reduce(into: [1]) { powers, _ in powers.append(powers.last! &* base) }

  /// The number of bytes that the digest covers.
  private(set) var length = 0
  /// The lowest 64 bits.
  private(set) var hash: UInt64 = 0

  /// The digest of no bytes.
  init() {}

  /// The digest of these bytes.
  init(_ bytes: some Sequence<UInt8>) { Array(bytes).withUnsafeBytes { add($0) } }

  /// Restores a digest from the journal.
  init(length: Int, hash: UInt64) {
    self.length = length
    self.hash = hash
  }

  /// Adds the bytes that follow.
  mutating func add(_ bytes: UnsafeRawBufferPointer) {
    length += bytes.count
    var index = 0
    InputDigest.powers.withUnsafeBufferPointer { power in
      while index + 8 <= bytes.count {
        var sum = hash &* power[8]
        for place in 0..<8 { sum &+= UInt64(bytes[index + place]) &* power[7 - place] }
        hash = sum
        index += 8
      }
    }
    for byte in bytes[index...] { hash = hash &* InputDigest.base &+ UInt64(byte) }
  }

  /// Adds the bytes that follow by their digest.
  mutating func append(_ other: InputDigest) {
    hash = hash &* InputDigest.basePower(other.length) &+ other.hash
    length += other.length
  }

  /// The base to a power, by squaring.
  private static func basePower(_ exponent: Int) -> UInt64 {
    var (result, square, rest): (UInt64, UInt64, Int) = (1, base, exponent)
    while rest > 0 {
      if rest & 1 == 1 { result &*= square }
      square &*= square
      rest >>= 1
    }
    return result
  }
}
