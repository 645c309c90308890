import Testing

@testable import GeoServer

@Suite struct AnswerInboxTests {
  private func answers(_ text: String) -> ChunkAnswers {
    ChunkAnswers(bytes: Array(text.utf8), ends: [text.utf8.count])
  }

  @Test("the loop is called for the first answers only, until it has taken them, and takes all in their order")
  func calls() {
    let inbox = AnswerInbox()
    #expect(inbox.add(.lines(1), answers("a")))
    #expect(!inbox.add(.lines(1), answers("b")))
    #expect(!inbox.add(.watch(3), answers("c")))
    #expect(inbox.takeAll().map { String(decoding: $0.answers.bytes, as: UTF8.self) } == ["a", "b", "c"])
    #expect(inbox.takeAll().isEmpty)
    #expect(inbox.add(.lines(1), answers("d")))
    #expect(inbox.takeAll().count == 1)
  }
}
