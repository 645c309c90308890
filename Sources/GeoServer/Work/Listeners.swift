import Synchronization

/// Closures that are called on an event, from any thread.
final class Listeners: Sendable {
  private let calls = Mutex<[ObjectIdentifier: @Sendable () -> Void]>([:])

  /// Sets the closure of an object; the object removes it with nil before it is deinitialized.
  func set(_ object: AnyObject, _ call: (@Sendable () -> Void)?) {
    let id = ObjectIdentifier(object)
    let before = calls.withLock { calls in
      let before = calls[id]
      calls[id] = call
      return before
    }
    // Releases the previous closure after the lock, even if the optimizer would do it earlier. It may hold answers
    // whose memory returns to the budget, which may then call all listeners.
    withExtendedLifetime(before) {}
  }

  /// Calls all closures, in no particular order.
  func call() { for call in calls.withLock({ Array($0.values) }) { call() } }
}
