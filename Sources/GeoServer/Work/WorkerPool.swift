import GeoModel
import GeoSupport
import GeoWire
import Synchronization

/// Threads that answer chunks, each with an engine of its own, first come first served.
///
/// Threads of our own and no tasks: reading a store blocks, and a hop through Swift's executors would cost as much as an
/// answer. `@unchecked Sendable`: `state` is touched only under the mutex; an engine goes through the state to exactly one
/// thread and stays there.
final class WorkerPool: @unchecked Sendable {
  fileprivate struct State {
    var chunks: [QueryChunk] = []
    /// Chunks before this one are taken.
    var next = 0
    /// Engines on their way to their threads, by worker.
    var engines: [(any QueryAnswering)?]
    var isClosed = false
    /// Threads that have not ended.
    var threads: Int
    /// Is called by the last thread.
    var ended: (() -> Void)?
  }

  private enum Step {
    case answer(QueryChunk)
    case adopt(any QueryAnswering)
  }

  /// How many threads there are.
  let workers: Int
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var state: State
  private let waiting = Atomic<Int>(0)

  /// Starts a thread per engine. They end after ``close()``, when all chunks are done.
  init(engines: [any QueryAnswering]) {
    workers = engines.count
    state = State(engines: engines.map { $0 }, threads: engines.count)
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(condition, nil)
    for index in engines.indices {
      SystemThread.start { self.work(index) }
    }
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  /// Tasks that wait or run.
  var waitingTasks: Int { waiting.load(ordering: .relaxed) }

  /// Hands chunks to the threads.
  func submit(_ chunks: [QueryChunk]) {
    guard !chunks.isEmpty else { return }
    waiting.add(chunks.reduce(0) { $0 + $1.tasks.count }, ordering: .relaxed)
    locked { $0.chunks.append(contentsOf: chunks) }
    if chunks.count == 1 { pthread_cond_signal(condition) } else { pthread_cond_broadcast(condition) }
  }

  /// Gives every thread a new engine, taken up between two chunks.
  ///
  /// - Parameter engines: one per thread, used by nobody else.
  func replace(engines: [any QueryAnswering]) {
    precondition(engines.count == workers, "one engine per worker")
    locked { $0.engines = engines.map { $0 } }
    pthread_cond_broadcast(condition)
  }

  /// Lets the threads end when all chunks are done, and waits for them.
  func close() async {
    await withCheckedContinuation { continuation in
      locked { state in
        state.isClosed = true
        state.ended = { continuation.resume() }
      }
      pthread_cond_broadcast(condition)
    }
  }

  /// What a thread does until the pool is closed.
  private func work(_ index: Int) {
    var worker: Worker?
    while let step = nextStep(index) {
      switch step {
      case .adopt(let engine): worker = Worker(engine: engine)
      case .answer(let chunk):
        let answers = worker?.answer(chunk)
        // Counted out first: who has an answer may ask again without being refused for it.
        waiting.subtract(chunk.tasks.count, ordering: .relaxed)
        if let answers, !chunk.client.isGone { chunk.completion(answers) }
      }
    }
    locked { state in
      state.threads -= 1
      if state.threads == 0 { state.ended?() }
    }
  }

  /// Waits for something to do; nil when the pool is closed and empty.
  private func nextStep(_ index: Int) -> Step? {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while true {
      if let engine = state.engines[index] {
        state.engines[index] = nil
        return .adopt(engine)
      }
      if let chunk = state.takeChunk() { return .answer(chunk) }
      if state.isClosed { return nil }
      pthread_cond_wait(condition, mutex)
    }
  }

  private func locked(_ body: (inout State) -> Void) {
    pthread_mutex_lock(mutex)
    body(&state)
    pthread_mutex_unlock(mutex)
  }
}

extension WorkerPool.State {
  /// The chunk that waits longest. Taken ones stay in the array until half of it is done, so that taking one moves nothing.
  fileprivate mutating func takeChunk() -> QueryChunk? {
    guard next < chunks.count else { return nil }
    let chunk = chunks[next]
    next += 1
    if next == chunks.count {
      chunks.removeAll(keepingCapacity: chunks.capacity <= 4096)
      next = 0
    } else if next >= 64, next * 2 >= chunks.count {
      chunks.removeSubrange(..<next)
      next = 0
    }
    return chunk
  }
}
