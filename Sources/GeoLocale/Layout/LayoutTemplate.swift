/// A country's way of writing an address, in our own notation.
///
/// `N S|C, A P` is two lines: house number and street; city, state abbreviation and postal code. A capital letter is a
/// ``Field``, a bar ends a line, anything else stands between two fields and appears only when something is on either side.
/// What must come and go with one field is in brackets together with it: `[〒P]`.
struct LayoutTemplate: Hashable, Sendable {
  /// What a letter of the notation stands for.
  enum Field: Character, Hashable, Sendable {
    case houseNumber = "N"
    case street = "S"
    case neighborhood = "H"
    case suburb = "B"
    case city = "C"
    case county = "K"
    case state = "R"
    /// The state by the abbreviation in use (`CA`), which is the second half of its ISO 3166-2 code.
    case stateAbbreviation = "A"
    case postalCode = "P"
    /// The country, where it does not come last.
    case country = "L"

    /// Whether a label's title shows the field.
    var isInTitle: Bool { self == .houseNumber || self == .street }
  }

  /// A field and what is written around it.
  struct Part: Hashable, Sendable {
    /// Stands before the field when another part precedes it on the line.
    var joiner: String
    var prefix = ""
    var field: Field
    var suffix = ""
  }

  /// The parts of each line, in order.
  var lines: [[Part]]

  /// Reads the notation.
  init(_ notation: String) {
    lines = notation.split(separator: "|").map { Self.parts(of: $0) }
  }

  private static func parts(of line: Substring) -> [Part] {
    var parts: [Part] = []
    var text = ""
    var prefix: (joiner: String, isOpen: Bool) = ("", false)
    for character in line {
      if character == "[" {
        prefix = (text, true)
        text = ""
      } else if character == "]" {
        parts[parts.count - 1].suffix = text
        (prefix, text) = (("", false), "")
      } else if let field = Field(rawValue: character) {
        let part =
          prefix.isOpen
          ? Part(joiner: prefix.joiner, prefix: text, field: field) : Part(joiner: text, field: field)
        parts.append(part)
        text = ""
      } else {
        text.append(character)
      }
    }
    return parts
  }
}
