import GeoSupport
import Synchronization

/// The pages of a mapped file, each compared with its checksum when it is first touched.
///
/// A bit remembers the pages that were found whole, so all that a page costs later is a look at its bit. Any thread may ask.
final class CheckedPages: @unchecked Sendable {
  /// Bytes of a page.
  let pageSize: Int
  /// How many whole pages the file has. They are numbered from 1.
  let count: Int
  private let start: UnsafeRawPointer
  private let store: UInt32
  private let words: Int
  private let bits: UnsafeMutablePointer<Atomic<UInt64>>
  private let damaged = Mutex<Set<Int>>([])
  /// Damaged pages that are told apart; of more it does not matter how many there are.
  private static let mostDamaged = 100_000

  /// The pages of mapped bytes, which must outlive them.
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

  /// Whether a page, which the file must have, is as it was written.
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

  /// Whether all pages that were ever found whole still are.
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

  /// Remembers that a page is not as it was written.
  func note(damaged number: Int) {
    damaged.withLock { if $0.count < CheckedPages.mostDamaged { $0.insert(number) } }
  }

  /// How many damaged pages were found so far.
  var damagedCount: Int { damaged.withLock { $0.count } }

  /// Compares a page that was read in another way than by the mapping.
  func isWhole(_ page: UnsafeRawBufferPointer, number: Int) -> Bool {
    PageChecksum.isWhole(page, number: number, store: store)
  }
}
