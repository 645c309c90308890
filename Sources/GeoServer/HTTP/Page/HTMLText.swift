/// Text inside a page.
enum HTMLText {
  /// The text with the characters replaced that mean something in HTML, in element and attribute alike.
  static func escaped(_ text: some StringProtocol) -> String {
    guard text.utf8.contains(where: { "&<>\"'".utf8.contains($0) }) else { return String(text) }
    return text.reduce(into: "") { result, character in
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      default: result.append(character)
      }
    }
  }
}
