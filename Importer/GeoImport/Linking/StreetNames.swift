import GeoLocale
import GeoStore
import GeoStoreWriting

/// Gives the ways of one street one name.
///
/// Of the ways that make up a street often only some carry translations. Ways of the same text that lie close together take
/// the name with the most translations, so that they share one name and each answers in every language.
enum NameUnification {
  /// Unifies the names of streets.
  static func apply(to content: inout StoreContent, _ index: StreetIndex) {
    // The best name of each street so far; it lives where the content does.
    var best = MappedArray(content.streets.lazy.map(\.name), in: content.workspace)
    index.forEachGroup { streets in
      guard let richest = richest(streets, content) else { return }
      for street in streets where isSameText(content.streets[street].name, richest, content) {
        if count(richest, content) > count(best[street], content) { best[street] = richest }
      }
    }
    for (street, name) in best.enumerated() { content.streets[street].name = name }
  }

  /// The name with the most translations among ways that do not all have the same; nil when there is nothing to gain.
  private static func richest(_ streets: [Int], _ content: StoreContent) -> NameID? {
    guard let first = streets.first.map({ content.streets[$0].name }) else { return nil }
    guard streets.contains(where: { content.streets[$0].name != first }) else { return nil }
    return streets.map { content.streets[$0].name }.max { count($0, content) < count($1, content) }
  }

  /// Whether two different names have the same local text.
  private static func isSameText(_ a: NameID, _ b: NameID, _ content: StoreContent) -> Bool {
    a != b && content.names.text(a) == content.names.text(b)
  }

  /// How many translations a name has.
  private static func count(_ name: NameID, _ content: StoreContent) -> Int { content.names.translationCount(name) }
}

/// Tells whether two names of streets, whose words are folded by `NameFolding`, are likely one name written carelessly.
///
/// Only for streets close by, where no way bears the very name. Three slips count: words run together or apart
/// (`schellenberger strasse`), small words left out (`rua de 31 de janeiro`), and one letter wrong, missing or too much in one
/// long word. Numbers and short words must agree, so that `avenue a` never becomes `avenue b`.
enum SimilarNames {
  /// A key, taken apart once.
  struct Key {
    /// The letters of all words.
    fileprivate let letters: [UInt8]
    /// The words that are not small.
    fileprivate let longWords: [[UInt8]]

    /// Takes a key apart at its spaces.
    init(_ key: String) {
      let words = key.utf8.split(separator: 0x20).map(Array.init)
      letters = Array(words.joined())
      longWords = words.filter { !SmallWords.contains($0) }
    }
  }

  /// Whether the keys differ by no more than one kind of slip.
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

  /// Whether one letter makes the difference between two words of five letters or more without digits.
  private static func isSlip(_ a: [UInt8], _ b: [UInt8]) -> Bool {
    guard min(a.count, b.count) >= 5, abs(a.count - b.count) <= 1, !hasDigit(a), !hasDigit(b) else { return false }
    let prefix = zip(a, b).prefix { $0 == $1 }.count
    let suffix = zip(a.reversed(), b.reversed()).prefix { $0 == $1 }.count
    guard prefix + suffix >= max(a.count, b.count) - 1 else { return false }
    // `Gampgasse` and `Gampweg` are two streets: in keys, `gasse` and `weg` are one letter each.
    let ends = a.count == b.count ? [a.last, b.last] : [a.count > b.count ? a.last : b.last]
    return suffix > 0 || !ends.contains { $0 == UInt8(ascii: "g") || $0 == UInt8(ascii: "w") }
  }

  /// Whether a word has a digit in it.
  private static func hasDigit(_ word: [UInt8]) -> Bool { word.contains { $0 >= 0x30 && $0 <= 0x39 } }
}
