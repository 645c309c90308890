/// What guests say to a client, as long as the client has others to take: of what tells only how things are now, the newest is kept.
struct GuestOutbox {
  private var waiting: [(number: Int, output: GuestOutput)] = []
  /// Bytes that wait.
  private(set) var byteCount = 0

  /// Whether nothing waits.
  var isEmpty: Bool { waiting.isEmpty }

  /// Adds what a guest says.
  mutating func append(_ output: GuestOutput, of number: Int) {
    if case .notice(let notice) = output, notice.isReplaceable {
      let older = waiting.lastIndex { waits in
        if waits.number == number, case .notice(let other) = waits.output { return other.method == notice.method }
        return false
      }
      if let older { byteCount -= waiting.remove(at: older).output.byteCount }
    }
    waiting.append((number, output))
    byteCount += output.byteCount
  }

  /// Gives all of it.
  mutating func take() -> [(number: Int, output: GuestOutput)] {
    defer { (waiting, byteCount) = ([], 0) }
    return waiting
  }
}
