import NIOCore

/// The time limits of one connection. They limit whole phases and not pauses, so a client gains nothing by sending a
/// byte now and then.
struct ConnectionDeadlines {
  /// The phase of a connection.
  enum Phase: Hashable {
    /// Waiting for the next request.
    case next
    /// Reading the head of a request, of which some bytes have arrived.
    case head
    /// Reading the body.
    case body
    /// Answering. The server's own limits apply.
    case answer
    /// Waiting for the client to close its side.
    case close
  }

  /// The action to take.
  enum Verdict: Hashable {
    /// Nothing.
    case wait
    /// Send the client a timeout error, then close.
    case tell
    /// Close without a response.
    case close
  }

  private(set) var phase = Phase.next
  private let seat: ConnectionSeat?
  private var since: NIODeadline
  /// Whether the client reads its responses.
  var progress = SendProgress()
  private let idle: TimeAmount
  private let request: TimeAmount
  private let stall: TimeAmount
  /// The time a client has to close its side after the server has closed.
  private let closing = TimeAmount.seconds(2)

  /// - Parameter seat: gets whether a request is under way; nil if not needed.
  init(_ options: HTTPOptions, _ seat: ConnectionSeat? = nil, now: NIODeadline) {
    self.seat = seat
    idle = TimeAmount(options.idleTimeout)
    request = TimeAmount(options.requestTimeout)
    stall = TimeAmount(options.stallTimeout)
    since = now
  }

  /// The interval between checks.
  var pace: LookPace { LookPace(limits: [idle, request, stall], whileUnderWay: closing) }

  /// Begins a phase. A closing connection stays closing.
  mutating func advance(to phase: Phase) {
    guard self.phase != .close else { return }
    self.phase = phase
    since = .now()
    seat?.note(isAtWork: phase == .body || phase == .answer)
  }

  /// Notes that bytes arrived.
  mutating func heard() {
    if phase == .next { advance(to: .head) }
  }

  /// Checks all limits.
  ///
  /// - Parameter isSpent: whether the memory for responses is used up. Then a client must read its responses sooner.
  func verdict(isSpent: Bool = false, now: NIODeadline) -> Verdict {
    if progress.hasStalled(at: now, limit: stall, isSpent: isSpent) { return .close }
    switch phase {
    case .next: return now - since >= idle ? .close : .wait
    case .head, .body: return now - since >= request ? .tell : .wait
    case .answer: return .wait
    case .close: return now - since >= closing ? .close : .wait
    }
  }
}
