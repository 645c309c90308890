import Synchronization

/// What is called when something happens, from any thread.
final class Listeners: Sendable {
  private let calls = Mutex<[ObjectIdentifier: @Sendable () -> Void]>([:])

  /// Has something called as long as an object lives, which takes it out itself, with nil.
  func set(_ object: AnyObject, _ call: (@Sendable () -> Void)?) {
    let id = ObjectIdentifier(object)
    let before = calls.withLock { calls in
      let before = calls[id]
      calls[id] = call
      return before
    }
    // The call before goes after the lock is left, also where the optimizer would let it go earlier: answers may go with it, and what they
    // held is given back to the budget, which may call all of them.
    withExtendedLifetime(before) {}
  }

  /// Calls all of them, in no order.
  func call() { for call in calls.withLock({ Array($0.values) }) { call() } }
}
