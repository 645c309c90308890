import GeoSupport
import Synchronization

/// Records Ctrl-C and similar signals, so that long work can stop at a clean point.
///
/// A second Ctrl-C ends the process at once, for work that hangs. A signal right after the first does not count as a
/// second one: `timeout` and similar programs send each signal both to the process and to its group.
package enum Interruption {
  /// 0, or the number of the received signal.
  private static let received = Atomic<Int32>(0)
  /// The time of the signal in milliseconds of a monotonic clock; 0 before.
  private static let receivedAt = Atomic<Int>(0)
  /// For this long after the first signal, others count as the same one.
  private static let echoMilliseconds = 100
  /// The actions for a signal, which run on a thread of their own: a signal handler must do hardly anything.
  private static let actions = Mutex<[@Sendable () -> Void]>([])
  /// Wakes that thread. Posting a semaphore is among the few things that a signal handler may do.
  nonisolated(unsafe) private static let wakeUp: UnsafeMutablePointer<sem_t> = {
    let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)
    sem_init(semaphore, 0, 0)
    return semaphore
  }()

  /// The received signal (SIGINT, SIGTERM or SIGHUP); nil for none.
  package static var signal: Int32? {
    let number = received.load(ordering: .relaxed)
    return number == 0 ? nil : number
  }

  /// Whether the program was asked to end.
  package static var isRequested: Bool { signal != nil }

  /// The exit status after a signal.
  package static var status: ExitStatus { signal == SIGINT || signal == nil ? .interrupted : .terminated }

  /// Makes the first SIGINT, SIGTERM or SIGHUP set ``signal`` and run the action. A later one ends the process.
  ///
  /// - Parameter action: asks the current work to stop; runs once, on another thread.
  package static func handle(_ action: @escaping @Sendable () -> Void = {}) {
    let isFirst = actions.withLock {
      $0.append(action)
      return $0.count == 1
    }
    guard isFirst else { return }
    startThread()
    for number in [SIGINT, SIGTERM, SIGHUP] { install(number) }
  }

  /// Throws the failure for the signal, if one was received.
  ///
  /// - Throws: ``ProgramFailure`` when a signal was received.
  package static func check() throws(ProgramFailure) {
    guard isRequested else { return }
    throw ProgramFailure(status, "interrupted")
  }

  /// Ends the process after a while, for work that does not stop after a signal because it waits for the other end of a
  /// pipe.
  ///
  /// Only programs that lose nothing by it should call this.
  package static func giveUp(after seconds: UInt32 = 10) {
    SystemThread.start {
      var left = seconds
      while left > 0 { left = sleep(left) }
      StandardError.writeLine("Error: what was under way did not stop within \(seconds) seconds; it was given up")
      _exit(status.rawValue)
    }
  }

  /// Makes writes fail instead of ending the process, when the reader of a pipe or the peer of a socket has gone, or a
  /// file has reached its size limit (`ulimit -f`).
  package static func letWritesFail() {
    var action = sigaction()
    action.__sigaction_handler.sa_handler = SIG_IGN
    for number in [SIGPIPE, SIGXFSZ] { sigaction(number, &action, nil) }
  }

  /// Waits for the signal on a thread that lives as long as the process.
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
    // Interrupted system calls are restarted: only the flag may react to the signal.
    action.sa_flags = SA_RESTART
    sigaction(number, &action, nil)
  }

  /// Ends the process as an unhandled signal would.
  ///
  /// This happens when the handler returns, because its own signal is blocked until then.
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
