import NIOCore

/// Runs tasks on the thread of an event loop, so that a request is read, answered and written without a change of threads.
final class LoopExecutor: TaskExecutor {
  private let loop: any EventLoop

  /// An executor on a loop.
  init(_ loop: any EventLoop) { self.loop = loop }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    loop.execute { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
