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
    let parts = name.split { " -'’´`".contains($0) }.map { NameFolding.key(for: String($0)) }
    let rest = parts.filter { !contains(Array($0.utf8)) }
    return rest.isEmpty ? NameFolding.key(for: name) : rest.joined(separator: " ")
  }
}
