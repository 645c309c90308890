import GeoSupport
import Synchronization

/// The pages of a mapped file, each verified against its checksum when it is first touched.
///
/// A bit marks each page that was found intact, so later accesses only test that bit. All members are thread-safe.
final class CheckedPages: @unchecked Sendable {
  /// Bytes of a page.
  let pageSize: Int
  /// The number of whole pages in the file. They are numbered from 1.
  let count: Int
  private let start: UnsafeRawPointer
  private let store: UInt32
  private let words: Int
  private let bits: UnsafeMutablePointer<Atomic<UInt64>>
  private let damaged = Mutex<Set<Int>>([])
  /// The most damaged pages that are counted. Beyond that, the exact number does not matter.
  private static let mostDamaged = 100_000

  /// Manages the pages of mapped bytes, which must outlive this object.
  init(_ bytes: UnsafeRawBufferPointer, _ header: StoreHeader) {
    start = bytes.baseAddress!
    pageSize = header.pageSize
    store = header.storeNumber
    count = bytes.count / header.pageSize
    words = (count + 63) / 64
    bits = .allocate(capacity: words)
    for word in 0..<words { (bits + word).initialize(to: Atomic(0)) }
  }

  deinit {
    bits.deinitialize(count: words)
    bits.deallocate()
  }

  /// Whether a page of the file is as the import wrote it.
  @inline(__always) func isWhole(_ number: Int) -> Bool {
    let index = number &- 1
    let word = bits[index &>> 6].load(ordering: .relaxed)
    return word & 1 &<< UInt64(index & 63) != 0 || check(number)
  }

  @inline(never) private func check(_ number: Int) -> Bool {
    guard compare(number) else {
      note(damaged: number)
      return false
    }
    let index = number - 1
    bits[index >> 6].bitwiseOr(1 << UInt64(index & 63), ordering: .sequentiallyConsistent)
    return true
  }

  private func compare(_ number: Int) -> Bool {
    let page = UnsafeRawBufferPointer(start: start + (number - 1) * pageSize, count: pageSize)
    return PageChecksum.isWhole(page, number: number, store: store)
  }

  /// Whether all pages that were found intact so far still are.
  func areStillWhole() -> Bool {
    for word in 0..<words {
      var open = bits[word].load(ordering: .sequentiallyConsistent)
      while open != 0 {
        guard compare(word << 6 + open.trailingZeroBitCount + 1) else { return false }
        open &= open - 1
      }
    }
    return true
  }

  /// Records a page as damaged.
  func note(damaged number: Int) {
    damaged.withLock { if $0.count < CheckedPages.mostDamaged { $0.insert(number) } }
  }

  /// The number of damaged pages found so far.
  var damagedCount: Int { damaged.withLock { $0.count } }

  /// Whether a page that was read by other means than the mapping matches its checksum.
  func isWhole(_ page: UnsafeRawBufferPointer, number: Int) -> Bool {
    PageChecksum.isWhole(page, number: number, store: store)
  }
}
