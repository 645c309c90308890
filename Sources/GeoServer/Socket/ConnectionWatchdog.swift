import GeoWire
import NIOCore
import Synchronization

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

  /// How often to look: often enough that no limit is overrun by more than a quarter.
  var interval: TimeAmount {
    let shortest = min(line, stall, idle ?? line, SendProgress.patienceWhenSpent)
    return max(.milliseconds(10), .nanoseconds(shortest.nanoseconds / 4))
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

extension ConnectionHandler {
  /// Looks at the limits from time to time, as long as the connection lives.
  func scheduleCheck(_ context: ChannelHandlerContext) {
    let bound = NIOLoopBound(self, eventLoop: context.eventLoop)
    context.eventLoop.scheduleTask(in: watchdog.interval) { bound.value.check() }
  }

  private func check() {
    guard let context else { return }
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
      return
    case .dropStalled:
      logger.notice("client dropped: it does not read its answers")
      context.close(promise: nil)
      return
    }
    scheduleCheck(context)
  }

  private func tell(_ error: WireError, _ context: ChannelHandlerContext) {
    session.write(Destination(id: .null), error)
    work(context)
  }
}

/// All connections of a server, so that a stop can reach them.
final class ConnectionRegistry: Sendable {
  private struct Entry {
    var loop: any EventLoop
    var handler: NIOLoopBound<ConnectionHandler>
  }

  private let entries = Mutex<[ObjectIdentifier: Entry]>([:])
  private let isHurrying = Atomic<Bool>(false)

  /// A connection begins; called on its event loop.
  func add(_ handler: ConnectionHandler, on loop: any EventLoop) {
    let entry = Entry(loop: loop, handler: NIOLoopBound(handler, eventLoop: loop))
    entries.withLock { $0[ObjectIdentifier(handler)] = entry }
  }

  /// A connection ends. False when it was never added.
  func remove(_ handler: ConnectionHandler) -> Bool {
    entries.withLock { $0.removeValue(forKey: ObjectIdentifier(handler)) != nil }
  }

  /// Whether there are no connections.
  var isEmpty: Bool { entries.withLock { $0.isEmpty } }

  /// Lets every connection answer what has arrived and close.
  func drain() { forEach { $0.drain() } }

  /// Closes every connection at once.
  func closeAll() { forEach { handler in handler.context?.close(promise: nil) } }

  /// Has every connection send what there is of its replies. Called again before the loops came to it, it does nothing: memory may
  /// become short thousands of times a second.
  func hurry() {
    guard !isHurrying.exchange(true, ordering: .acquiringAndReleasing) else { return }
    let hasAny = forEach { [self] handler in
      isHurrying.store(false, ordering: .releasing)
      handler.hurry()
    }
    if !hasAny { isHurrying.store(false, ordering: .releasing) }
  }

  /// Tells every connection that another store answers from now on.
  func storeWasReplaced() { forEach { $0.storeWasReplaced() } }

  /// Calls something for all connections, in one task on each of their loops; false when there are none.
  @discardableResult private func forEach(_ body: @escaping @Sendable (ConnectionHandler) -> Void) -> Bool {
    let all = entries.withLock { Dictionary(grouping: $0.values) { ObjectIdentifier($0.loop) } }
    for entries in all.values {
      entries[0].loop.execute { for entry in entries { body(entry.handler.value) } }
    }
    return !all.isEmpty
  }
}
