import CICU

/// ICU's root collation at primary strength, which compares texts without case, accents and punctuation.
///
/// It is slow and independent of our keys, so it can verify them.
final class PrimaryCollator {
  private let collator: OpaquePointer

  init() throws {
    var status: Int32 = 0
    guard let opened = icu_open_primary_collator("root", &status), status <= 0 else { throw Failure(status: status) }
    collator = opened
  }

  deinit { icu_close_collator(collator) }

  /// Negative, 0 or positive.
  func compare(_ a: String, _ b: String) -> Int {
    let a = Array(a.utf16), b = Array(b.utf16)
    return Int(icu_collate(collator, a, Int32(a.count), b, Int32(b.count)))
  }

  struct Failure: Error { var status: Int32 }
}
