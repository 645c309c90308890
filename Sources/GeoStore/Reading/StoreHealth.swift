import GeoSupport

/// How the file of an open store is. Any thread may ask and look; what one finds, all readers of the file know.
public struct StoreHealth: Equatable, Sendable {
  let file: MappedFile

  /// Whether it is the same file, opened when it had the same content.
  public static func == (a: StoreHealth, b: StoreHealth) -> Bool { a.file === b.file }

  /// How many pages were found that are not as the import wrote them. Answers that need one of them fail.
  public var damagedPages: Int { file.pages.damagedCount }

  /// How many pages there are, numbered from 1.
  public var pageCount: Int { file.pages.count }

  /// Bytes of a page.
  public var pageSize: Int { file.pages.pageSize }

  /// Whether somebody has overwritten the file or cut it short since it was opened, so that nothing is answered any more until it is opened
  /// again. This looks at the file.
  public var isChanged: Bool { file.stillHolds(since: nil) == nil }

  /// Compares some pages with their checksums, reading them beside the memory that answers use.
  ///
  /// - Parameter numbers: pages from 1; those that the file does not have count as damaged.
  /// - Returns: the numbers of the damaged ones, ascending.
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

  /// Fills a buffer from a place in the file; how many bytes came before the end, none after a failure.
  private func read(_ offset: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    max(0, SystemCall.read(file.descriptor, into: buffer, at: offset))
  }
}

extension StoreHealth {
  /// Compares all pages of a file with their checksums.
  ///
  /// - Parameters:
  ///   - progress: called now and then with the part that is done, 0 to 1; false stops the check.
  /// - Returns: how many pages there are, and the numbers of the damaged ones; nil when it was stopped.
  /// - Throws: ``StoreError`` when the file is not a store of this format, cut short, or longer than it was.
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

  /// Pages that are read in one go: half a megabyte.
  public static let pagesAtOnce = 64
}
