import CLimitGuard

/// Threads of the system, for work that blocks: it must not hold the threads that Swift's tasks share.
@usableFromInline package enum SystemThread {
  /// Runs a body on a new thread, which ends with it. Nobody can wait for the thread; a body that must be waited for says itself
  /// when it is done. Where the system gives no thread for five seconds the process ends: with a sentence if it guards itself by
  /// `ProcessLimits`.
  ///
  /// - Parameters:
  ///   - stackBytes: the size of its stack. The default is plenty for SQLite and the engine, which recurse little; the system's
  ///     8 MB for each thread would only frighten readers of `ps`.
  ///   - body: what the thread does.
  @usableFromInline package static func start(stackBytes: Int = 1 << 20, _ body: @escaping @Sendable () -> Void) {
    var code = begin(stackBytes: stackBytes, body)
    for _ in 0..<100 where code != 0 {
      usleep(50_000)
      code = begin(stackBytes: stackBytes, body)
    }
    if code == 0 { return }
    limit_guard_end_without_threads()
    fatalError("no thread could be started: \(systemMessage(code))")
  }

  /// Has somebody else's code start threads, which traps where the system gives none: the process ends as for want of threads then.
  package static func startingOthers<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure)
    -> Result
  {
    limit_guard_expect_threads(1)
    defer { limit_guard_expect_threads(0) }
    return try body()
  }

  /// Starts a thread.
  ///
  /// - Returns: 0, or the number of the system's error; then the body does not run.
  private static func begin(stackBytes: Int, _ body: @escaping @Sendable () -> Void) -> Int32 {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    pthread_attr_setstacksize(&attributes, stackBytes)
    var thread = pthread_t()
    let argument = Unmanaged.passRetained(Body(run: body))
    let code = pthread_create(&thread, &attributes, SystemThread.enter, argument.toOpaque())
    if code != 0 { argument.release() }
    return code
  }

  /// Runs a body on several threads at once, of which the calling one is the first, and returns when all have ended it. The body
  /// finds out itself what is left to do, for instance by an atomic counter. Where the system gives no more threads, those that there are do it.
  ///
  /// - Parameters:
  ///   - threads: how many threads; less than 1 counts as 1.
  ///   - first: what the calling thread does before it takes part, while the others have begun.
  package static func perform(
    onThreads threads: Int, first: () -> Void = {}, _ body: @escaping @Sendable () -> Void
  ) {
    let running = Monitor(max(1, threads) - 1)
    for _ in 1..<max(1, threads) {
      // A stack as large as the calling thread may have: the body need not know on which of them it runs.
      let code = begin(stackBytes: 8 << 20) {
        body()
        running.withLock { $0 -= 1 }
        running.wakeAll()
      }
      if code != 0 { running.withLock { $0 -= 1 } }
    }
    first()
    body()
    running.wait { $0 == 0 ? () : nil }
  }

  /// How many processors the system has in use; 1 or more.
  package static var processorCount: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

  private final class Body: Sendable {
    let run: @Sendable () -> Void
    init(run: @escaping @Sendable () -> Void) { self.run = run }
  }

  private static let enter: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { argument in
    guard let argument else { return nil }
    Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run()
    return nil
  }
}
