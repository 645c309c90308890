import GeoModel
import GeoSupport
import GeoWire

/// The thread of a connection. It ends when the client is closed.
struct ClientThread {
  private let connection: ClientConnection
  private var parser = JSONParser()
  // Replies to batches with overlays are long; this limit is only for a broken daemon.
  private var framer = LineFramer(maximumLineLength: 1 << 28)
  private var chunk = [UInt8](repeating: 0, count: 1 << 16)

  private init(_ connection: ClientConnection) { self.connection = connection }

  /// Starts the thread of a connection.
  static func start(_ connection: ClientConnection) {
    SystemThread.start {
      var thread = ClientThread(connection)
      thread.run()
    }
  }

  private mutating func run() {
    while let plan = connection.nextPlan(now: .now) {
      var entries = [pollfd(fd: connection.wakePipe.readEnd, events: Int16(POLLIN), revents: 0)]
      if let socket = plan.socket {
        let events = Int16(plan.hasOutput ? POLLIN | POLLOUT : POLLIN)
        entries.append(pollfd(fd: socket.descriptor, events: events, revents: 0))
      }
      poll(&entries, nfds_t(entries.count), plan.milliseconds)
      if entries[0].revents != 0 { connection.wakePipe.clear() }
      if let socket = plan.socket, entries[1].revents != 0 { serve(socket, entries[1].revents) }
    }
  }

  private mutating func serve(_ socket: ClientSocket, _ events: Int16) {
    if events & Int16(POLLOUT) != 0 { connection.emptyOutbox() }
    guard events & ~Int16(POLLOUT) != 0 else { return }
    switch chunk.withUnsafeMutableBytes({ socket.receive(into: $0) }) {
    case .wait: return
    case .ended: lose()
    case .moved(let count):
      chunk.withUnsafeBytes { framer.append(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
      deliver()
    }
  }

  private mutating func deliver() {
    while let event = framer.nextLine() {
      guard case .line(let range) = event else { continue }
      let connection = connection
      var parser = parser
      framer.withLine(range) { line in
        // A line that is not a message is ignored: a newer daemon may send lines that are unknown here.
        _ = try? parser.parse(line) { node in
          if let message = WireMessage(node) { connection.deliver(message) }
        }
      }
      self.parser = parser
    }
  }

  private mutating func lose() {
    framer = LineFramer(maximumLineLength: framer.maximumLineLength)
    connection.lose(now: .now)
  }
}

/// The work of the connection's thread under the lock between two waits.
extension ClientConnection {
  /// The socket and the time limit of the thread's next wait.
  struct Plan {
    var socket: ClientSocket?
    var hasOutput: Bool
    /// The maximum wait in milliseconds; -1 for no limit.
    var milliseconds: Int32
  }

  /// Drops overdue calls, connects if something waits, and returns the next wait; nil if the thread must end.
  func nextPlan(now: ContinuousClock.Instant) -> Plan? {
    var failed: [PendingCall] = []
    var error = GeocodingError(.timeout, "geocoded did not answer in time")
    let plan: Plan? = state.withLock { state in
      guard !state.isClosed else {
        state.disconnect()
        return nil
      }
      if state.socket == nil, !state.isWanted { state.lostAt = nil }
      failed = state.takeOverdue(now)
      if state.socket == nil, state.isWanted {
        do throws(GeocodingError) { try connect(&state, now) } catch let refusal {
          if !state.mayRetry(options, now) {
            error = refusal
            failed += state.takeCalls()
          }
        }
      }
      return Plan(socket: state.socket, hasOutput: !state.outbox.isEmpty, milliseconds: state.restMilliseconds(now))
    }
    for call in failed { call.finish(.failure(error)) }
    return plan
  }

  /// Connects and sends everything that is open.
  private func connect(_ state: inout State, _ now: ContinuousClock.Instant) throws(GeocodingError) {
    do throws(GeocodingError) { state.socket = try ClientSocket(path: options.socketPath) } catch {
      state.lostAt = state.lostAt ?? now
      throw error
    }
    state.lostAt = nil
    state.wasConnected = true
    state.retryDelay = .milliseconds(10)
    // Pending starts of watches and guests belong to the broken connection.
    state.calls = state.calls.filter { !$0.value.line.isEmpty }
    for (_, call) in state.calls.sorted(by: { $0.key < $1.key }) { state.write(call.line, wakePipe) }
    for (_, line) in state.areas.sorted(by: { $0.key < $1.key }) { state.write(line, wakePipe) }
    for key in state.watches.keys.sorted() { startWatch(key, &state) }
    for key in state.guests.keys.sorted() { open(key, &state) }
  }

  /// Writes what the socket has not taken yet.
  func emptyOutbox() {
    state.withLock { state in
      guard let socket = state.socket else { return }
      if case .moved(let count) = state.outbox.withUnsafeBytes({ socket.send($0) }) { state.outbox.removeFirst(count) }
    }
  }

  /// Notes that the daemon closed the connection.
  func lose(now: ContinuousClock.Instant) {
    state.withLock { state in
      state.disconnect()
      state.lostAt = now
    }
  }

  /// Passes a message to its receiver.
  func deliver(_ message: WireMessage) {
    switch message {
    case .result(let id, let node): take(id)?.finish(.success(node))
    case .error(nil, let error) where error.reason == .notAllowed:
      // Trying again would not help.
      for call in state.withLock({ $0.takeCalls() }) { call.finish(.failure(error.geocodingError)) }
    case .error(let id, let error): take(id)?.finish(.failure(error.geocodingError))
    case .callback(.watch(let number, let event)):
      let report = state.withLock { state in
        state.watchNumbers[number].flatMap { state.watches[$0]?.report }
      }
      report?(event)
    case .callback(.geocoder): return
    case .guest(let kind, let number, let node): deliver(kind, number, node)
    }
  }

  private func take(_ id: Int?) -> PendingCall? {
    guard let id else { return nil }
    return state.withLock { $0.calls.removeValue(forKey: id) }
  }
}

extension ClientConnection.State {
  /// Whether anything waits for the daemon.
  fileprivate var isWanted: Bool { !calls.isEmpty || !watches.isEmpty || !guests.isEmpty }

  fileprivate mutating func disconnect() {
    socket?.close()
    socket = nil
    outbox = []
    watchNumbers = [:]
    for key in watches.keys { watches[key]?.number = nil }
    for (key, entry) in guests where entry.number != nil {
      guests[key]?.number = nil
      entry.guest.hear(.lost)
    }
  }

  /// Whether to connect again: the daemon was there, and it went away recently or no call waits for it.
  fileprivate mutating func mayRetry(_ options: GeoClient.Options, _ now: ContinuousClock.Instant) -> Bool {
    retryDelay = min(retryDelay * 2, .milliseconds(500))
    guard wasConnected, let lostAt else { return false }
    return now - lostAt < options.reconnectTimeout || calls.isEmpty
  }

  /// Removes and returns the overdue calls. Checking thousands of calls takes time, so it happens at most four times a
  /// second.
  fileprivate mutating func takeOverdue(_ now: ContinuousClock.Instant) -> [PendingCall] {
    guard now >= nextLook else { return [] }
    nextLook = now + .milliseconds(250)
    let overdue = calls.filter { $0.value.deadline <= now }
    for key in overdue.keys { calls[key] = nil }
    return overdue.sorted { $0.key < $1.key }.map(\.value)
  }

  /// The time until the next check or attempt. After a second without calls the thread sleeps until it is woken.
  fileprivate mutating func restMilliseconds(_ now: ContinuousClock.Instant) -> Int32 {
    if socket == nil, isWanted { return Int32(clamping: retryDelay.wholeMilliseconds) }
    if !calls.isEmpty { lastCall = now }
    isAsleep = socket == nil || now - lastCall > .seconds(1)
    return isAsleep ? -1 : 250
  }
}

extension Duration {
  /// Milliseconds, rounded down.
  var wholeMilliseconds: Int64 { components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000 }
}
