import GeoSupport

/// Waits for asynchronous work on the main thread, which has nothing else to do.
enum Blocking {
  /// What the work returns or throws.
  static func run<Value: Sendable>(_ work: @escaping @Sendable () async throws -> Value) throws -> Value {
    let outcome = Monitor<Result<Value, any Error>?>(nil)
    // Ends by itself; the calling thread waits for it.
    Task.detached {
      let result: Result<Value, any Error>
      do { result = .success(try await work()) } catch { result = .failure(error) }
      outcome.withLock { $0 = result }
      outcome.wakeOne()
    }
    return try outcome.wait { $0 }.get()
  }
}
