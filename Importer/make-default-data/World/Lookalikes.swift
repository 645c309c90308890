/// Corrects Latin letters typed in Cyrillic words. Readers do not notice them, but a search for the word does not find
/// it: `Бългaрия` for Bulgaria with a Latin `a`.
enum Lookalikes {
  /// Replaces them with the Cyrillic letters. Words that are mostly Latin, or have letters without a lookalike, stay.
  static func corrected(_ name: String) -> String {
    guard name.unicodeScalars.contains(where: isCyrillic), name.unicodeScalars.contains(where: isLatin) else {
      return name
    }
    return name.split(separator: " ", omittingEmptySubsequences: false).map(corrected(word:)).joined(separator: " ")
  }

  private static func corrected(word: Substring) -> String {
    let latin = word.unicodeScalars.filter(isLatin)
    guard latin.count * 2 < word.unicodeScalars.count(where: { $0.properties.isAlphabetic }),
      latin.allSatisfy({ cyrillic[$0] != nil })
    else { return String(word) }
    return String(String.UnicodeScalarView(word.unicodeScalars.map { cyrillic[$0] ?? $0 }))
  }

  private static func isCyrillic(_ scalar: Unicode.Scalar) -> Bool { (0x400...0x52F).contains(scalar.value) }

  private static func isLatin(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isAlphabetic && scalar.value < 0x250
  }

  private static let cyrillic = Dictionary(
    uniqueKeysWithValues: zip("aceiopxyóABCEHIKMOPTX".unicodeScalars, "асеіорхуоАВСЕНІКМОРТХ".unicodeScalars))
}
