import Synchronization

/// A value that is computed on a thread of its own while the owner does other work. Releasing this object cancels the
/// work.
package final class Later<Value: Sendable>: Sendable {
  private final class Work: Sendable {
    let value = Monitor<Value?>(nil)
    let isUnwanted = Atomic(false)
  }

  private let work = Work()

  /// Starts the work at once.
  ///
  /// - Parameter make: computes the value. Its argument returns whether the value is no longer wanted; then any result
  ///   will do.
  package init(_ make: @escaping @Sendable (_ isUnwanted: @escaping @Sendable () -> Bool) -> Value) {
    SystemThread.start(stackBytes: 8 << 20) { [work] in
      let value = make { work.isUnwanted.load(ordering: .relaxed) }
      work.value.withLock { $0 = value }
      work.value.wakeAll()
    }
  }

  deinit { work.isUnwanted.store(true, ordering: .relaxed) }

  /// Waits for the value and returns it. Call this only once: the value is not kept, so that a large one is freed when
  /// the caller releases it.
  package func get() -> Value { work.value.wait { $0.take() } }
}
