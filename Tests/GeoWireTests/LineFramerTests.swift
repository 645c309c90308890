import GeoWire
import Testing

struct LineFramerTests {
  private func lines(_ pieces: [String], maximum: Int = 10) -> [String] {
    var framer = LineFramer(maximumLineLength: maximum)
    var result: [String] = []
    for piece in pieces {
      Array(piece.utf8).withUnsafeBytes { framer.append($0) }
      while let event = framer.nextLine() {
        switch event {
        case .tooLong(let beginning):
          #expect(framer.withLine(beginning) { $0.count } > 0)
          result.append("too long")
        case .line(let range): result.append(framer.withLine(range) { String(decoding: $0, as: UTF8.self) })
        }
      }
    }
    return result
  }

  @Test("lines come whole, however the bytes arrive")
  func pieces() {
    #expect(lines(["a\nbc\n\nd"]) == ["a", "bc", ""])
    #expect(lines(["a", "b\n", "c\nd", "\n"]) == ["ab", "c", "d"])
    #expect(lines("ab\ncd\n".map { String($0) }) == ["ab", "cd"])
  }

  @Test("a line at the limit is taken, one beyond it is reported once and skipped")
  func limit() {
    #expect(lines(["1234567890\n12345678901\nx\n"]) == ["1234567890", "too long", "x"])
    #expect(lines(["12345678901", "23456", "7\nx\n"]) == ["too long", "x"])
    #expect(lines(["12345678901\n", "x\n"]) == ["too long", "x"])
    #expect(lines(Array(repeating: "123456", count: 50) + ["\nx\n"]) == ["too long", "x"])
  }

  @Test("a dropped line is dropped up to its end")
  func skip() {
    var framer = LineFramer(maximumLineLength: 10)
    Array("half".utf8).withUnsafeBytes { framer.append($0) }
    #expect(framer.nextLine() == nil)
    #expect(framer.holdsBytes)
    framer.skipLine()
    #expect(!framer.holdsBytes)
    Array(" line\nx\n".utf8).withUnsafeBytes { framer.append($0) }
    guard case .line(let range) = framer.nextLine() else { Issue.record("no line"); return }
    #expect(framer.withLine(range) { String(decoding: $0, as: UTF8.self) } == "x")
  }

  @Test("random pieces of random lines give the lines")
  func randomPieces() {
    var random = SeededRandom(seed: 3)
    for _ in 0..<200 {
      let expected = (0..<20).map { _ in String(repeating: "x", count: Int.random(in: 0...9, using: &random)) }
      var rest = Substring(expected.map { $0 + "\n" }.joined())
      var pieces: [String] = []
      while !rest.isEmpty {
        let count = Int.random(in: 1...15, using: &random)
        pieces.append(String(rest.prefix(count)))
        rest = rest.dropFirst(count)
      }
      #expect(lines(pieces) == expected)
    }
  }
}
