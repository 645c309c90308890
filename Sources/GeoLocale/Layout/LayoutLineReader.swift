/// Reads one line of a ``LayoutTemplate``'s notation, character by character.
struct LayoutLineReader {
  /// The fields so far.
  private(set) var parts: [LayoutTemplate.Part] = []
  /// Text since the last field or bracket.
  private var text = ""
  /// The text before an open bracket; nil outside of brackets.
  private var joiner: String?
  private var isQuoted = false

  /// Reads the next character.
  mutating func read(_ character: Character) {
    switch character {
    case "'": isQuoted.toggle()
    case "[": open()
    case "]": close()
    default:
      let field = isQuoted ? nil : LayoutTemplate.Field(rawValue: character)
      field.map { append($0) } ?? text.append(character)
    }
  }

  /// What came before the bracket stands between the fields; what follows belongs to the next field.
  private mutating func open() {
    joiner = text
    text = ""
  }

  /// What came after the field belongs to it.
  private mutating func close() {
    parts[parts.count - 1].suffix = text
    joiner = nil
    text = ""
  }

  /// Adds a field with the text before it.
  private mutating func append(_ field: LayoutTemplate.Field) {
    parts.append(LayoutTemplate.Part(joiner: joiner ?? text, prefix: joiner == nil ? "" : text, field: field))
    text = ""
  }
}
