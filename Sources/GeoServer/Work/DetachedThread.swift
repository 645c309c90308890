#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Threads of the system, for work that blocks.
enum DetachedThread {
  /// Runs a body on a new thread, which ends with it.
  static func start(_ body: @escaping @Sendable () -> Void) {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    // SQLite and the engine recurse little; the usual 8 MB a thread would only frighten readers of `ps`.
    pthread_attr_setstacksize(&attributes, 1 << 20)
    defer { pthread_attr_destroy(&attributes) }
    var thread = pthread_t()
    let argument = Unmanaged.passRetained(Body(run: body)).toOpaque()
    let code = pthread_create(&thread, &attributes, DetachedThread.enter, argument)
    precondition(code == 0, "no thread could be started: error \(code)")
  }

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
