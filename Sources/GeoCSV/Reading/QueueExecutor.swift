import Dispatch

/// Runs an actor on a thread that may block, so that waiting for a pipe or a disk holds up nobody else.
///
/// The threads of Swift's own pool are as many as processors; one that waits in `read` would be missing for the answers.
final class QueueExecutor: SerialExecutor {
  private let queue: DispatchQueue

  /// - Parameter label: its name in debuggers and profiles.
  init(label: String) { queue = DispatchQueue(label: label) }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let executor = asUnownedSerialExecutor()
    queue.async { job.runSynchronously(on: executor) }
  }
}
