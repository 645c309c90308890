/// Keeps answers in the order of their questions, where nothing else tells them apart: workers finish in any order.
struct AnswerOrder {
  private var lastQuestion = 0
  private var lastAnswer = 0
  private var early: [Int: [UInt8]] = [:]

  /// Answers that wait for one before them.
  var waiting: Int { early.count }
  /// Their bytes.
  private(set) var earlyBytes = 0

  /// The place of a new question; the first is 1.
  mutating func next() -> Int {
    lastQuestion += 1
    return lastQuestion
  }

  /// Takes the answer to a question, and gives what can be sent now.
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
