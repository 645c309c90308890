import NIOCore

/// Whether a client takes what was written for it. Pure: it is told the time.
struct SendProgress {
  /// Who takes nothing for so long is dropped when all memory for answers is taken.
  static let patienceWhenSpent = TimeAmount.seconds(1)

  /// Bytes that were ever handed to the socket, and those that it had taken at the last look.
  private var (handed, taken) = (0, 0)
  private var stalledSince: NIODeadline?

  /// Bytes are handed to the socket.
  mutating func send(_ bytes: Int) { handed += bytes }

  /// Looks at how many of those bytes still wait.
  mutating func look(waiting: Int, at now: NIODeadline) {
    let taken = handed - waiting
    stalledSince = waiting == 0 ? nil : taken == self.taken ? stalledSince ?? now : now
    self.taken = taken
  }

  /// Whether the client has taken nothing for too long.
  ///
  /// - Parameter isSpent: whether all memory for answers is taken.
  func hasStalled(at now: NIODeadline, limit: TimeAmount, isSpent: Bool) -> Bool {
    guard let stalledSince else { return false }
    return now - stalledSince >= (isSpent ? min(limit, SendProgress.patienceWhenSpent) : limit)
  }
}

extension Channel {
  /// Bytes that were written and wait for the socket to take them. Asked on the channel's event loop.
  var waitingBytes: Int { (try? syncOptions?.getOption(.bufferedWritableBytes)).flatMap(\.self) ?? 0 }
}
