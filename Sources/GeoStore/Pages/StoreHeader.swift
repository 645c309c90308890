import GeoSupport

/// The header of a store's file.
///
/// It is checked before SQLite opens the file, so that errors say plainly why the store cannot be read.
struct StoreHeader {
  /// Bytes of a page.
  let pageSize: Int
  /// The number of pages of the store. The file may have more bytes after them.
  let pageCount: Int
  /// Bytes at the end of each page that hold no rows.
  let reservedBytes: Int
  /// The store's number, which distinguishes its pages from those of other stores; see ``PageChecksum``.
  let storeNumber: UInt32

  private static let byteCount = 100

  /// Reads and checks the header.
  ///
  /// - Parameter size: the size of the file in bytes.
  /// - Throws: ``StoreError`` that says what is wrong and what to do.
  init(_ descriptor: Int32, size: Int, _ path: String) throws(StoreError) {
    if size == 0 { throw StoreError(.damaged, "\(path) is empty; import its extracts again") }
    var header = [UInt8](repeating: 0, count: StoreHeader.byteCount)
    let count = header.withUnsafeMutableBytes { SystemCall.read(descriptor, into: $0, at: 0) }
    guard count >= 0 else {
      throw StoreError(.unreadable, "\(path) cannot be read: \(systemMessage())")
    }
    guard header.starts(with: "SQLite format 3\0".utf8.prefix(count)) else {
      throw StoreError(.foreign, "\(path) is not a store; make one with 'geocode import EXTRACT -o FILE'")
    }
    guard count == header.count else { throw StoreHeader.truncated(path) }
    func number(_ offset: Int, _ bytes: Int) -> Int { header[offset..<offset + bytes].reduce(0) { $0 << 8 | Int($1) } }
    guard number(68, 4) == Int(StoreFormat.applicationID) else {
      throw StoreError(
        .foreign, "\(path) is a database of another program; make a store with 'geocode import EXTRACT -o FILE'")
    }
    let version = number(60, 4)
    guard version == StoreFormat.version else {
      let advice = version > StoreFormat.version ? "use a newer version of this program" : "import its extracts again"
      throw StoreError(
        .outdated, "\(path) has store format \(version), this program reads format \(StoreFormat.version); \(advice)")
    }
    // SQLite writes a page size of 65,536 as 1.
    pageSize = number(16, 2) == 1 ? 65_536 : number(16, 2)
    reservedBytes = number(20, 1)
    guard pageSize >= 512, pageSize & (pageSize - 1) == 0, reservedBytes == PageChecksum.byteCount else {
      throw StoreError(.damaged, "\(path) is damaged (its header); copy it again or import its extracts again")
    }
    pageCount = number(28, 4)
    guard pageCount * pageSize <= size else { throw StoreHeader.truncated(path) }
    storeNumber = UInt32(number(PageChecksum.storeNumberOffsets[0], 4))
  }

  private static func truncated(_ path: String) -> StoreError {
    StoreError(.damaged, "\(path) is cut short; copy it again or import its extracts again")
  }
}
