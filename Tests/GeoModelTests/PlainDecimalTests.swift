import GeoTestKit
import Testing

@testable import GeoModel

@Suite("Plain decimal numbers")
struct PlainDecimalTests {
  private func read(_ text: String) -> PlainDecimal? {
    var text = text
    return text.withUTF8 { PlainDecimal(UnsafeRawBufferPointer($0)) }
  }

  @Test(
    "are read as the library reads them",
    arguments: [
      "0", "-0", "7", "+7", "37.77", "-122.41", "0.1", ".5", "5.", "-.5", "90.0000000", "9007199254740992",
      "0.00000000000000001",
      "47.13928571428571", "000000000000000001",
    ])
  func values(text: String) throws {
    let number = try #require(read(text))
    let expected = try #require(Double(text.hasSuffix(".") ? text + "0" : text))
    #expect(number.isExact && number.value == expected && number.value.sign == expected.sign)
    #expect(number.decimals == text.firstIndex(of: ".").map { text[$0...].utf8.count - 1 })
  }

  @Test("of which any with up to 15 digits is exact")
  func random() throws {
    var generator = SeededGenerator(seed: 11)
    for _ in 0..<2_000 {
      let whole = Int64.random(in: 0...180, using: &generator)
      let digits = (0..<Int.random(in: 1...12, using: &generator)).map { _ in
        String(Int.random(in: 0...9, using: &generator))
      }
      let text = "\(Bool.random(using: &generator) ? "-" : "")\(whole).\(digits.joined())"
      let number = try #require(read(text))
      #expect(number.isExact && number.value == Double(text), "\(text)")
    }
  }

  @Test(
    "with more digits than a double holds are near, and known not to be exact",
    arguments: ["-122.41940000000001", "37.7749000000000012345678901234567890", "9007199254740993"])
  func long(text: String) throws {
    let number = try #require(read(text))
    let expected = try #require(Double(text))
    #expect(!number.isExact && abs(number.value - expected) <= expected.ulp)
  }

  @Test(
    "are nothing else",
    arguments: [
      "", "-", "+", ".", "-.", "1e5", "1,5", "1.2.3", "--1", "1-", " 1", "1 ", "٣", "nan", "1234567890123456789",
    ])
  func others(text: String) { #expect(read(text) == nil) }

  @Test(
    "that are a coordinate are the one that is read without them",
    arguments: ["37.77 -122.41", "37.77,-122.41", "37.77, -122.41", "-0.5   0.5", "90.0,180.0"])
  func coordinates(text: String) throws {
    var scanner = AngleScanner(text[...])
    let slow = try Coordinate(angles: try scanner.angles(), text: text, hasCommas: text.contains(","))
    #expect(Coordinate(plainDecimals: text) == slow)
  }

  @Test(
    "leave all else to the scanner",
    arguments: [
      "", ",", "37.77", "37.77,", "37 -122", "37.77;-122.41", "37,77 -122,41", "95.5 10.5", "4717.1127,00833.9148",
      "37.77 -122.41 ",
      "+37.77 -122.41", ".5 .5", "37.77,,-122.41", "37.77 , -122.41", "(37.77,-122.41)", "37.77 -122.41 5.0",
    ])
  func rest(text: String) { #expect(Coordinate(plainDecimals: text) == nil) }
}
