import GeoWire
import NIOCore

/// The timeouts of a connection that is silent, stops within a line or does not read. Pure: the caller passes the time.
struct ConnectionWatchdog {
  /// The action to take.
  enum Verdict: Hashable {
    /// Do nothing.
    case wait
    /// Answer the partial line with `timeout` and drop it.
    case dropLine
    /// Send `timeout` to the client and close.
    case closeIdle
    /// Drop a client that does not read, without a message that it would not read either.
    case dropStalled
  }

  /// Whether the client waits for the server, so that its silence is ignored.
  var isBusy = false
  private let line: TimeAmount
  private let idle: TimeAmount?
  private let stall: TimeAmount
  private var lastHeard: NIODeadline
  /// Whether the client reads its responses.
  var progress = SendProgress()

  init(options: ServerOptions, now: NIODeadline) {
    line = TimeAmount(options.lineTimeout)
    idle = options.idleTimeout == .zero ? nil : TimeAmount(options.idleTimeout)
    stall = TimeAmount(options.stallTimeout)
    lastHeard = now
  }

  /// The interval between checks.
  var pace: LookPace {
    LookPace(limits: [line, stall, idle ?? line], whileUnderWay: SendProgress.patienceWhenSpent)
  }

  /// Notes that bytes arrived.
  mutating func heard(at now: NIODeadline) { lastHeard = now }

  /// Checks all limits.
  ///
  /// - Parameters:
  ///   - holdsHalfLine: whether a line has begun and not ended.
  ///   - isSpent: whether the memory for responses is used up. Then a client must read its responses sooner.
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
