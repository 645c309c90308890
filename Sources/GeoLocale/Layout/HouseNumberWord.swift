/// The word for "number" that a map may have before a house number: `No:5`, `Nº 12`, `#7-25`.
enum HouseNumberWord {
  private static let words: Set<String> = ["#", "№", "no", "nº", "n°", "nr"]

  /// A house number as a template shows it: without the word where the template itself writes one.
  static func number(_ text: String?, in template: LayoutTemplate) -> String? {
    guard template.announcesNumber, let text, let digit = text.firstIndex(where: \.isNumber), digit > text.startIndex,
      words.contains(text[..<digit].lowercased().filter { $0 != "." && $0 != ":" && $0 != " " })
    else { return text }
    return String(text[digit...])
  }
}
