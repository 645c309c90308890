/// Tells whether two names of streets, whose words are folded by `NameFolding`, are likely one name written carelessly.
///
/// Only for streets close by, where no way bears the very name. Three slips count: words run together or apart
/// (`schellenberger strasse`), small words left out (`rua de 31 de janeiro`), and one letter wrong, missing or too much in one
/// long word. Numbers and short words must agree, so that `avenue a` never becomes `avenue b`.
enum SimilarNames {
  /// Whether the keys differ by no more than one kind of slip.
  static func areSimilar(_ a: String, _ b: String) -> Bool {
    let (wordsA, wordsB) = (words(a), words(b))
    if wordsA.joined().elementsEqual(wordsB.joined()) { return true }
    let (longA, longB) = (wordsA.filter { !isSmall($0) }, wordsB.filter { !isSmall($0) })
    guard !longA.isEmpty, longA.count == longB.count else { return false }
    let different = zip(longA, longB).filter { $0 != $1 }
    guard let pair = different.first else { return true }
    return different.count == 1 && isSlip(pair.0, pair.1)
  }

  /// The words of a key as bytes.
  private static func words(_ key: String) -> [[UInt8]] { key.utf8.split(separator: 0x20).map(Array.init) }

  /// Articles and prepositions of the languages of Europe that use them in names of streets, without accents.
  private static let smallWords: Set<[UInt8]> = Set(
    [
      "de", "da", "do", "dos", "das", "del", "della", "di", "du", "des", "la", "le", "les", "el", "the", "of", "van",
      "von",
    ]
    .map { Array($0.utf8) })

  private static func isSmall(_ word: [UInt8]) -> Bool { smallWords.contains(word) }

  /// Whether one letter makes the difference between two words of five letters or more without digits.
  private static func isSlip(_ a: [UInt8], _ b: [UInt8]) -> Bool {
    guard min(a.count, b.count) >= 5, abs(a.count - b.count) <= 1, !hasDigit(a), !hasDigit(b) else { return false }
    let prefix = zip(a, b).prefix { $0 == $1 }.count
    let suffix = zip(a.reversed(), b.reversed()).prefix { $0 == $1 }.count
    return prefix + suffix >= max(a.count, b.count) - 1
  }

  /// Whether a word has a digit in it.
  private static func hasDigit(_ word: [UInt8]) -> Bool { word.contains { $0 >= 0x30 && $0 <= 0x39 } }
}
