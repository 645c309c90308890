import GeoWire
import Logging
import NIOCore
import Synchronization

/// Where one thread that answers says what it is at, so that others see when it does not come back.
package final class WorkSeat: Sendable {
  /// When it began with its query, in nanoseconds of the system's clock; 0 while it has none.
  private let since = Atomic<UInt64>(0)

  /// A seat on which nobody works.
  package init() {}

  /// Takes the seat for a thread, if it is free.
  package func take() -> Bool {
    since.compareExchange(
      expected: 0, desired: NIODeadline.now().uptimeNanoseconds, ordering: .acquiringAndReleasing
    ).exchanged
  }

  /// A query begins.
  package func begin(at now: NIODeadline) { since.store(now.uptimeNanoseconds, ordering: .relaxed) }

  /// The thread has nothing to do.
  package func leave() { since.store(0, ordering: .releasing) }

  /// Whether one query has taken longer than it may.
  package func isStuck(at now: NIODeadline, limit: Duration) -> Bool {
    let since = since.load(ordering: .relaxed)
    return since != 0 && now - .uptimeNanoseconds(since) > TimeAmount(limit)
  }
}

/// Logs the same trouble once a minute at most: each query may have it.
package final class SeldomLogger: Sendable {
  private let last = Atomic<UInt64>(0)
  private let logger: Logger
  private let message: String

  /// A logger for one kind of trouble.
  package init(_ logger: Logger, _ message: String) {
    self.logger = logger
    self.message = message
  }

  /// Logs an error, unless one was logged within the last minute.
  package func error(_ reason: String) {
    let now = NIODeadline.now().uptimeNanoseconds
    let last = last.load(ordering: .relaxed)
    guard last == 0 || now - last > 60_000_000_000,
      self.last.compareExchange(expected: last, desired: now, ordering: .relaxed).exchanged
    else { return }
    logger.error("\(message)", metadata: ["error": "\(reason)"])
  }
}

extension WireError {
  /// What clients hear when the store cannot be read.
  package static let unreadableStore = WireError(.serverFailure, "the server cannot read its data; its log says more")
}
