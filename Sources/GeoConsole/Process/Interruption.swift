#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif
import Synchronization

/// Remembers that the user pressed Ctrl-C, so that long work can stop at a clean point.
///
/// A second Ctrl-C ends the process at once, for work that hangs.
public enum Interruption {
  /// 0, or the number of the signal that came.
  private static let received = Atomic<Int32>(0)

  /// The signal that asked the program to end (SIGINT, SIGTERM or SIGHUP); nil when none came.
  public static var signal: Int32? {
    let number = received.load(ordering: .relaxed)
    return number == 0 ? nil : number
  }

  /// Whether the program was asked to end.
  public static var isRequested: Bool { signal != nil }

  /// From now on SIGINT, SIGTERM and SIGHUP only set ``signal``; the second one ends the process.
  public static func handle() {
    for number in [SIGINT, SIGTERM, SIGHUP] { install(number) }
  }

  /// Does nothing, or throws the failure that the program should end with.
  ///
  /// - Throws: ``ProgramFailure`` when a signal came.
  public static func check() throws(ProgramFailure) {
    guard let signal else { return }
    throw ProgramFailure(signal == SIGINT ? .interrupted : .terminated, "interrupted")
  }

  /// Writing to a pipe whose reader went away, or to a socket whose peer did, then fails with EPIPE instead of ending the process.
  public static func ignoreBrokenPipes() { _ = Glibc.signal(SIGPIPE, SIG_IGN) }

  private static func install(_ number: Int32) {
    var action = sigaction()
    action.__sigaction_handler.sa_handler = remember
    // The default action returns after the first signal, so that the second one is obeyed by the system. Calls that wait
    // are restarted: nothing but the flag may notice the signal.
    action.sa_flags = Int32(bitPattern: UInt32(SA_RESETHAND)) | SA_RESTART
    sigaction(number, &action, nil)
  }

  /// Runs in the signal handler: an atomic store is all that is allowed there.
  private static let remember: @convention(c) (Int32) -> Void = { received.store($0, ordering: .relaxed) }
}
