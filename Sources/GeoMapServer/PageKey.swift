import GeoSupport

/// The key from which page tokens are made.
///
/// It is stored in a file beside the socket, or in the service's cache folder. So pages find their maps again after a
/// restart of the daemon. Users who can read that file may open maps anyway.
struct PageKey: Sendable {
  /// 128 random bits.
  private let (k0, k1): (UInt64, UInt64)

  /// Creates a random key.
  init() {
    var generator = SystemRandomNumberGenerator()
    (k0, k1) = (generator.next(), generator.next())
  }

  /// Creates a key from 16 bytes.
  init?(_ bytes: [UInt8]) {
    guard bytes.count == 16 else { return nil }
    (k0, k1) = (PageKey.number(bytes[..<8]), PageKey.number(bytes[8...]))
  }

  /// Reads the key from a file; creates a new one if there is none, or other users may access the file.
  ///
  /// - Parameter path: nil if nothing can be stored.
  init(path: String?) {
    self.init()
    guard let path else { return }
    if let kept = PageKey.read(path) {
      self = kept
    } else {
      write(path)
    }
  }

  /// The token with which a page may show and change the map of a name, or only show it: 128 bits as hexadecimal
  /// digits. It uses SipHash-2-4 (Jean-Philippe Aumasson and Daniel J. Bernstein), which was made to authenticate
  /// messages.
  func token(_ name: String, isViewer: Bool) -> String {
    let (a, b) = hash([isViewer ? 1 : 0] + name.utf8)
    return a.byteSwapped.hexDigits + b.byteSwapped.hexDigits
  }

  /// SipHash-2-4 with 128 bits.
  func hash(_ bytes: [UInt8]) -> (UInt64, UInt64) {
    var (v0, v1): (UInt64, UInt64) = (k0 ^ 0x736f_6d65_7073_6575, k1 ^ 0x646f_7261_6e64_6f6d ^ 0xee)
    var (v2, v3): (UInt64, UInt64) = (k0 ^ 0x6c79_6765_6e65_7261, k1 ^ 0x7465_6462_7974_6573)
    func rounds(_ count: Int) {
      for _ in 0..<count {
        v0 &+= v1
        v1 = v1 << 13 | v1 >> 51
        v1 ^= v0
        v0 = v0 << 32 | v0 >> 32
        v2 &+= v3
        v3 = v3 << 16 | v3 >> 48
        v3 ^= v2
        v0 &+= v3
        v3 = v3 << 21 | v3 >> 43
        v3 ^= v0
        v2 &+= v1
        v1 = v1 << 17 | v1 >> 47
        v1 ^= v2
        v2 = v2 << 32 | v2 >> 32
      }
    }
    for start in stride(from: 0, through: bytes.count, by: 8) {
      let rest = bytes[start..<min(start + 8, bytes.count)]
      let word = PageKey.number(rest) | (rest.count < 8 ? UInt64(bytes.count & 255) << 56 : 0)
      v3 ^= word
      rounds(2)
      v0 ^= word
    }
    v2 ^= 0xee
    rounds(4)
    let first = v0 ^ v1 ^ v2 ^ v3
    v1 ^= 0xdd
    rounds(4)
    return (first, v0 ^ v1 ^ v2 ^ v3)
  }

  /// The number that the bytes form, in little-endian order.
  private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  private static func read(_ path: String) -> PageKey? {
    let file = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_uid == geteuid(), status.st_mode & 0o077 == 0 else { return nil }
    var bytes = [UInt8](repeating: 0, count: 17)
    let count = Glibc.read(file, &bytes, bytes.count)
    return PageKey(Array(bytes.prefix(max(0, count))))
  }

  /// Stores it in a file for the user alone, completely or not at all.
  private func write(_ path: String) {
    let fresh = "\(path).\(getpid())"
    let file = open(fresh, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard file >= 0 else { return }
    var words = [k0.littleEndian, k1.littleEndian]
    let count = Glibc.write(file, &words, 16)
    close(file)
    if count != 16 || rename(fresh, path) != 0 { unlink(fresh) }
  }
}
