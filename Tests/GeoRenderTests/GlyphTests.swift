import GeoRender
import Testing

@testable import GeoRender

/// Letters as signed distance fields.
@Suite struct GlyphTests {
  @Test("distances are those to the nearest pixel on the other side of the edge")
  func distances() {
    let (width, height) = (23, 17)
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<20 {
      let coverage = (0..<width * height).map { _ in UInt8(Int.random(in: 0..<9, using: &generator) == 0 ? 255 : 0) }
      guard coverage.contains(255), coverage.contains(0) else { continue }
      let found = DistanceField(width: width, height: height).distances(coverage)
      for place in coverage.indices {
        let others = coverage.indices.filter { coverage[$0] != coverage[place] }
        let nearest = others.map { other -> Double in
          let (x, y) = (Double(other % width - place % width), Double(other / width - place / width))
          return (x * x + y * y).squareRoot()
        }.min()!
        #expect(abs(abs(found[place]) - nearest) < 1e-9 && (found[place] < 0) == (coverage[place] == 255))
      }
    }
    // The edge goes through a pixel that is half covered.
    #expect(DistanceField(width: 3, height: 1).distances([255, 128, 0]).map { ($0 * 10).rounded() } == [-10, 0, 10])
    #expect(DistanceField(width: 1, height: 1).distances([0]).allSatisfy { $0 > 100 })
  }

  @Test(
    "ranges begin at multiples of 256 and end 255 later",
    arguments: [
      ("Noto Sans", "0-255", true), ("Noto Sans Bold,sans", "65280-65535", true), ("A", "256-511", true),
      ("A", "1-256", false), ("A", "0-511", false), ("A", "65536-65791", false), ("A", "0", false), ("A", "", false),
      ("A", "-255", false), ("A", "0-255-", false), ("A", "99999999999-99999999999", false), ("", "0-255", false),
      ("A", "4294967040-4294967295", false),
    ])
  func ranges(_ stack: String, _ range: String, _ isOne: Bool) {
    #expect((GlyphRange(stack: stack, range: range) != nil) == isOne)
  }

  @Test("the words of a font's name tell how its letters look")
  func looks() throws {
    func look(_ stack: String) throws -> (Int, Bool) {
      let range = try #require(GlyphRange(stack: stack, range: "0-255"))
      return (range.weight, range.isOblique)
    }
    #expect(try look("Noto Sans Regular") == (400, false) && look("Open Sans Semibold") == (600, false))
    #expect(try look("DejaVu Sans Oblique,X Bold") == (400, true) && look("noto-sans-bold-italic") == (700, true))
  }

  @Test("a letter has its picture with a border, and stands where programs of the field expect it")
  func letters() throws {
    let latin = try letters("Sans", "0-255")
    let letter = try #require(latin["A"])
    #expect(letter.field.count == (letter.width + 6) * (letter.height + 6))
    // A capital at 24 pixels is about 17 high, and the baseline is 26 below the top of the line.
    #expect((16...19).contains(letter.height) && letter.top == letter.height - 26 && (14...20).contains(letter.advance))
    #expect(letter.field.max() == 255 || letter.field.max()! > 220)
    #expect(letter.field.first! < 40 && letter.field.last! < 120)
    let low = try #require(latin["g"])
    #expect(low.top - low.height < letter.top - letter.height)
    let blank = try #require(latin[" "])
    #expect(blank.field.isEmpty && blank.width == 0 && blank.advance > 3)
    #expect(latin["\u{7}"] == nil && latin.count > 180)
    let (bold, lean) = (try letters("Sans Bold", "0-255"), try letters("Sans Italic", "0-255"))
    func ink(_ glyph: Read?) -> Int { glyph?.field.count { $0 > 191 } ?? 0 }
    #expect(ink(bold["I"]) > ink(latin["I"]) && (lean["I"]?.width ?? 0) > letter.width / 8 + (latin["I"]?.width ?? 0))
  }

  @Test("a mark has no width and stands on the letter before it; what no font has is left out")
  func marks() throws {
    let marks = try letters("Sans", "768-1023")
    let acute = try #require(marks["\u{301}"])
    #expect(acute.advance == 0 && acute.left < 0 && acute.width < 12 && acute.height < 10)
    // Never assigned.
    #expect(marks["\u{378}"] == nil)
  }

  private struct Read {
    var field: [UInt8] = []
    var width = 0
    var height = 0
    var left = 0
    var top = 0
    var advance = 0
  }

  /// What a client reads from the protocol buffer.
  private func letters(_ stack: String, _ range: String) throws -> [Unicode.Scalar: Read] {
    let bytes = try #require(GlyphRange(stack: stack, range: range)).bytes
    let stacks = fields(bytes[...])
    #expect(stacks.count == 1 && stacks[0].number == 1)
    let members = fields(stacks[0].bytes)
    #expect(members.contains { $0.number == 2 && Array($0.bytes) == Array(range.utf8) })
    var letters: [Unicode.Scalar: Read] = [:]
    for member in members where member.number == 3 {
      var (read, letter) = (Read(), Unicode.Scalar(0) as Unicode.Scalar?)
      for field in fields(member.bytes) {
        let signed = field.value >> 1 ^ -(field.value & 1)
        switch field.number {
        case 1: letter = Unicode.Scalar(UInt32(field.value))
        case 2: read.field = Array(field.bytes)
        case 3: read.width = field.value
        case 4: read.height = field.value
        case 5: read.left = signed
        case 6: read.top = signed
        case 7: read.advance = field.value
        default: Issue.record("there is no field \(field.number)")
        }
      }
      letters[try #require(letter)] = read
    }
    return letters
  }

  private func fields(_ bytes: ArraySlice<UInt8>) -> [(number: Int, value: Int, bytes: ArraySlice<UInt8>)] {
    var rest = bytes
    func number() -> Int {
      var (value, shift) = (0, 0)
      while let byte = rest.popFirst() {
        value |= Int(byte & 0x7F) << shift
        shift += 7
        if byte < 0x80 { break }
      }
      return value
    }
    var found: [(Int, Int, ArraySlice<UInt8>)] = []
    while !rest.isEmpty {
      let key = number()
      let value = number()
      guard key & 7 == 2 else {
        found.append((key >> 3, value, []))
        continue
      }
      found.append((key >> 3, 0, rest.prefix(value)))
      rest = rest.dropFirst(value)
    }
    return found
  }
}
