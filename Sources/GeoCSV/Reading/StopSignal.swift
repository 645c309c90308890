import Synchronization

/// Asks a run to stop at the next place from which it can be resumed. A signal handler may set it.
public final class StopSignal: Sendable {
  private let isSet = Atomic(false)

  /// Not asked yet.
  public init() {}

  /// Asks the run to stop. Safe in a signal handler.
  public func stop() { isSet.store(true, ordering: .relaxed) }

  /// Whether it was asked.
  public var isStopping: Bool { isSet.load(ordering: .relaxed) }
}
