import NIOCore
import Synchronization

/// All connections of a server, so that a stop reaches them.
final class ConnectionRegistry: Sendable {
  private struct Entry {
    var loop: any EventLoop
    var handler: NIOLoopBound<ConnectionHandler>
  }

  private let entries = Mutex<[ObjectIdentifier: Entry]>([:])
  private let refusedUsers = Mutex<Set<String>>([])
  private let isHurrying = Atomic<Bool>(false)

  /// Adds a new connection; called on its event loop.
  func add(_ handler: ConnectionHandler, on loop: any EventLoop) {
    let entry = Entry(loop: loop, handler: NIOLoopBound(handler, eventLoop: loop))
    entries.withLock { $0[ObjectIdentifier(handler)] = entry }
  }

  /// Removes a connection; false if it is not registered.
  func remove(_ handler: ConnectionHandler) -> Bool {
    entries.withLock { $0.removeValue(forKey: ObjectIdentifier(handler)) != nil }
  }

  /// Whether this is the first refusal of a user. Beyond 1000 users it returns false.
  func isFirstRefusal(of user: String) -> Bool {
    refusedUsers.withLock { $0.count < 1000 && $0.insert(user).inserted }
  }

  /// Whether there are no connections.
  var isEmpty: Bool { entries.withLock { $0.isEmpty } }

  /// Lets every connection answer what has arrived, and close.
  func drain() { forEach { $0.drain() } }

  /// Closes every connection at once.
  func closeAll() { forEach { handler in handler.context?.close(promise: nil) } }

  /// Makes every connection send the finished beginnings of its replies.
  ///
  /// Further calls before a loop has reacted do nothing, because memory may become short thousands of times a second.
  func hurry() {
    guard !isHurrying.exchange(true, ordering: .acquiringAndReleasing) else { return }
    let hasAny = forEach { [self] handler in
      isHurrying.store(false, ordering: .releasing)
      handler.hurry()
    }
    if !hasAny { isHurrying.store(false, ordering: .releasing) }
  }

  /// Notifies every connection that another store is now in use.
  func storeWasReplaced() { forEach { $0.storeWasReplaced() } }

  /// Calls a closure for all connections, in one task on each of their loops; false if there are none.
  @discardableResult private func forEach(_ body: @escaping @Sendable (ConnectionHandler) -> Void) -> Bool {
    let all = entries.withLock { Dictionary(grouping: $0.values) { ObjectIdentifier($0.loop) } }
    for entries in all.values {
      entries[0].loop.execute { for entry in entries { body(entry.handler.value) } }
    }
    return !all.isEmpty
  }
}
