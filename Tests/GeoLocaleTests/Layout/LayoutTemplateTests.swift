import Testing

@testable import GeoLocale

@Suite("Notation of layouts")
struct LayoutTemplateTests {
  @Test("bars end lines, capital letters are fields, the rest stands between them")
  func notation() {
    let template = LayoutTemplate("N S|C, A P")
    #expect(
      template.lines.map { $0.map(\.field) } == [[.houseNumber, .street], [.city, .stateAbbreviation, .postalCode]])
    #expect(template.lines[1].map(\.joiner) == ["", ", ", " "])
  }

  @Test("what is in brackets comes and goes with its field")
  func brackets() {
    let part = LayoutTemplate("C[ (K)]").lines[0][1]
    #expect(part.joiner == "" && part.prefix == " (" && part.field == .county && part.suffix == ")")
  }

  @Test("quoted letters are not fields")
  func quotes() {
    let part = LayoutTemplate("C ['PR 'P]").lines[0][1]
    #expect(part.joiner == " " && part.prefix == "PR " && part.field == .postalCode)
  }
}
