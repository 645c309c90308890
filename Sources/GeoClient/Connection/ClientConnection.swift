import GeoModel
import GeoSupport
import GeoWire
import Synchronization

/// The one connection of a client. Callers on any thread write, and one thread of the connection reads.
///
/// 1. A caller registers its call and writes the request at once if the socket takes it. The rest goes to the outbox.
/// 2. The thread sleeps in `poll`, passes each reply to the call with its id, empties the outbox, and checks deadlines.
/// 3. When the connection breaks while calls, watches or guests are open, the thread connects again, with growing
/// delays, and sends them again. After ``GeoClient/Options/reconnectTimeout`` the calls fail.
///
/// The thread ends when the client is closed, which also happens when the client is deallocated.
package final class ClientConnection: Sendable {
  struct State {
    var socket: ClientSocket?
    var outbox: [UInt8] = []
    var calls: [Int: PendingCall] = [:]
    var watches: [Int: WatchEntry] = [:]
    /// The keys of watches by the daemon's numbers.
    var watchNumbers: [Int: Int] = [:]
    var guests: [Int: GuestEntry] = [:]
    /// The requests that set the layers of areas of watches, by layer name: a new connection sends them before it
    /// starts the watches.
    var areas: [String: [UInt8]] = [:]
    var lastID = 0
    var hasThread = false
    var isClosed = false
    /// When the connection broke or could not be made; nil while there is one.
    var lostAt: ContinuousClock.Instant?
    /// Whether there ever was a connection: only then the client waits for a missing daemon.
    var wasConnected = false
    var retryDelay = Duration.milliseconds(10)
    /// When deadlines are checked next.
    var nextLook = ContinuousClock.now
    /// When there was last an open call.
    var lastCall = ContinuousClock.now
    /// Whether the thread sleeps until it is woken.
    var isAsleep = false
  }

  let options: GeoClient.Options
  let wakePipe = WakePipe()
  let state = Mutex(State())

  init(options: GeoClient.Options) { self.options = options }

  deinit { wakePipe.close() }

  /// Sends a request and waits for its result.
  ///
  /// - Parameters:
  ///   - params: writes the members of `params`.
  ///   - decode: reads the result; nil if the daemon's result is not understood.
  func call<Value: Sendable>(
    _ method: StaticString, _ params: ((inout JSONWriter) -> Void)?,
    _ decode: @escaping @Sendable (JSONNode) -> Value?
  ) async throws(GeocodingError) -> Value {
    let id = state.withLock { state in
      state.lastID += 1
      return state.lastID
    }
    var writer = JSONWriter()
    writer.request(method, id: .integer(id), params: params)
    writer.endLine()
    let line = writer.bytes
    let result: Result<Value, GeocodingError> = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let call = PendingCall(line: line, deadline: .now + options.timeout) { outcome in
          continuation.resume(returning: ClientConnection.decoded(outcome, decode))
        }
        start(call, id: id)
        // If the task was canceled earlier, `onCancel` ran before the call was registered.
        if Task.isCancelled { cancel(id) }
      }
    } onCancel: {
      cancel(id)
    }
    return try result.get()
  }

  /// Ends everything: open calls fail with `cancelled`.
  func close() {
    let (calls, watches, guests) = state.withLock { state in
      state.isClosed = true
      defer { (state.watches, state.guests) = ([:], [:]) }
      return (state.takeCalls(), Array(state.watches.values), Array(state.guests.values))
    }
    for watch in watches { watch.ended() }
    for entry in guests { entry.guest.hear(.ended) }
    for call in calls { call.finish(.failure(GeocodingError(.cancelled, "the client was closed"))) }
    wakePipe.wake()
  }

  private func start(_ call: PendingCall, id: Int) {
    let isClosed = state.withLock { state in
      guard !state.isClosed else { return true }
      state.calls[id] = call
      if state.socket != nil { state.write(call.line, wakePipe) }
      ensureAwake(&state)
      return false
    }
    if isClosed { call.finish(.failure(GeocodingError(.cancelled, "the client was closed"))) }
  }

  /// Starts the thread, or wakes it if it sleeps or must connect.
  func ensureAwake(_ state: inout State) {
    startThread(&state)
    guard state.isAsleep || state.socket == nil else { return }
    state.isAsleep = false
    wakePipe.wake()
  }

  private func cancel(_ id: Int) {
    let call = state.withLock { $0.calls.removeValue(forKey: id) }
    call?.finish(.failure(GeocodingError(.cancelled)))
  }

  private func startThread(_ state: inout State) {
    guard !state.hasThread else { return }
    state.hasThread = true
    ClientThread.start(self)
  }

  private static func decoded<Value>(
    _ outcome: Result<JSONNode, GeocodingError>, _ decode: (JSONNode) -> Value?
  ) -> Result<Value, GeocodingError> {
    switch outcome {
    case .failure(let error): .failure(error)
    case .success(let node):
      decode(node).map { .success($0) }
        ?? .failure(GeocodingError(.serverFailure, "the daemon's answer is not understood; is it of another version?"))
    }
  }
}

extension ClientConnection.State {
  /// Removes and returns all calls, in the order in which they were made.
  mutating func takeCalls() -> [PendingCall] {
    let taken = calls.sorted { $0.key < $1.key }.map(\.value)
    calls = [:]
    return taken
  }

  /// Writes bytes now, or as soon as the socket takes them.
  mutating func write(_ bytes: [UInt8], _ wakePipe: WakePipe) {
    guard let socket, outbox.isEmpty else {
      outbox.append(contentsOf: bytes)
      return
    }
    var sent = 0
    if case .moved(let count) = bytes.withUnsafeBytes({ socket.send($0) }) { sent = count }
    guard sent < bytes.count else { return }
    outbox.append(contentsOf: bytes[sent...])
    wakePipe.wake()
  }
}

/// A request that waits for its reply.
struct PendingCall {
  /// The request with its line end, kept to be sent again after a restart of the daemon; repeating a request is
  /// harmless. Empty for requests that are written anew for each connection.
  var line: [UInt8]
  /// When the caller stops waiting.
  var deadline: ContinuousClock.Instant
  /// Takes the outcome, once. The node is valid only during the call.
  var finish: @Sendable (Result<JSONNode, GeocodingError>) -> Void
}

/// A watch as the connection sees it. It outlives a restart of the daemon, and then gets another number there.
struct WatchEntry {
  /// The request that starts it, without id.
  var options: WireWatchOptions
  /// Its number in the daemon; nil until the daemon has replied.
  var number: Int?
  /// Positions that wait for the number, oldest first.
  var waiting: [WireFix] = []
  /// Takes the events.
  var report: @Sendable (WatchEvent) -> Void
  /// Called when no more events follow because the client was closed.
  var ended: @Sendable () -> Void

  /// Creates a watch that the daemon does not know yet.
  init(
    options: WireWatchOptions, report: @escaping @Sendable (WatchEvent) -> Void, ended: @escaping @Sendable () -> Void
  ) {
    self.options = options
    self.report = report
    self.ended = ended
  }
}
