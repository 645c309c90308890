import Synchronization

/// Whether a client is still connected, known on its event loop and read by workers.
final class ClientPresence: Sendable {
  private let gone = Atomic<Bool>(false)

  /// Whether nobody waits for answers any more.
  var isGone: Bool { gone.load(ordering: .relaxed) }

  /// The connection was closed.
  func leave() { gone.store(true, ordering: .relaxed) }
}
