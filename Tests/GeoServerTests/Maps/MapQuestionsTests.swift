import GeoMap
import Testing

@testable import GeoMapServer

@Suite struct MapQuestionsTests {
  @Test("a question is taken once, and four of a kind are under way at most")
  func underWay() {
    var questions = MapQuestions()
    let numbers = (0..<4).map { _ in questions.ask(.views(["a": [.text("a")]])) }
    #expect(numbers == [1, 2, 3, 4])
    #expect(!questions.mayAsk(.views) && questions.mayAsk(.renderers))
    questions.expire(2)
    #expect(questions.mayAsk(.views), "one that is late makes room")
    guard case .views(let asked) = questions.finish(2) else { return #expect(Bool(false), "and is still taken") }
    #expect(asked == ["a": [.text("a")]])
    #expect(questions.finish(2) == nil && questions.finish(9) == nil)
  }

  @Test("another delegate answers nothing that the one before was asked, and numbers go on")
  func reset() {
    var questions = MapQuestions()
    let old = questions.ask(.renderers(["o": [.text("o")]]))
    questions.waitingViews = [.text("a")]
    #expect(!questions.isIdle)
    questions.reset()
    #expect(questions.isIdle && questions.finish(old) == nil)
    #expect(questions.ask(.renderers([:])) == old + 1)
  }

  @Test("of what somebody waits for, the kind that may take longest is told")
  func slowest() {
    var questions = MapQuestions()
    #expect(questions.slowestAwaited == nil)
    _ = questions.ask(.views([:]))
    #expect(questions.slowestAwaited == nil, "nobody waits for views")
    let drawing = questions.ask(.parts(.drawing, []))
    #expect(questions.slowestAwaited == .drawing)
    let tiles = questions.ask(.parts(.tiles, []))
    #expect(questions.slowestAwaited == .tiles)
    _ = questions.finish(tiles)
    _ = questions.finish(drawing)
    #expect(questions.slowestAwaited == nil)
  }
}

extension MapQuestions.Content? {
  fileprivate static func == (content: MapQuestions.Content?, none: _OptionalNilComparisonType) -> Bool {
    if case .none = content { true } else { false }
  }
}
