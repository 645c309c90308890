import GeoWire
import Logging
import NIOCore

/// Handles one client's socket: splits the input into lines, passes them to its session, submits the work to the
/// workers and writes the output. Everything runs on the connection's event loop; only the answers arrive from other
/// threads, and hop over.
///
/// Backpressure reaches the client: while the session is full, or the client does not read its responses, nothing more
/// is read, and the client's own writes block.
final class ConnectionHandler: ChannelDuplexHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  let server: ServerState
  let logger: Logger
  let registry: ConnectionRegistry
  let account = ClientAccount()
  private let inbox = AnswerInbox()
  var session: Session
  var framer: LineFramer
  var context: ChannelHandlerContext?
  /// Whether a read of the channel is held back.
  private var isReadPending = false
  /// Whether the framer may still hold lines because the session was full.
  private var hasBacklog = false
  /// Whether the client has closed its side; its requests are still answered.
  private var isInputClosed = false
  private var isDraining = false
  private var isClosing = false
  /// Whether ``work(_:)`` is running: a socket that takes bytes at once calls back in the middle of it.
  private var isWorking = false
  /// Whether bytes were passed to the channel since the last flush.
  private var isUnsent = false
  /// The bytes passed to the channel that the socket has not taken yet.
  private var sendingBytes = 0
  /// The bytes reserved for the client's input.
  private var reservedBytes = 0
  var watchdog: ConnectionWatchdog
  var isWatchedClosely = false
  /// Decides whether the loop answers the client itself.
  private var pace: SoloPace

  init(server: ServerState, registry: ConnectionRegistry, logger: Logger) {
    self.server = server
    self.registry = registry
    self.logger = logger
    session = Session(server: server)
    framer = LineFramer(maximumLineLength: server.options.maximumLineLength)
    watchdog = ConnectionWatchdog(options: server.options, now: .now())
    pace = SoloPace(quick: TimeAmount(server.options.quickAnswer))
  }

  func channelActive(context: ChannelHandlerContext) {
    self.context = context
    if let allowed = server.options.allowedPeers, let error = refusal(allowed, context) {
      return refuse(context, error)
    }
    guard server.counts.admitClient() else {
      return refuse(context, WireError(.loadingThrottled, "the server has too many clients; try again later"))
    }
    registry.add(self, on: context.eventLoop)
    watch(context)
    context.fireChannelActive()
  }

  func channelInactive(context: ChannelHandlerContext) {
    self.context = nil
    server.remove(account)
    server.counts.count(-session.inFlight)
    server.counts.dismissWatches(session.watches.count)
    leaveGuests()
    server.budget.release(reservedBytes + session.areas.heldBytes)
    account.keep(0, sending: 0, server)
    if registry.remove(self) { server.counts.dismissClient() }
    context.fireChannelInactive()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let buffer = ConnectionHandler.unwrapInboundIn(data)
    buffer.withUnsafeReadableBytes { framer.append($0) }
    watchdog.heard(at: .now())
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    work(context)
    context.fireChannelReadComplete()
  }

  func read(context: ChannelHandlerContext) {
    if mayRead(context) { context.read() } else { isReadPending = true }
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    if context.channel.isWritable { work(context) }
    context.fireChannelWritabilityChanged()
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if case .some(.inputClosed) = event as? ChannelEvent {
      isInputClosed = true
      // `printf '47.1 9.5' | nc -U …` ends without a line feed; the end of the input also ends the line.
      if framer.holdsBytes { withUnsafeBytes(of: UInt8(ascii: "\n")) { framer.append($0) } }
      work(context)
    }
    context.fireUserInboundEventTriggered(event)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    // A killed client resets its connection, which is not an error of the server.
    logger.debug("connection failed", metadata: ["error": "\(error)"])
    context.close(promise: nil)
  }

  /// Takes the answers that workers have put into the inbox.
  func takeAnswers() {
    var all = inbox.takeAll()
    guard let context else { return }
    for position in all.indices {
      session.finish(all[position].targets, all[position].answers)
      write(context)
      // Releases the chunk's produced bytes only after they are reported as held, so that at most one chunk is counted
      // twice.
      tellHeld()
      all[position].answers = ChunkAnswers()
    }
    pace.answered(at: .now())
    work(context)
  }

  /// Sends what it has, because memory is short.
  func hurry() {
    if let context { work(context) }
  }

  /// Answers what has arrived, then closes.
  func drain() {
    guard let context else { return }
    isDraining = true
    work(context)
  }

  // MARK: The work between two events

  /// Passes lines to the session while it takes them, then sends and submits the results.
  func work(_ context: ChannelHandlerContext) {
    guard !isClosing, !isWorking else { return }
    isWorking = true
    hasBacklog = true
    repeat {
      if isOpen(context) { hasBacklog = session.receiveLines(of: &framer, sending: sendingBytes) }
      submit(context)
      submitToGuests(context)
      if sendingBytes < server.options.outputHighWatermark / 4 { session.releaseGuestLines() }
      if server.budget.level != .plenty { session.replies.hurry() }
      flush(context)
      tellHeld()
    } while hasBacklog && mayProceed(context)
    isWorking = false
    holdInput(context)
    watchdog.isBusy = session.maySleep || hasBacklog
    if isReadPending, mayRead(context) {
      isReadPending = false
      context.read()
    }
    if isInputClosed || isDraining { closeWhenDone(context) }
  }

  private func submit(_ context: ChannelHandlerContext) {
    let submissions = session.takeSubmissions()
    guard !submissions.isEmpty else { return }
    let now = NIODeadline.now()
    let deadline = now + TimeAmount(server.options.queryTimeout)
    if pace.ask(isAlone: isAlone(with: submissions), at: now) {
      let chunk = QueryChunk(tasks: submissions[0].tasks, deadline: deadline, client: account) { _ in }
      session.finish(submissions[0].targets, server.answer(chunk))
      return pace.answered(at: .now())
    }
    let bound = NIOLoopBound(self, eventLoop: context.eventLoop)
    let (loop, account, inbox) = (context.eventLoop, account, inbox)
    server.submit(
      submissions.map { submission in
        let (targets, isShort) = (submission.targets, submission.isShort)
        return QueryChunk(
          tasks: submission.tasks, deadline: deadline, client: account, begin: { if isShort { inbox.begin() } }
        ) { answers in
          guard !account.isGone, inbox.add(targets, answers, hasBegun: isShort) else { return }
          loop.execute { bound.value.takeAnswers() }
        }
      })
  }

  /// Whether one short query of this client is the only one in flight.
  ///
  /// The client must have read all its responses, and the server's previous query must also have come from it.
  private func isAlone(with submissions: [Session.Submission]) -> Bool {
    let isFirst = server.isNewAsker(account)
    return !isFirst && submissions.count == 1 && submissions[0].isOneShortLine && session.inFlight == 1
      && server.counts.waitingTasks == 1 && sendingBytes == 0 && server.budget.level == .plenty
  }

  /// Passes the output to the channel and flushes it, together with earlier output.
  private func flush(_ context: ChannelHandlerContext) {
    write(context)
    guard isUnsent else { return }
    isUnsent = false
    context.flush()
  }

  /// Passes the output to the channel, which keeps it until the flush. Many responses go out together, in buffers of
  /// sizes that the allocator keeps ready.
  private func write(_ context: ChannelHandlerContext) {
    let output = session.replies.output
    guard !output.isEmpty else { return }
    isUnsent = true
    var buffer = context.channel.allocator.buffer(capacity: output.count)
    buffer.writeBytes(output)
    session.replies.removeOutput()
    // Counts the buffer's capacity, a power of two, and not only its content.
    let bytes = buffer.storageCapacity
    sendingBytes += bytes
    watchdog.progress.send(buffer.readableBytes)
    watchClosely(context)
    let promise = context.eventLoop.makePromise(of: Void.self)
    let bound = NIOLoopBound((self, bytes), eventLoop: context.eventLoop)
    promise.futureResult.whenComplete { _ in bound.value.0.sent(bound.value.1) }
    context.write(ConnectionHandler.wrapOutboundOut(buffer), promise: promise)
  }

  /// Notes that the socket has taken bytes.
  private func sent(_ count: Int) {
    sendingBytes -= count
    tellHeld()
    guard let context else { return }
    server.wake(account)
    if sendingBytes == 0, hasBacklog || isReadPending || !session.guestLines.isEmpty { work(context) }
  }

  /// Reports the bytes held for the client.
  private func tellHeld() {
    guard context != nil else { return }
    account.keep(session.heldBytes + sendingBytes, sending: sendingBytes, server)
  }

  /// Reserves memory for the beginning of a long line. If there is none, the line is dropped.
  private func holdInput(_ context: ChannelHandlerContext) {
    framer.discardUsed()
    let more = max(0, framer.heldCapacity - MemoryBudget.freeInput) - reservedBytes
    if more < 0 { server.budget.release(-more) }
    if more < 0 || server.budget.reserve(more) { return reservedBytes += more }
    // While whole lines wait nothing more is read, so the buffer does not grow.
    guard !hasBacklog else { return }
    framer.skipLine()
    session.write(
      Destination(id: .null),
      WireError(
        .loadingThrottled, "the server has no room for so long a line now; send shorter ones or try again later"))
    flush(context)
  }

  private func mayProceed(_ context: ChannelHandlerContext) -> Bool {
    isOpen(context) && session.mayReceive(sending: sendingBytes)
  }

  /// Whether the client is connected and its output has room. A flush may find that the client has gone; its queries
  /// are no longer counted then, and no more may be submitted.
  private func isOpen(_ context: ChannelHandlerContext) -> Bool { self.context != nil && context.channel.isWritable }

  private func mayRead(_ context: ChannelHandlerContext) -> Bool {
    !hasBacklog && !isDraining && mayProceed(context)
  }

  private func closeWhenDone(_ context: ChannelHandlerContext) {
    guard session.isIdle, !hasBacklog else { return }
    close(context)
  }

  /// Closes once everything is written.
  func close(_ context: ChannelHandlerContext) {
    guard !isClosing else { return }
    isClosing = true
    let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
    context.writeAndFlush(ConnectionHandler.wrapOutboundOut(ByteBuffer())).whenComplete { _ in
      bound.value.close(promise: nil)
    }
  }

  /// The reason to refuse a client; nil if it is allowed.
  private func refusal(_ allowed: AllowedPeers, _ context: ChannelHandlerContext) -> WireError? {
    let peer = SocketPeer(context.channel)
    if let peer, allowed.allow(peer) { return nil }
    let user = peer.map { "\($0.user)" } ?? "unknown"
    if registry.isFirstRefusal(of: user) {
      logger.notice("a client is refused: its user may not ask; this is not said again", metadata: ["user": "\(user)"])
    }
    return WireError(
      .notAllowed,
      "user \(user) may not ask this server; who runs it can allow that with its --allow-user or --allow-group")
  }

  /// Sends a client the reason why it is refused, and closes.
  private func refuse(_ context: ChannelHandlerContext, _ error: WireError) {
    isReadPending = true
    session.write(Destination(id: .null), error)
    flush(context)
    close(context)
  }
}
