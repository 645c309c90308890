import Testing

@testable import GeoServer

@Suite struct AnswerInboxTests {
  private let inbox = AnswerInbox()

  /// Whether the event loop is woken for the answers of a chunk.
  private func add(_ text: String, hasBegun: Bool = true) -> Bool {
    let answers = ChunkAnswers(bytes: Array(text.utf8), ends: [text.utf8.count])
    return inbox.add(.lines(1), answers, hasBegun: hasBegun)
  }

  private func takeAll() -> [String] { inbox.takeAll().map { String(decoding: $0.answers.bytes, as: UTF8.self) } }

  @Test("the loop is called for the first answers only, until it has taken them, and takes all in their order")
  func once() {
    #expect(add("a", hasBegun: false))
    #expect(!add("b", hasBegun: false))
    #expect(!add("c", hasBegun: false))
    #expect(takeAll() == ["a", "b", "c"])
    #expect(takeAll() == [])
    #expect(add("d", hasBegun: false))
    #expect(takeAll() == ["d"])
  }

  @Test("the first answers wait while a short chunk is under way, until others come")
  func waiting() {
    for _ in 0..<3 { inbox.begin() }
    #expect(!add("a"), "two chunks are under way")
    #expect(add("b"), "two wait")
    #expect(takeAll() == ["a", "b"])
    #expect(add("c"), "nothing is under way any more")
    #expect(takeAll() == ["c"])
  }

  @Test("answers of a long chunk wait for a short one, and those of a short one for no long one")
  func long() {
    inbox.begin()
    #expect(!add("long", hasBegun: false))
    #expect(add("short"))
    #expect(takeAll() == ["long", "short"])
    inbox.begin()
    #expect(add("short"))
  }
}
