import GeoModel
import Testing

@Suite struct ForeignTextTests {
  @Test("one line stays one, whatever a reader takes for a break")
  func oneLine() {
    #expect(ForeignText.oneLine("10th Street") == "10th Street")
    #expect(ForeignText.oneLine("a\nb\r\nc\td") == "a b  c d")
    #expect(ForeignText.oneLine("é\u{85}\u{0B}\u{0C}\u{2028}\u{2029}x") == "é     x")
  }

  @Test("control characters become visible; line feeds, tabs and other scripts stay")
  func controls() {
    #expect(ForeignText.visible("\u{1B}[31mred\u{1B}[0m\u{07}\u{7F}") == "\u{FFFD}[31mred\u{FFFD}[0m\u{FFFD}\u{FFFD}")
    #expect(ForeignText.visible("a\u{9B}2Jb\u{2028}c\u{85}") == "a\u{FFFD}2Jb\u{FFFD}c\u{FFFD}")
    for text in ["Straße\n\tMünchen", "北京市", "القدس\u{200F}", "👩‍👩‍👧"] { #expect(ForeignText.visible(text) == text) }
  }

  @Test("marks of direction stay where they are closed on their line, and nowhere else")
  func directions() {
    for text in [
      "\u{202E}cba\u{202C}", "\u{2067}x\u{202B}y\u{2069}z", "\u{202A}a\u{202E}b\u{202C}c\u{202C}", "\u{2068}\u{2069}",
    ] {
      #expect(ForeignText.visible(text) == text)
    }
    #expect(ForeignText.visible("\u{202E}abc") == "\u{FFFD}abc")
    #expect(ForeignText.visible("\u{202E}abc\nd\u{202C}") == "\u{FFFD}abc\nd\u{202C}")
    #expect(ForeignText.visible("\u{2066}\u{202E}abc\u{202C}") == "\u{FFFD}\u{202E}abc\u{202C}")
    // Within an isolate, the end of an embedding that began before it closes nothing.
    #expect(ForeignText.visible("\u{202B}\u{2066}a\u{202C}\u{2069}") == "\u{FFFD}\u{2066}a\u{202C}\u{2069}")
  }
}
