import GeoSupport

/// The checksum in the last eight bytes of each page, which SQLite leaves unused (its header calls them reserved).
///
/// It is the XXH64 of the page's other bytes, seeded with the page's number and combined with the store's number. So it
/// detects a changed page, a page in the wrong place and a page of another store.
///
/// The store's number is derived from the hashes of all pages. It is kept in the two header fields where SQLite counts
/// the changes of a file (bytes 24 to 27 and 92 to 95).
public enum PageChecksum {
  /// Bytes of a checksum.
  public static let byteCount = 8
  /// Offsets of the store's number in the header, four bytes each, big-endian.
  public static let storeNumberOffsets = [24, 92]

  /// The hash of a page without the bytes of the checksum.
  ///
  /// - Parameter number: the page's number, from 1.
  @inline(__always) public static func hash(_ page: UnsafeRawBufferPointer, number: Int) -> UInt64 {
    Hashing.xxh64(
      UnsafeRawBufferPointer(rebasing: page[..<(page.count - byteCount)]), seed: UInt64(truncatingIfNeeded: number))
  }

  /// The checksum of a page from its hash and the store's number.
  @inline(__always) public static func checksum(_ hash: UInt64, store: UInt32) -> UInt64 {
    hash ^ Hashing.mix(UInt64(store) | 1 << 32)
  }

  /// Whether a page matches its checksum.
  public static func isWhole(_ page: UnsafeRawBufferPointer, number: Int, store: UInt32) -> Bool {
    let stored = page.loadUnaligned(fromByteOffset: page.count - byteCount, as: UInt64.self)
    return UInt64(littleEndian: stored) == checksum(hash(page, number: number), store: store)
  }
}
