import GeoTestKit
import Testing

/// Expected answers from a real extract, checked against the map by hand.
@Suite("On the extract", .enabled(if: SharedData.isAvailable, Comment(rawValue: SharedData.missing)))
struct ExtractTests {
  private func check(_ fact: Fact) throws {
    let response = try ExtractResponder.shared.get().response(fact.query, acceptLanguage: fact.acceptLanguage)
    let value = try AnswerReader(response: response).value(fact.path)
    #expect(fact.holds(value), "\(fact.path) is \(value ?? "not there")")
  }

  @Test("formats say the same in their own way", arguments: Facts.formats)
  func formats(fact: Fact) throws { try check(fact) }

  @Test("nothing is found where nothing is, in each format", arguments: Facts.nothing)
  func nothing(fact: Fact) throws { try check(fact) }

  @Test("addresses have the parts that are there", arguments: Facts.addresses)
  func addresses(fact: Fact) throws { try check(fact) }

  @Test("zoom decides how fine an answer is", arguments: Facts.zooms)
  func zooms(fact: Fact) throws { try check(fact) }

  @Test("layers decide what is answered", arguments: Facts.layers)
  func layers(fact: Fact) throws { try check(fact) }

  @Test("languages decide the names", arguments: Facts.languages)
  func languages(fact: Fact) throws { try check(fact) }

  @Test("shapes are those of the map", arguments: Facts.shapes)
  func shapes(fact: Fact) throws { try check(fact) }

  @Test("parameters are read as documented", arguments: Facts.parameters)
  func parameters(fact: Fact) throws { try check(fact) }
}

/// The tables of facts, one for each theme.
enum Facts {}
