import NIOCore

/// Tracks whether a client reads what was written for it. Pure: the caller passes the time.
struct SendProgress {
  /// How long a client may read nothing when the memory for responses is used up.
  static let patienceWhenSpent = TimeAmount.seconds(1)

  /// The total bytes passed to the socket, and those that it had taken at the last check.
  private var (handed, taken) = (0, 0)
  private var stalledSince: NIODeadline?

  /// Notes bytes passed to the socket.
  mutating func send(_ bytes: Int) { handed += bytes }

  /// Checks how many of those bytes still wait.
  mutating func look(waiting: Int, at now: NIODeadline) {
    let taken = handed - waiting
    stalledSince = waiting == 0 ? nil : taken == self.taken ? stalledSince ?? now : now
    self.taken = taken
  }

  /// Whether the client has read nothing for too long.
  ///
  /// - Parameter isSpent: whether the memory for responses is used up.
  func hasStalled(at now: NIODeadline, limit: TimeAmount, isSpent: Bool) -> Bool {
    guard let stalledSince else { return false }
    return now - stalledSince >= (isSpent ? min(limit, SendProgress.patienceWhenSpent) : limit)
  }
}

extension Channel {
  /// The bytes written to the channel that the socket has not taken. Call it on the channel's event loop.
  var waitingBytes: Int { (try? syncOptions?.getOption(.bufferedWritableBytes)).flatMap(\.self) ?? 0 }
}
