import GeoLocale
import GeoStore
import GeoStoreWriting

/// Gives all ways of a street the same name.
///
/// Often only some of a street's ways have translations. Ways of the same text that lie close together take the name
/// with the most translations. They then share one name, and each is found in every language.
enum NameUnification {
  /// Unifies the names of streets.
  static func apply(to content: inout StoreContent, _ index: StreetIndex) {
    // The best name of each street so far.
    var best = MappedArray(content.streets.lazy.map(\.name), in: content.workspace)
    index.forEachGroup { streets in
      guard let richest = richest(streets, content) else { return }
      for street in streets where isSameText(content.streets[street].name, richest, content) {
        if count(richest, content) > count(best[street], content) { best[street] = richest }
      }
    }
    for (street, name) in best.enumerated() { content.streets[street].name = name }
  }

  /// The name with the most translations among the ways; nil if they all have the same name.
  private static func richest(_ streets: [Int], _ content: StoreContent) -> NameID? {
    guard let first = streets.first.map({ content.streets[$0].name }) else { return nil }
    guard streets.contains(where: { content.streets[$0].name != first }) else { return nil }
    return streets.map { content.streets[$0].name }.max { count($0, content) < count($1, content) }
  }

  /// Whether two different names have the same local text.
  private static func isSameText(_ a: NameID, _ b: NameID, _ content: StoreContent) -> Bool {
    a != b && content.names.text(a) == content.names.text(b)
  }

  /// The number of translations of a name.
  private static func count(_ name: NameID, _ content: StoreContent) -> Int { content.names.translationCount(name) }
}

/// Decides whether two street names, folded word by word with `NameFolding`, are likely the same name with a slip.
///
/// Applies only to nearby streets, if no way has exactly the name. Words may be joined or split
/// (`schellenberger strasse`). Otherwise, small words may be left out (`rua de 31 de janeiro`), and one letter of one
/// long word may be wrong, missing or extra. Numbers and short words must agree, so that `avenue a` never becomes
/// `avenue b`.
enum SimilarNames {
  /// A key, split once.
  struct Key {
    /// The letters of all words.
    fileprivate let letters: [UInt8]
    /// All words except for the small ones.
    fileprivate let longWords: [[UInt8]]

    /// Splits a key at its spaces.
    init(_ key: String) {
      let words = key.utf8.split(separator: 0x20).map(Array.init)
      letters = Array(words.joined())
      longWords = words.filter { !SmallWords.contains($0) }
    }
  }

  /// Whether the keys differ only by accepted slips.
  static func areSimilar(_ a: Key, _ b: Key) -> Bool {
    if a.letters == b.letters { return true }
    guard !a.longWords.isEmpty, a.longWords.count == b.longWords.count else { return false }
    var slip: (a: [UInt8], b: [UInt8])?
    for (a, b) in zip(a.longWords, b.longWords) where a != b {
      if slip != nil { return false }
      slip = (a, b)
    }
    return slip.map { isSlip($0.a, $0.b) } ?? true
  }

  /// Whether two words of five or more letters, without digits, differ in only one letter.
  private static func isSlip(_ a: [UInt8], _ b: [UInt8]) -> Bool {
    guard min(a.count, b.count) >= 5, abs(a.count - b.count) <= 1, !hasDigit(a), !hasDigit(b) else { return false }
    let prefix = zip(a, b).prefix { $0 == $1 }.count
    let suffix = zip(a.reversed(), b.reversed()).prefix { $0 == $1 }.count
    guard prefix + suffix >= max(a.count, b.count) - 1 else { return false }
    // `Gampgasse` and `Gampweg` are two streets. In keys, `gasse` and `weg` are one letter each.
    let ends = a.count == b.count ? [a.last, b.last] : [a.count > b.count ? a.last : b.last]
    return suffix > 0 || !ends.contains { $0 == UInt8(ascii: "g") || $0 == UInt8(ascii: "w") }
  }

  private static func hasDigit(_ word: [UInt8]) -> Bool { word.contains { $0 >= 0x30 && $0 <= 0x39 } }
}
