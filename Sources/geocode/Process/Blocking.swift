import GeoSupport

/// Runs asynchronous work while the main thread waits for it.
enum Blocking {
  /// Returns or throws the outcome of the work.
  static func run<Value: Sendable>(_ work: @escaping @Sendable () async throws -> Value) throws -> Value {
    let outcome = Monitor<Result<Value, any Error>?>(nil)
    // The task ends by itself, while the calling thread waits for it.
    Task.detached {
      let result: Result<Value, any Error>
      do { result = .success(try await work()) } catch { result = .failure(error) }
      outcome.withLock { $0 = result }
      outcome.wakeOne()
    }
    return try outcome.wait { $0 }.get()
  }
}
