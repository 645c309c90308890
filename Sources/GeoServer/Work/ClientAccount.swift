import Synchronization

/// The memory that the server holds for a client, and whether the client is still connected. Its event loop and the
/// workers share it.
package final class ClientAccount: Sendable {
  private let gone = Atomic<Bool>(false)
  private let drawing = Mutex(Drawing())
  /// The bytes that workers have written and the event loop has not taken yet.
  private let produced = Atomic<Int>(0)
  /// The bytes that the event loop holds: in unfinished replies, and on their way to the socket.
  private let kept = Atomic<Int>(0)
  /// The bytes on their way to the socket.
  private let sending = Atomic<Int>(0)

  /// Creates an empty account.
  package init() {}

  /// Whether the client has gone.
  package var isGone: Bool { gone.load(ordering: .relaxed) }

  /// Notes that the connection was closed.
  package func leave() {
    gone.store(true, ordering: .relaxed)
    endDrawing()
  }

  /// The drawing for one connection, one picture at a time.
  private struct Drawing {
    var isOver = false
    var cancel: (@Sendable () -> Void)?
  }

  /// Whether drawing for the client has ended.
  package var isDrawingOver: Bool { drawing.withLock { $0.isOver } }

  /// Ends the current drawing and prevents further ones, because the client no longer waits for them.
  package func endDrawing() {
    let cancel = drawing.withLock { drawing in
      drawing.isOver = true
      return drawing.cancel
    }
    cancel?()
  }

  /// Waits for a task that draws for the client, and cancels it once the client no longer waits.
  package func picture<Picture>(of task: Task<Picture, Never>) async -> Picture {
    let isOver = drawing.withLock { drawing in
      drawing.cancel = { task.cancel() }
      return drawing.isOver
    }
    if isOver { task.cancel() }
    defer { drawing.withLock { $0.cancel = nil } }
    return await task.value
  }

  /// Whether the client's queries may run. Those of a client that has gone always may: they are skipped, which removes
  /// them.
  ///
  /// A client with nothing on its way to the socket is always served, unless all memory is used up: its held bytes wait
  /// for more of its answers and not for the client.
  package func mayBeServed(limit: Int, _ level: MemoryBudget.Level) -> Bool {
    if isGone { return true }
    if level == .spent { return false }
    if sending.load(ordering: .relaxed) == 0 { return true }
    return level == .plenty && produced.load(ordering: .relaxed) + kept.load(ordering: .relaxed) < limit
  }

  /// Adds bytes that a worker has written; negative once they are released or copied by the event loop.
  fileprivate func produce(_ bytes: Int, _ server: ServerState) {
    produced.add(bytes, ordering: .relaxed)
    server.hold(bytes)
  }

  /// Sets the bytes that the event loop holds.
  package func keep(_ bytes: Int, sending: Int, _ server: ServerState) {
    let old = kept.exchange(bytes, ordering: .relaxed)
    self.sending.store(sending, ordering: .relaxed)
    server.hold(bytes - old)
  }
}

/// Counts the bytes that a worker has written for a client. The count ends with this object, which travels with the
/// bytes.
package final class ProducedBytes: Sendable {
  private let count: Int
  private let account: ClientAccount
  private let server: ServerState

  /// Creates a count of bytes.
  package init(_ count: Int, for account: ClientAccount, _ server: ServerState) {
    (self.count, self.account, self.server) = (count, account, server)
    account.produce(count, server)
  }

  deinit { account.produce(-count, server) }
}
