import Dispatch
import Synchronization

/// Waits for asynchronous work from the main thread, which has nothing else to do.
enum Blocking {
  /// What the work returns or throws.
  static func run<Value: Sendable>(_ work: @escaping @Sendable () async throws -> Value) throws -> Value {
    let done = DispatchSemaphore(value: 0)
    let outcome = Outcome<Value>()
    // Ends by itself; the calling thread waits for it.
    Task.detached {
      let result: Result<Value, any Error>
      do { result = .success(try await work()) } catch { result = .failure(error) }
      outcome.value.withLock { $0 = result }
      done.signal()
    }
    done.wait()
    return try outcome.value.withLock { $0! }.get()
  }

  private final class Outcome<Value: Sendable>: Sendable {
    let value = Mutex<Result<Value, any Error>?>(nil)
  }
}
