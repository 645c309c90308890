import GeoWire
import Logging
import NIOCore
import Synchronization

/// Records when an answering thread began its current query, so that other threads see whether it is stuck.
package final class WorkSeat: Sendable {
  /// The start of its query in nanoseconds of the system's clock; 0 if it has none.
  private let since = Atomic<UInt64>(0)

  /// Creates a free seat.
  package init() {}

  /// Takes the seat for a thread, if it is free.
  package func take() -> Bool {
    since.compareExchange(
      expected: 0, desired: NIODeadline.now().uptimeNanoseconds, ordering: .acquiringAndReleasing
    ).exchanged
  }

  /// Notes the start of a query.
  package func begin(at now: NIODeadline) { since.store(now.uptimeNanoseconds, ordering: .relaxed) }

  /// Notes that the thread is idle.
  package func leave() { since.store(0, ordering: .releasing) }

  /// Whether one query has taken longer than allowed.
  package func isStuck(at now: NIODeadline, limit: Duration) -> Bool {
    let since = since.load(ordering: .relaxed)
    return since != 0 && now - .uptimeNanoseconds(since) > TimeAmount(limit)
  }
}

/// Logs the same error at most once a minute, because every query may have it.
package final class SeldomLogger: Sendable {
  private let last = Atomic<UInt64>(0)
  private let logger: Logger
  private let message: String

  /// Creates a logger for one kind of error.
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
  /// The error for clients when the store cannot be read.
  package static let unreadableStore = WireError(.serverFailure, "the server cannot read its data; its log says more")
}
