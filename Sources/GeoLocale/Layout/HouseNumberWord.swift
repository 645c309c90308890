/// The word for "number": before a house number, as some maps have it (`No:5`, `Nº 12`, `#7-25`), or after it, as in
/// Chinese (`99號`).
enum HouseNumberWord {
  private static let words: Set<String> = ["#", "№", "no", "nº", "n°", "nr"]
  private static let endings: Set<Character> = ["号", "號"]

  /// A house number as a template shows it. The word before the number is removed where the template writes one itself,
  /// and the ending of the template is added. Several numbers (`33;37`) get commas between them, as people write them.
  static func number(_ text: String?, in template: LayoutTemplate) -> String? {
    guard let mapped = text else { return nil }
    let text = mapped.utf8.contains(UInt8(ascii: ";")) ? listed(mapped) : mapped
    if let ending = template.numberEnding { return ended(text, with: ending) }
    guard template.announcesNumber, let digit = text.firstIndex(where: \.isNumber), digit > text.startIndex,
      words.contains(text[..<digit].lowercased().filter { $0 != "." && $0 != ":" && $0 != " " })
    else { return text }
    return String(text[digit...])
  }

  private static func listed(_ text: String) -> String {
    let numbers = text.split(separator: ";").map { number in
      String(number.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
    return numbers.filter { !$0.isEmpty }.joined(separator: ", ")
  }

  /// A number with its ending, unless it has one anywhere (`5號之1`) or ends with another word (`甲座`).
  private static func ended(_ text: String, with ending: String) -> String {
    guard let last = text.last, last.isASCII, last.isLetter || last.isNumber, !text.contains(where: endings.contains)
    else { return text }
    return text + ending
  }
}
