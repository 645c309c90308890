import CLimitGuard

/// System threads for work that blocks, which must not occupy the threads that Swift's tasks share.
@usableFromInline package enum SystemThread {
  /// Runs a body on a new thread, which ends with it. The thread cannot be joined; a body must itself signal its end if
  /// needed. If the system gives no thread for five seconds, the process ends, with a message if it uses
  /// `ProcessLimits`.
  ///
  /// - Parameters:
  ///   - stackBytes: the size of its stack. The default is plenty for SQLite and the engine, which recurse little. The
  ///     system's default of 8 MB would only look alarming in `ps`.
  ///   - body: the thread's work.
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

  /// Runs other libraries' code that starts threads. Such code traps where the system gives no thread; the process then
  /// ends with the message for missing threads.
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

  /// Runs a body on several threads at once, including the calling one, and returns when all have finished. The body
  /// itself finds the remaining work, for instance with an atomic counter. If the system gives fewer threads, those do
  /// all the work.
  ///
  /// - Parameters:
  ///   - threads: the number of threads; less than 1 counts as 1.
  ///   - first: work of the calling thread before it takes part, while the others have begun.
  package static func perform(
    onThreads threads: Int, first: () -> Void = {}, _ body: @escaping @Sendable () -> Void
  ) {
    let running = Monitor(max(1, threads) - 1)
    for _ in 1..<max(1, threads) {
      // As large a stack as the calling thread may have, so that the body can run on any of them.
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

  /// The number of processors that are online; 1 or more.
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
