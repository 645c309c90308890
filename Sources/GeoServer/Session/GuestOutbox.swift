/// The output of guests that waits until the client has read earlier bytes.
///
/// Of a guest's notices that only describe the current state, it keeps the newest of each method.
struct GuestOutbox {
  private var waiting: [(number: Int, output: GuestOutput)] = []
  /// The number of waiting bytes.
  private(set) var byteCount = 0

  /// Whether nothing is waiting.
  var isEmpty: Bool { waiting.isEmpty }

  /// Adds the output of a guest.
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

  /// Removes and returns all output.
  mutating func take() -> [(number: Int, output: GuestOutput)] {
    defer { (waiting, byteCount) = ([], 0) }
    return waiting
  }
}
