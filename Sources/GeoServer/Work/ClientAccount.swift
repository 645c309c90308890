import Synchronization

/// What a client has the server hold for it, and whether it is still there. Its event loop and the workers share it.
package final class ClientAccount: Sendable {
  private let gone = Atomic<Bool>(false)
  private let drawing = Mutex(Drawing())
  /// Bytes that workers have written and the event loop has not taken yet.
  private let produced = Atomic<Int>(0)
  /// Bytes that the event loop has: in replies in the making, and on their way to the socket.
  private let kept = Atomic<Int>(0)
  /// Those on their way to the socket.
  private let sending = Atomic<Int>(0)

  /// Nothing is held for it yet.
  package init() {}

  /// Whether nobody waits for answers any more.
  package var isGone: Bool { gone.load(ordering: .relaxed) }

  /// The connection was closed.
  package func leave() {
    gone.store(true, ordering: .relaxed)
    endDrawing()
  }

  /// Pictures for one connection: one at a time.
  private struct Drawing {
    var isOver = false
    var cancel: (@Sendable () -> Void)?
  }

  /// Whether nothing is drawn for the client any more.
  package var isDrawingOver: Bool { drawing.withLock { $0.isOver } }

  /// Nobody will look at what is being drawn for the client, nor at what else would be.
  package func endDrawing() {
    let cancel = drawing.withLock { drawing in
      drawing.isOver = true
      return drawing.cancel
    }
    cancel?()
  }

  /// Waits for what is drawn for the client, by a task that is cancelled once nobody will look at it.
  package func picture<Picture>(of task: Task<Picture, Never>) async -> Picture {
    let isOver = drawing.withLock { drawing in
      drawing.cancel = { task.cancel() }
      return drawing.isOver
    }
    if isOver { task.cancel() }
    defer { drawing.withLock { $0.cancel = nil } }
    return await task.value
  }

  /// Whether the client may be worked for. One that is gone always: nothing is done for it, and then its queries are over.
  ///
  /// A client with nothing on its way to the socket may always be, unless all memory is spent: what else is held for it waits for more of
  /// its answers and not for the client.
  package func mayBeServed(limit: Int, _ level: MemoryBudget.Level) -> Bool {
    if isGone { return true }
    if level == .spent { return false }
    if sending.load(ordering: .relaxed) == 0 { return true }
    return level == .plenty && produced.load(ordering: .relaxed) + kept.load(ordering: .relaxed) < limit
  }

  /// A worker has written bytes (negative: they are gone, or the event loop has copied them).
  fileprivate func produce(_ bytes: Int, _ server: ServerState) {
    produced.add(bytes, ordering: .relaxed)
    server.hold(bytes)
  }

  /// The event loop says what it has.
  package func keep(_ bytes: Int, sending: Int, _ server: ServerState) {
    let old = kept.exchange(bytes, ordering: .relaxed)
    self.sending.store(sending, ordering: .relaxed)
    server.hold(bytes - old)
  }
}

/// Counts the bytes that a worker has written for a client, as long as this lives: with them it goes wherever they go, or is lost with them.
package final class ProducedBytes: Sendable {
  private let count: Int
  private let account: ClientAccount
  private let server: ServerState

  /// Counts bytes.
  package init(_ count: Int, for account: ClientAccount, _ server: ServerState) {
    (self.count, self.account, self.server) = (count, account, server)
    account.produce(count, server)
  }

  deinit { account.produce(-count, server) }
}
