import GeoLocale
import GeoStore

/// Tells whether two rows of names are the same street: one text may have several rows, with different translations.
final class SpellingMatcher {
  private struct Pair: Hashable {
    var a: NameID
    var b: NameID
  }

  private let store: StoreReader
  @exclusivity(unchecked) private var known: [Pair: Bool] = [:]
  private static let capacity = 16_384

  init(store: StoreReader) { self.store = store }

  /// Whether two names are spelled the same, but for case, accents and usual abbreviations.
  func isSame(_ a: NameID, _ b: NameID) throws(StoreError) -> Bool {
    if a == b { return true }
    let pair = a < b ? Pair(a: a, b: b) : Pair(a: b, b: a)
    if let answer = known[pair] { return answer }
    let first = try store.name(a)
    let second = try store.name(b)
    let answer = first == second || NameFolding.key(for: first) == NameFolding.key(for: second)
    if known.count >= SpellingMatcher.capacity { known.removeAll(keepingCapacity: true) }
    known[pair] = answer
    return answer
  }
}
