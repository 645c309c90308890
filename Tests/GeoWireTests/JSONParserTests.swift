import GeoWire
import Testing

struct JSONParserTests {
  private func accepts(_ text: String) -> Bool { accepts(Array(text.utf8)) }
  private func accepts(_ bytes: [UInt8]) -> Bool {
    var parser = JSONParser()
    return (try? parser.parse(bytes) { _ in true }) ?? false
  }
  private func read<Value>(_ text: String, _ body: (JSONNode) -> Value) throws -> Value {
    var parser = JSONParser()
    return try parser.parse(Array(text.utf8), body)
  }

  @Test(
    "texts of the grammar are accepted",
    arguments: [
      "null", " true ", "false\r\n", "0", "-0", "-0.5e+10", "1E400", "123456789012345678901234567890", "\"\"", "[]",
      "{}",
      "[1,[2,{\"a\":[]}]]", "{\"a\":1,\"a\":2}", "\"\\u00e9\\ud83d\\ude00\\/\"", "\"é東😀\"", "\t[ 1 , 2 ]\n",
      "\u{FEFF}{\"a\":1}",
    ])
  func accepted(text: String) { #expect(accepts(text)) }

  @Test(
    "texts outside the grammar are refused",
    arguments: [
      "", " ", "nul", "nulll", "NaN", "-NaN", "Infinity", "-Infinity", "+1", "01", "-", "1.", ".5", "1e", "1e+", "0x1",
      "1_000",
      "[", "[1", "[1,", "[1,]", "[,1]", "]", "{", "{1:2}", "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "{,}", "{\"a\" 1}",
      "'a'", "\"a",
      "\"\\x\"", "\"\\u12\"", "\"\\u12G4\"", "\"\\", "\"a\nb\"", "\"\\ud800\"", "\"\\udc00\"", "\"\\ud800\\u0041\"",
      "1 2", "[1]]",
      "{} x", "\u{FEFF}\u{FEFF}{}", "{}\u{FEFF}", " \u{FEFF}{}", "\u{FEFF}", "// c\n1", "tru\u{0}",
    ])
  func refused(text: String) { #expect(!accepts(text)) }

  @Test(
    "invalid UTF-8 is refused",
    arguments: [
      [0x80], [0xC0, 0x80], [0xC1, 0xBF], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80], [0xF0, 0x80, 0x80, 0x80],
      [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xFF], [0xE2, 0x82], [0xC3],
    ] as [[UInt8]])
  func invalidUTF8(bytes: [UInt8]) {
    #expect(!accepts([0x22] + bytes + [0x22]))
    #expect(!accepts(bytes))
  }

  @Test("nesting is allowed up to the limit and not beyond, without exhausting the stack")
  func depth() {
    let deepest = JSONParser.maximumDepth
    #expect(accepts(String(repeating: "[", count: deepest) + String(repeating: "]", count: deepest)))
    #expect(!accepts(String(repeating: "[", count: deepest + 1) + String(repeating: "]", count: deepest + 1)))
    #expect(!accepts(String(repeating: "[", count: 1_000_000)))
    #expect(!accepts(String(repeating: "{\"a\":", count: 1_000_000)))
  }

  @Test("of a key that comes twice the last one counts, escaped or not")
  func duplicateKeys() throws {
    #expect(try read(#"{"a":1,"b":[{"a":5}],"a":2}"#) { $0.member("a")?.integer } == 2)
    #expect(try read(#"{"a":1,"\u0061":3}"#) { $0.member("a")?.integer } == 3)
    #expect(try read(#"{"b":1}"#) { $0.member("a") == nil })
  }

  @Test("escapes are resolved, surrogate pairs become one character")
  func strings() throws {
    #expect(try read(#""\ud83d\ude00\u00e9\n\"\\\/\b\f\r\t\u0000x""#) { $0.string } == "😀é\n\"\\/\u{8}\u{C}\r\t\u{0}x")
    #expect(try read(#""\udbff\udfff""#) { $0.string } == "\u{10FFFF}")
  }

  @Test(
    "numbers read as the nearest double",
    arguments: [
      "37.7709470", "-122.41007734", "0.1", "1e22", "9007199254740993", "1.7976931348623157e308", "5e-1",
      "0.30000000000000004",
      "123456789012345678901234567890", "-0", "179.99999999999999999999", "2.2250738585072014e-308",
    ])
  func doubles(text: String) throws { #expect(try read(text) { $0.double } == Double(text)) }

  @Test("a number beyond all doubles reads as infinite, never as something finite")
  func hugeNumbers() throws {
    #expect(try read("1e400") { $0.double } == .infinity)
    #expect(try read("-1e999999999999") { $0.double } == -.infinity)
    #expect(try read(String(repeating: "9", count: 400)) { $0.double } == .infinity)
    #expect(try read("1e400") { $0.integer } == nil)
  }

  @Test("whole numbers are exact up to 64 bits")
  func integers() throws {
    #expect(try read("9223372036854775807") { $0.integer } == Int.max)
    #expect(try read("9223372036854775808") { $0.integer } == nil)
    #expect(try read("1.0") { $0.integer } == 1)
    #expect(try read("1.5") { $0.integer } == nil)
    #expect(try read("\"1\"") { $0.integer } == nil)
  }

  @Test("elements come in order, whatever they hold")
  func elements() throws {
    #expect(try read(#"[1,[2,3],{"a":[4]},5]"#) { $0.elements.map { $0.integer } } == [1, nil, nil, 5])
    #expect(try read(#"{"a":1}"#) { $0.elements.map { $0.integer } } == [])
  }

  @Test("a parser can be used again after a refused text")
  func reuse() throws {
    var parser = JSONParser()
    #expect(throws: JSONError.self) { try parser.parse(Array("[1,".utf8)) { _ in } }
    #expect(try parser.parse(Array("[1]".utf8)) { $0.elements.count { $0.isNumber } } == 1)
  }

  @Test("random bytes never crash the parser, and what it accepts it reads to the end")
  func randomBytes() {
    var random = SeededRandom(seed: 7)
    let alphabet = Array(#"{}[]:,"\u0123456789abeltrufns.-+E \#u{E9}"#.utf8)
    for _ in 0..<20_000 {
      let bytes = (0..<Int.random(in: 0...24, using: &random)).map { _ in alphabet.randomElement(using: &random)! }
      var parser = JSONParser()
      _ = try? parser.parse(bytes) { node in walk(node) }
    }
  }

  private func walk(_ node: JSONNode) {
    _ = (node.string, node.double, node.integer, node.bool, node.member("a")?.string)
    for element in node.elements { walk(element) }
  }
}

/// A small generator with a fixed seed (SplitMix64), so that failures are reproducible.
struct SeededRandom: RandomNumberGenerator {
  private var state: UInt64
  init(seed: UInt64) { state = seed }
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
