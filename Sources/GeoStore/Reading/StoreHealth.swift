import GeoSupport

/// The condition of the file of an open store. It is thread-safe, and shared by all readers of the file.
public struct StoreHealth: Equatable, Sendable {
  let file: MappedFile

  /// Whether both are the same open file with the same content.
  public static func == (a: StoreHealth, b: StoreHealth) -> Bool { a.file === b.file }

  /// The number of pages found damaged so far. Queries that need one of them fail.
  public var damagedPages: Int { file.pages.damagedCount }

  /// The number of pages. They are numbered from 1.
  public var pageCount: Int { file.pages.count }

  /// Bytes of a page.
  public var pageSize: Int { file.pages.pageSize }

  /// Whether the file has been overwritten or truncated since it was opened, so that all queries fail until it is
  /// reopened.
  ///
  /// Reads the file's attributes.
  public var isChanged: Bool { file.stillHolds(since: nil) == nil }

  /// Verifies the checksums of some pages, which are read into a buffer rather than through the mapping.
  ///
  /// - Parameter numbers: page numbers from 1. Pages that the file does not have count as damaged.
  /// - Returns: the numbers of the damaged pages, ascending.
  public func check(_ numbers: Range<Int>) -> [Int] {
    let size = pageSize
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: max(1, numbers.count) * size, alignment: 16)
    defer { buffer.deallocate() }
    let found = read((numbers.lowerBound - 1) * size, into: buffer)
    let damaged = numbers.filter { number in
      let start = (number - numbers.lowerBound) * size
      guard start + size <= found else { return true }
      return !file.pages.isWhole(UnsafeRawBufferPointer(rebasing: buffer[start..<start + size]), number: number)
    }
    for number in damaged { file.pages.note(damaged: number) }
    return damaged
  }

  /// Fills a buffer from an offset of the file. Returns the number of bytes read before the end, 0 after a failure.
  private func read(_ offset: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    max(0, SystemCall.read(file.descriptor, into: buffer, at: offset))
  }
}

extension StoreHealth {
  /// Verifies the checksums of all pages of a file.
  ///
  /// - Parameters:
  ///   - progress: called from time to time with the fraction done, 0 to 1; returning false stops the check.
  /// - Returns: the number of pages, and the numbers of the damaged ones; nil when the check was stopped.
  /// - Throws: ``StoreError`` when the file cannot be read, is not a store of this format, is truncated, or has bytes
  ///   after its last page.
  public static func check(
    path: String, progress: (Double) -> Bool = { _ in true }
  ) throws(StoreError) -> (pages: Int, damaged: [Int])? {
    let health = StoreHealth(file: try MappedFile.open(path))
    guard health.file.surplusBytes == 0 else {
      throw StoreError(
        .damaged,
        "\(path) is damaged: there are \(health.file.surplusBytes) bytes behind its last page; "
          + "copy it again or import its extracts again")
    }
    var damaged: [Int] = []
    for start in stride(from: 1, through: health.pageCount, by: pagesAtOnce) {
      guard progress(Double(start - 1) / Double(health.pageCount)) else { return nil }
      damaged += health.check(start..<min(start + pagesAtOnce, health.pageCount + 1))
    }
    return (health.pageCount, damaged)
  }

  /// The number of pages read at once: half a megabyte.
  public static let pagesAtOnce = 64
}
