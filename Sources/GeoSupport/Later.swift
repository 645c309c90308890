import Synchronization

/// A value that a thread of its own works out while others go on, for one of them. Whoever lets go of this no longer wants it.
package final class Later<Value: Sendable>: Sendable {
  private final class Work: Sendable {
    let value = Monitor<Value?>(nil)
    let isUnwanted = Atomic(false)
  }

  private let work = Work()

  /// Begins at once.
  ///
  /// - Parameter make: works the value out. May ask now and then whether nobody wants it any more, and then gives whatever it has.
  package init(_ make: @escaping @Sendable (_ isUnwanted: @escaping @Sendable () -> Bool) -> Value) {
    SystemThread.start(stackBytes: 8 << 20) { [work] in
      let value = make { work.isUnwanted.load(ordering: .relaxed) }
      work.value.withLock { $0 = value }
      work.value.wakeAll()
    }
  }

  deinit { work.isUnwanted.store(true, ordering: .relaxed) }

  /// The value; waits for it. It is handed over, so that a large one is gone as soon as the caller lets go of it: to be asked for once.
  package func get() -> Value { work.value.wait { $0.take() } }
}
