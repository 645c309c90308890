import GeoSupport

/// The checksum in the last eight bytes of each page, which SQLite leaves to us (its header calls them reserved).
///
/// It is the XXH64 of the page's other bytes, seeded with the number of the page, combined with the number of the store. So a page
/// that changed, one that stands in the place of another and one of another store are all noticed. The number of the store is made
/// of the hashes of all pages; the header has it where SQLite counts the changes of a file (bytes 24 to 27, again in 92 to 95).
public enum PageChecksum {
  /// Bytes of a checksum.
  public static let byteCount = 8
  /// Where the header has the number of the store, each time in four bytes, highest first.
  public static let storeNumberOffsets = [24, 92]

  /// The hash of a page without its last bytes.
  ///
  /// - Parameter number: from 1.
  @inline(__always) public static func hash(_ page: UnsafeRawBufferPointer, number: Int) -> UInt64 {
    Hashing.xxh64(
      UnsafeRawBufferPointer(rebasing: page[..<(page.count - byteCount)]), seed: UInt64(truncatingIfNeeded: number))
  }

  /// The checksum of a page with a hash, in a store with a number.
  @inline(__always) public static func checksum(_ hash: UInt64, store: UInt32) -> UInt64 {
    hash ^ Hashing.mix(UInt64(store) | 1 << 32)
  }

  /// Whether a page is as it was written.
  public static func isWhole(_ page: UnsafeRawBufferPointer, number: Int, store: UInt32) -> Bool {
    let stored = page.loadUnaligned(fromByteOffset: page.count - byteCount, as: UInt64.self)
    return UInt64(littleEndian: stored) == checksum(hash(page, number: number), store: store)
  }
}
