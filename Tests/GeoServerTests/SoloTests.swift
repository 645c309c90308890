import NIOCore
import Testing

@testable import GeoServer

/// A client that is alone is served by the event loop.
@Suite(.serialized) struct SoloTests {
  private static let moment = NIODeadline.uptimeNanoseconds(1_000_000_000)

  /// A pace after some queries that took this long.
  private func pace(questions: Int, each time: TimeAmount) -> SoloPace {
    var pace = SoloPace(quick: .milliseconds(2))
    for _ in 0..<questions {
      _ = pace.ask(isAlone: true, at: Self.moment)
      pace.answered(at: Self.moment + time)
    }
    return pace
  }

  @Test("some quick answers in a row show that the loop may answer, and one that is slow, or company, ends it")
  func proof() {
    func mayAnswer(_ pace: inout SoloPace, isAlone: Bool = true, answeredIn time: TimeAmount) -> Bool {
      defer { pace.answered(at: Self.moment + time) }
      return pace.ask(isAlone: isAlone, at: Self.moment)
    }
    var shown = pace(questions: SoloPace.proof, each: .microseconds(100))
    let answers = [TimeAmount.microseconds(10), .milliseconds(20), .microseconds(10)].map {
      mayAnswer(&shown, answeredIn: $0)
    }
    #expect(answers == [true, true, false])
    var less = pace(questions: SoloPace.proof - 1, each: .microseconds(100))
    let isEarly = mayAnswer(&less, answeredIn: .zero)
    #expect(!isEarly)
    var slow = pace(questions: 100, each: .milliseconds(3))
    let isSlow = mayAnswer(&slow, answeredIn: .zero)
    #expect(!isSlow)
    var company = pace(questions: 100, each: .microseconds(100))
    let withOthers = [false, true].map { mayAnswer(&company, isAlone: $0, answeredIn: .zero) }
    #expect(withOthers == [false, false])
  }

  @Test("a client that asks one thing after the other gets the same answers from the loop as from the workers")
  func answers() async throws {
    // However slow the machine is.
    try await TestServer.run({ $0.quickAnswer = .seconds(3600) }) { server in
      let client = try server.connect()
      for (latitude, word) in [(47, "Street 4700"), (85, "placemarkNotFound"), (71, "serverFailure")] {
        let place = #"{"latitude":\#(latitude),"longitude":9}"#
        let question = #"{"jsonrpc":"2.0","id":1,"method":"reverseGeocode","params":{"coordinate":\#(place)}}"#
        let first = client.ask(question)
        #expect(first?.contains(word) == true)
        for _ in 0..<50 { #expect(client.ask(question) == first) }
      }
      #expect(server.server.state.soloAnswers > 0)
      #expect(server.server.state.counts.waitingTasks == 0)
      try eventually("nothing held") { server.server.state.budget.answerBytes == 0 }
    }
  }
}
