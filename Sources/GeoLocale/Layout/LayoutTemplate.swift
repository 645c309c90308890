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
    /// The suburb, else the city, where the post knows suburbs as its towns.
    case postalTown = "T"
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
    var joiner: LayoutText
    /// Stand right before and after the field.
    var prefix: LayoutText = "", suffix: LayoutText = ""
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
  /// Whether the city stands on the line of the street.
  let hasCityBesideStreet: Bool
  /// Whether the template itself says that a number is one (`No:5`, `# 7-25`).
  let announcesNumber: Bool
  /// The word that ends a house number, which the map may have, too (`99號`); nil where there is none.
  let numberEnding: String?

  /// Reads the notation.
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

  /// Takes what ends a house number out of the lines: it depends on the number whether it is written.
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

/// What a template writes around a field: at most eight bytes, which take no memory of their own to copy.
struct LayoutText: Hashable, Sendable, ExpressibleByStringLiteral {
  private var bytes: UInt64 = 0
  /// Bytes in UTF-8.
  private(set) var count = 0

  /// A text of a template.
  init(_ text: String) {
    precondition(text.utf8.count <= 8, "a template has '\(text)', which is longer than eight bytes")
    for byte in text.utf8.reversed() { bytes = bytes << 8 | UInt64(byte) }
    count = text.utf8.count
  }

  init(stringLiteral text: String) { self.init(text) }

  /// Whether there is nothing to write.
  var isEmpty: Bool { count == 0 }

  /// The same text.
  var string: String {
    String(decoding: (0..<count).map { UInt8(truncatingIfNeeded: bytes >> UInt64(8 * $0)) }, as: UTF8.self)
  }

  /// The last byte; nil when there is none.
  var last: UInt8? { isEmpty ? nil : UInt8(truncatingIfNeeded: bytes >> UInt64(8 * (count - 1))) }

  /// Writes the text into memory with room for it, and moves on.
  @inline(__always) func write(to memory: UnsafeMutableBufferPointer<UInt8>, at position: inout Int) {
    for index in 0..<count { memory[position + index] = UInt8(truncatingIfNeeded: bytes >> UInt64(8 * index)) }
    position += count
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
