import GeoSupport

/// The jobs that wait for the threads of a pool, first in, first out. Threads sleep while there are none.
@usableFromInline final class JobQueue<Job: Sendable>: Sendable {
  @usableFromInline struct State {
    @usableFromInline var jobs: [Job?] = []
    /// The position of the first job that is not taken.
    @usableFromInline var next = 0
    @usableFromInline var isClosed = false
    /// The number of threads that have not ended.
    @usableFromInline var threads: Int
    /// Called when the last thread has ended.
    @usableFromInline var ended: [@Sendable () -> Void] = []

    @inlinable init(threads: Int) { self.threads = threads }
  }

  @usableFromInline let state: Monitor<State>

  /// Creates an empty queue for a number of threads.
  @inlinable init(threads: Int) { state = Monitor(State(threads: threads)) }

  /// Adds jobs and wakes threads for them.
  ///
  /// - Returns: false when no thread is left to run them.
  @inlinable func add(_ jobs: [Job]) -> Bool {
    let isTaken = state.withLock { state in
      if state.threads > 0 { state.jobs.append(contentsOf: jobs) }
      return state.threads > 0
    }
    if jobs.count == 1 { state.wakeOne() } else { state.wakeAll() }
    return isTaken
  }

  /// Runs jobs on the calling thread until the queue is closed and empty.
  @inlinable func work(_ perform: (Job) -> Void) {
    while let job = take() { perform(job) }
    let ended = state.withLock { state in
      state.threads -= 1
      return state.threads == 0 ? state.ended : []
    }
    for call in ended { call() }
  }

  /// Lets the threads end when all jobs are done.
  ///
  /// - Parameter whenEnded: called once, by the last thread when it has ended its work; at once when no thread is left.
  @inlinable func close(whenEnded: (@Sendable () -> Void)? = nil) {
    let isOver = state.withLock { state in
      state.isClosed = true
      if state.threads > 0, let whenEnded { state.ended.append(whenEnded) }
      return state.threads == 0
    }
    state.wakeAll()
    if isOver { whenEnded?() }
  }

  /// Takes the oldest job, and waits for one while there is none; nil once the queue is closed and empty.
  @inlinable func take() -> Job? {
    let job: Job?? = state.wait { state in
      if let job = state.take() { return .some(job) }
      return state.isClosed ? .some(nil) : nil
    }
    return job ?? nil
  }
}

extension JobQueue.State {
  /// Takes the oldest job; nil when there is none. Taken jobs leave a gap at the front, which is removed once it is
  /// half of the array, so that most calls move nothing.
  @inlinable mutating func take() -> Job? {
    guard next < jobs.count, let job = jobs[next] else { return nil }
    jobs[next] = nil
    next += 1
    if next == jobs.count {
      jobs.removeAll(keepingCapacity: jobs.capacity <= 4096)
      next = 0
    } else if next >= 64, next * 2 >= jobs.count {
      jobs.removeSubrange(..<next)
      next = 0
    }
    return job
  }
}
