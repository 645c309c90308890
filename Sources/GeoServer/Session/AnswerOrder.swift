/// Puts answers in the order of their queries where they have no ids: workers finish in any order.
struct AnswerOrder {
  private var lastQuestion = 0
  private var lastAnswer = 0
  private var early: [Int: [UInt8]] = [:]

  /// The number of answers that wait for an earlier one.
  var waiting: Int { early.count }
  /// The bytes of the waiting answers.
  private(set) var earlyBytes = 0

  /// The place of a new query; the first is 1.
  mutating func next() -> Int {
    lastQuestion += 1
    return lastQuestion
  }

  /// Takes the answer to a query, and returns the answers that can be sent now.
  mutating func answer(_ place: Int, _ bytes: [UInt8]) -> [[UInt8]] {
    guard place == lastAnswer + 1 else {
      early[place] = bytes
      earlyBytes += bytes.count
      return []
    }
    var answers = [bytes]
    lastAnswer = place
    while let next = early.removeValue(forKey: lastAnswer + 1) {
      earlyBytes -= next.count
      answers.append(next)
      lastAnswer += 1
    }
    return answers
  }
}
