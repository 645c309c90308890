import NIOCore

/// When a connection has done nothing, or too little, for too long. Whole phases are timed, not pauses: a client that sends a byte
/// now and then gains nothing by it.
struct ConnectionDeadlines {
  /// What a connection is about.
  enum Phase: Hashable {
    /// To send the next request.
    case next
    /// To send the head of a request of which some bytes came.
    case head
    /// To send the body.
    case body
    /// To be answered. The server's own limits hold.
    case answer
    /// To close its side.
    case close
  }

  /// What is to be done.
  enum Verdict: Hashable {
    /// Nothing.
    case wait
    /// The client hears that it was too slow, and the connection ends.
    case tell
    /// The connection ends without a word.
    case close
  }

  private(set) var phase = Phase.next
  private let seat: ConnectionSeat?
  private var since: NIODeadline
  /// Whether the client takes its answers.
  var progress = SendProgress()
  private let idle: TimeAmount
  private let request: TimeAmount
  private let stall: TimeAmount
  /// How long a client may take to notice that the connection is over.
  private let closing = TimeAmount.seconds(2)

  /// - Parameter seat: is told when a request is under way; nil where nobody wants to know.
  init(_ options: HTTPOptions, _ seat: ConnectionSeat? = nil, now: NIODeadline) {
    self.seat = seat
    idle = TimeAmount(options.idleTimeout)
    request = TimeAmount(options.requestTimeout)
    stall = TimeAmount(options.stallTimeout)
    since = now
  }

  /// How often to look.
  var pace: LookPace { LookPace(limits: [idle, request, stall], whileUnderWay: closing) }

  /// A phase begins. A connection that closes does nothing else any more.
  mutating func advance(to phase: Phase) {
    guard self.phase != .close else { return }
    self.phase = phase
    since = .now()
    seat?.note(isAtWork: phase == .body || phase == .answer)
  }

  /// Bytes came.
  mutating func heard() {
    if phase == .next { advance(to: .head) }
  }

  /// Looks at all limits.
  ///
  /// - Parameter isSpent: whether all memory for answers is taken: then nobody may keep his for long.
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
