import NIOCore
import GeoWire
import Synchronization

/// All connections of a server, so that a stop can reach them.
final class ConnectionRegistry: Sendable {
  private struct Entry {
    var loop: any EventLoop
    var handler: NIOLoopBound<ConnectionHandler>
  }

  private let entries = Mutex<[ObjectIdentifier: Entry]>([:])

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

  private func forEach(_ body: @escaping @Sendable (ConnectionHandler) -> Void) {
    for entry in entries.withLock({ Array($0.values) }) {
      entry.loop.execute { body(entry.handler.value) }
    }
  }
}
