/// The word for "number": before a house number, as a map may have it (`No:5`, `Nº 12`, `#7-25`), or after it, as Chinese has (`99號`).
enum HouseNumberWord {
  private static let words: Set<String> = ["#", "№", "no", "nº", "n°", "nr"]
  private static let endings: Set<Character> = ["号", "號"]

  /// A house number as a template shows it: without the word where the template itself writes one before it, with the one that ends it
  /// there.
  static func number(_ text: String?, in template: LayoutTemplate) -> String? {
    guard let text else { return nil }
    if let ending = template.numberEnding { return ended(text, with: ending) }
    guard template.announcesNumber, let digit = text.firstIndex(where: \.isNumber), digit > text.startIndex,
      words.contains(text[..<digit].lowercased().filter { $0 != "." && $0 != ":" && $0 != " " })
    else { return text }
    return String(text[digit...])
  }

  /// A number with its ending, unless it has one anywhere (`5號之1`) or ends with another word (`甲座`).
  private static func ended(_ text: String, with ending: String) -> String {
    guard let last = text.last, last.isASCII, last.isLetter || last.isNumber, !text.contains(where: endings.contains)
    else { return text }
    return text + ending
  }
}
