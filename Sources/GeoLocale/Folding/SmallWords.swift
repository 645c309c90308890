/// Articles and prepositions of the languages of Europe that use them in names of streets: what one mapper writes and the next leaves
/// out (`Carrer Prat Gran`, `Carrer del Prat Gran`).
package enum SmallWords {
  private static let words: Set<[UInt8]> = Set(
    [
      "a", "d", "da", "das", "de", "degli", "dei", "del", "della", "delle", "dello", "dels", "des", "di", "do", "dos",
      "du", "e", "el",
      "els", "i", "l", "la", "las", "le", "les", "los", "of", "the", "van", "von", "y",
    ]
    .map { Array($0.utf8) })

  /// Whether a word, folded to lower case without accents, is one of them.
  package static func contains(_ word: [UInt8]) -> Bool { words.contains(word) }

  /// The key of a name without these words (see ``NameFolding/key(for:)``); that of the whole name if nothing else is in it.
  package static func keyWithout(_ name: String) -> String {
    var rest: String?
    for part in name.unicodeScalars.split(whereSeparator: isBetweenWords) {
      let key = NameFolding.key(for: String(part))
      if key.utf8.count <= longest, contains(Array(key.utf8)) { continue }
      rest = rest.map { $0 + " " + key } ?? key
    }
    return rest ?? NameFolding.key(for: name)
  }

  /// Bytes of the longest of the words: most words of names are longer.
  private static let longest = 5

  private static func isBetweenWords(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case " ", "-", "'", "’", "´", "`": true
    default: false
    }
  }
}
