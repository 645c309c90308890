import CICU
import Synchronization

/// What one character outside ASCII becomes in a key: lower case, without accents, as UTF-8.
///
/// ICU is asked once per character: results are kept in pages of 256 characters, made when the first of them is met and
/// never freed. Any thread may call.
enum ScalarFolding {
  /// Up to seven bytes of UTF-8, the first in the lowest bits, or one of the marks below.
  typealias Folded = UInt64

  /// The character vanishes: an accent, an apostrophe, an invisible sign.
  static let nothing: Folded = 0
  /// The character ends a word.
  static let separator: Folded = 0x20

  /// What a character becomes.
  static func folded(_ scalar: UInt32) -> Folded {
    let page = Int(scalar >> 8)
    guard page < pages.count else { return compute(scalar) }
    let known = pages[page].pointee.load(ordering: .acquiring)
    if let entries = UnsafePointer<Folded>(bitPattern: known) { return entries[Int(scalar & 0xFF)] }
    return makePage(page)[Int(scalar & 0xFF)]
  }

  /// Pages of the planes that hold letters. Unsafe because a pointer is not Sendable; what it points to is atomic.
  private nonisolated(unsafe) static let pages: [UnsafeMutablePointer<Atomic<UInt>>] = (0..<0x200).map { _ in
    let slot = UnsafeMutablePointer<Atomic<UInt>>.allocate(capacity: 1)
    slot.initialize(to: Atomic(0))
    return slot
  }

  /// Two threads may make the same page at once; the first to store it wins and the other's copy is freed.
  private static func makePage(_ page: Int) -> UnsafePointer<Folded> {
    let entries = UnsafeMutablePointer<Folded>.allocate(capacity: 256)
    for low in 0..<256 { entries[low] = compute(UInt32(page << 8 | low)) }
    let (stored, winner) = pages[page].pointee.compareExchange(
      expected: 0, desired: UInt(bitPattern: entries), ordering: .acquiringAndReleasing)
    if stored { return UnsafePointer(entries) }
    entries.deallocate()
    return UnsafePointer(bitPattern: winner)!
  }
}
