import GeoSupport

/// Waits for a condition on a thread that may block, and checks it every few milliseconds.
///
/// Tests wait for events instead of fixed times, because machines and their load differ.
///
/// - Throws: ``TestFailure`` when it is not true within five minutes.
func eventually(_ what: String, _ isTrue: () throws -> Bool) throws {
  let deadline = ContinuousClock.now + .seconds(300)
  while try !isTrue() {
    guard ContinuousClock.now < deadline else { throw TestFailure("waited in vain: \(what)") }
    usleep(2000)
  }
}

/// The same for an asynchronous test.
func eventually(_ what: String, _ isTrue: @escaping @Sendable () throws -> Bool) async throws {
  try await onThread { try eventually(what, isTrue) }
}

/// Runs a blocking body on a thread of its own, so that the threads of Swift's tasks stay free.
///
/// It stays part of the task, so that its expectations count for its test.
func onThread<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
  try await Task(executorPreference: ThreadExecutor.shared) { try body() }.value
}

/// Runs tasks on threads of their own.
///
/// A server under test then needs none of the threads that all tasks of the process share: other tests compute or block
/// on those, and two cores have only two.
final class ThreadExecutor: TaskExecutor {
  static let shared = ThreadExecutor()

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    SystemThread.start { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
