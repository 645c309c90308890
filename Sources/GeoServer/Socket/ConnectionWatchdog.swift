import GeoWire
import NIOCore

/// When a connection has been silent, half-way through a line or unread for too long. Pure: it is told the time.
struct ConnectionWatchdog {
  /// What is to be done.
  enum Verdict: Hashable {
    /// Nothing.
    case wait
    /// The half line is answered with `timeout` and dropped.
    case dropLine
    /// The client is told `timeout` and closed.
    case closeIdle
    /// The client does not read: it is dropped without a word, which it would not read either.
    case dropStalled
  }

  /// Whether the client waits for the server, so that its silence says nothing.
  var isBusy = false
  private let line: TimeAmount
  private let idle: TimeAmount?
  private let stall: TimeAmount
  private var lastHeard: NIODeadline
  /// Whether the client takes its answers.
  var progress = SendProgress()

  init(options: ServerOptions, now: NIODeadline) {
    line = TimeAmount(options.lineTimeout)
    idle = options.idleTimeout == .zero ? nil : TimeAmount(options.idleTimeout)
    stall = TimeAmount(options.stallTimeout)
    lastHeard = now
  }

  /// How often to look.
  var pace: LookPace {
    LookPace(limits: [line, stall, idle ?? line], whileUnderWay: SendProgress.patienceWhenSpent)
  }

  /// Bytes came.
  mutating func heard(at now: NIODeadline) { lastHeard = now }

  /// Looks at all limits.
  ///
  /// - Parameters:
  ///   - holdsHalfLine: whether a line has begun and not ended.
  ///   - isSpent: whether all memory for answers is taken: then nobody may keep his for long.
  func verdict(holdsHalfLine: Bool, isSpent: Bool = false, now: NIODeadline) -> Verdict {
    if progress.hasStalled(at: now, limit: stall, isSpent: isSpent) { return .dropStalled }
    guard !isBusy else { return .wait }
    if let idle, now - lastHeard >= idle { return .closeIdle }
    if holdsHalfLine, now - lastHeard >= line { return .dropLine }
    return .wait
  }
}

extension ConnectionHandler: WatchedConnection {
  var lookPace: LookPace { watchdog.pace }

  func look() -> ChannelHandlerContext? {
    guard let context else { return nil }
    watchdog.progress.look(waiting: context.channel.waitingBytes, at: .now())
    let isSpent = server.budget.level == .spent
    switch watchdog.verdict(holdsHalfLine: framer.holdsBytes, isSpent: isSpent, now: .now()) {
    case .wait: break
    case .dropLine:
      framer.skipLine()
      tell(WireError(.timeout, "the line did not end in time and was dropped"), context)
    case .closeIdle:
      tell(WireError(.timeout, "nothing was asked for long; connect again when needed"), context)
      close(context)
      return nil
    case .dropStalled:
      logger.notice("client dropped: it does not read its answers")
      context.close(promise: nil)
      return nil
    }
    return context
  }

  private func tell(_ error: WireError, _ context: ChannelHandlerContext) {
    session.write(Destination(id: .null), error)
    work(context)
  }
}
