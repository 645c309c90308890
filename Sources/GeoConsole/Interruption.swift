import GeoSupport
import Synchronization

/// Remembers that the user pressed Ctrl-C, so that long work can stop at a clean point.
///
/// A second Ctrl-C ends the process at once, for work that hangs. One right behind the first is no second one: `timeout` and others who
/// start programs send each signal to the process and to its group.
package enum Interruption {
  /// 0, or the number of the signal that came.
  private static let received = Atomic<Int32>(0)
  /// When it came, in milliseconds of a clock that never stands still; 0 before.
  private static let receivedAt = Atomic<Int>(0)
  /// For how long after the first signal others are taken for the same one.
  private static let echoMilliseconds = 100
  /// What to do when a signal comes, on a thread of its own: hardly anything is allowed in a signal handler.
  private static let actions = Mutex<[@Sendable () -> Void]>([])
  /// Wakes that thread. A semaphore, because posting one is among the few things that a signal handler may do.
  nonisolated(unsafe) private static let wakeUp: UnsafeMutablePointer<sem_t> = {
    let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)
    sem_init(semaphore, 0, 0)
    return semaphore
  }()

  /// The signal that asked the program to end (SIGINT, SIGTERM or SIGHUP); nil when none came.
  package static var signal: Int32? {
    let number = received.load(ordering: .relaxed)
    return number == 0 ? nil : number
  }

  /// Whether the program was asked to end.
  package static var isRequested: Bool { signal != nil }

  /// How a program ends that was asked to end.
  package static var status: ExitStatus { signal == SIGINT || signal == nil ? .interrupted : .terminated }

  /// From now on the first SIGINT, SIGTERM or SIGHUP only sets ``signal`` and runs the action; one that comes later ends the process.
  ///
  /// - Parameter action: asks the work under way to stop; it runs once, on another thread.
  package static func handle(_ action: @escaping @Sendable () -> Void = {}) {
    let isFirst = actions.withLock {
      $0.append(action)
      return $0.count == 1
    }
    guard isFirst else { return }
    startThread()
    for number in [SIGINT, SIGTERM, SIGHUP] { install(number) }
  }

  /// Throws the failure that the program should end with if a signal came, else does nothing.
  ///
  /// - Throws: ``ProgramFailure`` when a signal came.
  package static func check() throws(ProgramFailure) {
    guard isRequested else { return }
    throw ProgramFailure(status, "interrupted")
  }

  /// Ends the process after a while, for work that does not stop by itself when a signal came: it may wait for who reads or writes the other
  /// end of a pipe. Only who loses nothing by that should ask for it.
  package static func giveUp(after seconds: UInt32 = 10) {
    SystemThread.start {
      var left = seconds
      while left > 0 { left = sleep(left) }
      StandardError.writeLine("Error: what was under way did not stop within \(seconds) seconds; it was given up")
      _exit(status.rawValue)
    }
  }

  /// Makes writing to a pipe whose reader has gone, to a socket whose peer has, or to a file that may not grow any more (`ulimit -f`)
  /// fail instead of ending the process.
  package static func letWritesFail() {
    var action = sigaction()
    action.__sigaction_handler.sa_handler = SIG_IGN
    for number in [SIGPIPE, SIGXFSZ] { sigaction(number, &action, nil) }
  }

  /// Waits for the signal as long as the process lives; the end of the process ends the thread.
  private static func startThread() {
    // Nothing may be initialized for the first time in a signal handler.
    _ = (wakeUp, isRequested, receivedAt.load(ordering: .relaxed), echoMilliseconds)
    SystemThread.start {
      while sem_wait(Interruption.wakeUp) != 0 {}
      for action in Interruption.actions.withLock({ $0 }) { action() }
    }
  }

  private static func install(_ number: Int32) {
    var action = sigaction()
    action.__sigaction_handler.sa_handler = { number in
      let now = Interruption.milliseconds()
      let (isFirst, first) = Interruption.receivedAt.compareExchange(expected: 0, desired: now, ordering: .relaxed)
      if isFirst {
        Interruption.received.store(number, ordering: .relaxed)
        sem_post(Interruption.wakeUp)
      } else if now - first >= Interruption.echoMilliseconds {
        Interruption.end(by: number)
      }
    }
    // Interrupted calls are restarted: only the flag may notice the signal.
    action.sa_flags = SA_RESTART
    sigaction(number, &action, nil)
  }

  /// Ends the process as the signal does that nobody handles: when the handler returns, as it holds its own signal back.
  private static func end(by number: Int32) {
    var usual = sigaction()
    usual.__sigaction_handler.sa_handler = SIG_DFL
    sigaction(number, &usual, nil)
    raise(number)
  }

  private static func milliseconds() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return max(1, time.tv_sec * 1000 + time.tv_nsec / 1_000_000)
  }
}
