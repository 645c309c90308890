import GeoStore
import GeoSupport

/// Writes the checksum of each page into a finished file; see ``PageChecksum``.
///
/// 1. All pages are read, and the store's number is derived from their hashes.
/// 2. The number is written into the header, and each checksum into the last bytes of its page.
public struct PageSealer {
  private let descriptor: Int32
  private let path: String
  private let pageSize: Int
  private var hashes: [UInt64] = []

  /// The number of bytes read at once.
  private static let chunkBytes = 1 << 20

  /// Seals a file that no other program writes.
  ///
  /// - Parameters:
  ///   - path: the file, whose pages have room for checksums.
  ///   - name: the file's name for error messages.
  /// - Throws: ``StoreError`` with code `.unwritable`.
  public static func seal(_ path: String, as name: String) throws(StoreError) {
    let descriptor = SystemCall.open(path, O_RDWR)
    guard descriptor >= 0 else { throw failure(name) }
    defer { close(descriptor) }
    var header = [UInt8](repeating: 0, count: 100)
    guard header.withUnsafeMutableBytes({ SystemCall.read(descriptor, into: $0, at: 0) }) == header.count else {
      throw failure(name)
    }
    // SQLite writes a page size of 65,536 as 1.
    let size = Int(header[16]) << 8 | Int(header[17])
    guard size == 1 || size >= 512 && size & (size - 1) == 0 else {
      throw StoreError(.unwritable, "\(name) is not a database")
    }
    var sealer = PageSealer(descriptor, name, pageSize: size == 1 ? 65_536 : size)
    try sealer.readPages()
    try sealer.writeChecksums()
  }

  private init(_ descriptor: Int32, _ path: String, pageSize: Int) {
    self.descriptor = descriptor
    self.path = path
    self.pageSize = pageSize
  }

  private mutating func readPages() throws(StoreError) {
    let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: PageSealer.chunkBytes, alignment: 16)
    defer { chunk.deallocate() }
    while true {
      let count = SystemCall.read(descriptor, into: chunk, at: hashes.count * pageSize)
      guard count >= 0 else { throw PageSealer.failure(path) }
      if count < pageSize { return }
      for start in stride(from: 0, through: count - pageSize, by: pageSize) {
        let page = UnsafeRawBufferPointer(rebasing: chunk[start..<start + pageSize])
        hashes.append(PageChecksum.hash(page, number: hashes.count + 1))
      }
    }
  }

  private mutating func writeChecksums() throws(StoreError) {
    let store = UInt32(truncatingIfNeeded: hashes.reduce(0) { Hashing.combined($0, with: $1) })
    for offset in PageChecksum.storeNumberOffsets { try write(store.bigEndian, at: offset) }
    let first = UnsafeMutableRawBufferPointer.allocate(byteCount: pageSize, alignment: 16)
    defer { first.deallocate() }
    guard SystemCall.read(descriptor, into: first, at: 0) == pageSize else { throw PageSealer.failure(path) }
    guard !hashes.isEmpty else { throw StoreError(.unwritable, "\(path) has no pages") }
    hashes[0] = PageChecksum.hash(UnsafeRawBufferPointer(first), number: 1)
    for (index, hash) in hashes.enumerated() {
      let checksum = PageChecksum.checksum(hash, store: store)
      try write(checksum.littleEndian, at: (index + 1) * pageSize - PageChecksum.byteCount)
    }
  }

  private func write(_ value: some BitwiseCopyable, at offset: Int) throws(StoreError) {
    let code = withUnsafeBytes(of: value) { SystemCall.write($0, to: descriptor, at: offset) }
    guard code == 0 else { throw PageSealer.failure(path, code) }
  }

  private static func failure(_ path: String, _ code: Int32 = errno) -> StoreError {
    StoreError(.unwritable, "\(path) cannot be finished: \(systemMessage(code))")
  }
}
