/// A country's way of writing an address, in our own notation.
///
/// `N S|C, A P` is two lines: house number and street; city, state abbreviation and postal code. A capital letter is a
/// ``Field``, a bar ends a line, anything else stands between two fields and appears only when something is on either
/// side. What must come and go with one field is in brackets together with it: `[〒P]`. Capital letters that are no
/// fields are in single quotes.
final class LayoutTemplate: Sendable {
  /// What a letter of the notation stands for.
  enum Field: Character, Hashable, Sendable {
    case houseNumber = "N"
    case street = "S"
    case suburb = "B"
    case city = "C"
    case county = "K"
    /// The state (region) by its name.
    case state = "R"
    /// The state by the abbreviation in use (`CA`), which is the second half of its ISO 3166-2 code.
    case stateAbbreviation = "A"
    /// The county by the abbreviation in use (`MI`), for countries that have one: ``ProvinceCodes``.
    case countyAbbreviation = "L"
    case postalCode = "P"

    /// Whether a label's title shows the field.
    var isInTitle: Bool { self == .houseNumber || self == .street }
  }

  /// A field and what is written around it.
  struct Part: Hashable, Sendable {
    /// Stands before the field when another part precedes it on the line.
    var joiner: String
    /// Stand right before and after the field.
    var prefix = "", suffix = ""
    var field: Field
  }

  /// What a label shows of a line.
  struct PartOfLine: Sendable {
    /// The parts, in order.
    var parts: [Part]
    /// Position of the line when these are all its parts; nil when it has others.
    var whole: Int?
  }

  /// The parts of each line, in order.
  let lines: [[Part]]
  /// The lines with only those parts that a label's title shows, and without them.
  let titleLines: [PartOfLine], otherLines: [PartOfLine]
  /// Whether the template has a place for a suburb, for a county and for a state.
  let showsSuburb: Bool, showsCounty: Bool, showsState: Bool

  /// Reads the notation.
  init(_ notation: String) {
    let lines = notation.split(separator: "|").map { line in
      var reader = LayoutLineReader()
      for character in line { reader.read(character) }
      return reader.parts
    }
    titleLines = LayoutTemplate.parts(of: lines) { $0.isInTitle }
    otherLines = LayoutTemplate.parts(of: lines) { !$0.isInTitle }
    showsSuburb = lines.contains { $0.contains { $0.field == .suburb } }
    showsCounty = lines.contains { $0.contains { $0.field == .county } }
    showsState = lines.contains { $0.contains { $0.field == .state || $0.field == .stateAbbreviation } }
    self.lines = lines
  }

  private static func parts(of lines: [[Part]], where isShown: (Field) -> Bool) -> [PartOfLine] {
    lines.enumerated().compactMap { position, line in
      let parts = line.filter { isShown($0.field) }
      return parts.isEmpty ? nil : PartOfLine(parts: parts, whole: parts.count == line.count ? position : nil)
    }
  }
}

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
