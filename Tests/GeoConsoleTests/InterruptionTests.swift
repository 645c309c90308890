import Foundation
import Testing

@testable import GeoConsole

@Suite("Ctrl-C and other signals that ask a program to end") struct InterruptionTests {
  @Test("a signal that comes twice at once, as timeout sends it, is one; the work under way ends as after Ctrl-C")
  func twiceAtOnce() async {
    await #expect(processExitsWith: .exitCode(ExitStatus.terminated.rawValue)) {
      InterruptionTests.begin()
      raise(SIGTERM)
      raise(SIGTERM)
      raise(SIGHUP)
      exit(Interruption.signal == SIGTERM ? Interruption.status.rawValue : 1)
    }
  }

  @Test("the same one later ends a program that hangs")
  func again() async {
    await #expect(processExitsWith: .signal(SIGINT)) { InterruptionTests.interrupt(thenSend: SIGINT) }
  }

  @Test("so does another one")
  func another() async {
    await #expect(processExitsWith: .signal(SIGTERM)) { InterruptionTests.interrupt(thenSend: SIGTERM) }
  }

  private static func interrupt(thenSend signal: Int32) {
    begin()
    raise(SIGINT)
    Thread.sleep(forTimeInterval: 0.2)
    raise(signal)
  }

  /// Handles signals, also on this thread: the threads of tasks leave signals to others.
  private static func begin() {
    Interruption.handle()
    var signals = sigset_t()
    sigfillset(&signals)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  }
}
