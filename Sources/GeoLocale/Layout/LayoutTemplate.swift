/// A country's way of writing an address, in a notation of this project.
///
/// `N S|C, A P` is two lines: house number and street; city, state abbreviation and postal code. A capital letter is a
/// ``Field`` and a bar ends a line. Other text stands between two fields and appears only when there is a field on
/// either side. Text that belongs to a field is in brackets together with it: `[〒P]`. Capital letters that are not
/// fields are in single quotes.
final class LayoutTemplate: Sendable {
  /// The meaning of a letter of the notation.
  enum Field: Character, Hashable, Sendable {
    case houseNumber = "N"
    case street = "S"
    case suburb = "B"
    case city = "C"
    /// The suburb, else the city, where the post treats suburbs as towns.
    case postalTown = "T"
    case county = "K"
    /// The state (region) by its name.
    case state = "R"
    /// The state's abbreviation (`CA`), which is the second half of its ISO 3166-2 code.
    case stateAbbreviation = "A"
    /// The county's abbreviation (`MI`), for countries that have one: ``ProvinceCodes``.
    case countyAbbreviation = "L"
    case postalCode = "P"

    /// Whether a label's title shows the field.
    var isInTitle: Bool { self == .houseNumber || self == .street }
  }

  /// A field and the text around it.
  struct Part: Hashable, Sendable {
    /// The text before the field when another part precedes it on the line.
    var joiner: LayoutText
    /// The text right before and after the field.
    var prefix: LayoutText = "", suffix: LayoutText = ""
    var field: Field
  }

  /// The parts of a line that a label shows.
  struct PartOfLine: Sendable {
    /// The parts, in order.
    var parts: [Part]
    /// The position of the line if these are all its parts; nil otherwise.
    var whole: Int?
  }

  /// The parts of each line, in order.
  let lines: [[Part]]
  /// The lines with only the parts of a label's title, and with only the others.
  let titleLines: [PartOfLine], otherLines: [PartOfLine]
  /// Whether the template has a suburb, a county and a state.
  let showsSuburb: Bool, showsCounty: Bool, showsState: Bool
  /// Whether the city stands on the line of the street.
  let hasCityBesideStreet: Bool
  /// Whether the template itself marks a house number as one (`No:5`, `# 7-25`).
  let announcesNumber: Bool
  /// The word after a house number, which the mapped number may already have (`99號`); nil where there is none.
  let numberEnding: String?

  /// Parses the notation.
  init(_ notation: String) {
    var lines = notation.split(separator: "|").map { line in
      var reader = LayoutLineReader()
      for character in line { reader.read(character) }
      return reader.parts
    }
    numberEnding = LayoutTemplate.takeNumberEnding(of: &lines)
    titleLines = LayoutTemplate.parts(of: lines) { $0.isInTitle }
    otherLines = LayoutTemplate.parts(of: lines) { !$0.isInTitle }
    showsSuburb = lines.contains { $0.contains { $0.field == .suburb || $0.field == .postalTown } }
    showsCounty = lines.contains { $0.contains { $0.field == .county } }
    showsState = lines.contains { $0.contains { $0.field == .state || $0.field == .stateAbbreviation } }
    announcesNumber = lines.contains { line in
      line.contains { $0.field == .houseNumber && (!$0.prefix.isEmpty || $0.joiner == " # ") }
    }
    hasCityBesideStreet = lines.contains { line in
      line.contains { $0.field == .city } && line.contains { $0.field == .street }
    }
    self.lines = lines
  }

  /// Removes the ending of a house number from the lines and returns it, because not every number gets the ending.
  private static func takeNumberEnding(of lines: inout [[Part]]) -> String? {
    for line in lines.indices {
      for part in lines[line].indices where lines[line][part].field == .houseNumber {
        guard !lines[line][part].suffix.isEmpty else { continue }
        defer { lines[line][part].suffix = "" }
        return lines[line][part].suffix.string
      }
    }
    return nil
  }

  private static func parts(of lines: [[Part]], where isShown: (Field) -> Bool) -> [PartOfLine] {
    lines.enumerated().compactMap { position, line in
      let parts = line.filter { isShown($0.field) }
      return parts.isEmpty ? nil : PartOfLine(parts: parts, whole: parts.count == line.count ? position : nil)
    }
  }
}

/// The text around a field: at most eight bytes, stored inline so that copies do not allocate.
struct LayoutText: Hashable, Sendable, ExpressibleByStringLiteral {
  private var bytes: UInt64 = 0
  /// The length in UTF-8 bytes.
  private(set) var count = 0

  /// Creates a text of a template.
  init(_ text: String) {
    precondition(text.utf8.count <= 8, "a template has '\(text)', which is longer than eight bytes")
    for byte in text.utf8.reversed() { bytes = bytes << 8 | UInt64(byte) }
    count = text.utf8.count
  }

  init(stringLiteral text: String) { self.init(text) }

  /// Whether there is nothing to write.
  var isEmpty: Bool { count == 0 }

  /// The text as a string.
  var string: String {
    String(decoding: (0..<count).map { UInt8(truncatingIfNeeded: bytes >> UInt64(8 * $0)) }, as: UTF8.self)
  }

  /// The last byte; nil when there is none.
  var last: UInt8? { isEmpty ? nil : UInt8(truncatingIfNeeded: bytes >> UInt64(8 * (count - 1))) }

  /// Writes the text into memory with room for it, and advances the position.
  @inline(__always) func write(to memory: UnsafeMutableBufferPointer<UInt8>, at position: inout Int) {
    for index in 0..<count { memory[position + index] = UInt8(truncatingIfNeeded: bytes >> UInt64(8 * index)) }
    position += count
  }
}

/// Parses one line of a ``LayoutTemplate``'s notation, character by character.
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

  /// Begins a bracket: the text before it stands between fields, the text after it belongs to the next field.
  private mutating func open() {
    joiner = text
    text = ""
  }

  /// Ends a bracket: the text after the field belongs to the field.
  private mutating func close() {
    parts[parts.count - 1].suffix = LayoutText(text)
    joiner = nil
    text = ""
  }

  /// Adds a field with the text before it.
  private mutating func append(_ field: LayoutTemplate.Field) {
    parts.append(
      LayoutTemplate.Part(
        joiner: LayoutText(joiner ?? text), prefix: joiner == nil ? "" : LayoutText(text), field: field))
    text = ""
  }
}
