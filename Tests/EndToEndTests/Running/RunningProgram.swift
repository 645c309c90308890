import Foundation
import GeoTestKit

/// The outcome of a program.
struct Outcome {
  /// Its exit status; after a signal, the signal's number plus 128, as in a shell.
  var status: Int32
  /// Everything on standard output and standard error.
  var output: String, errors: String
  /// Its peak memory, except in its last milliseconds.
  var peakBytes = 0
  /// Its processor time.
  var processorSeconds = 0.0

  /// The lines of the output.
  var lines: [String] { output.split(separator: "\n").map(String.init) }
}

/// A started program. It is killed when the last reference goes, so that a test that throws leaves nothing running.
final class RunningProgram {
  let pid: pid_t
  private let scratch: TemporaryFolder
  /// Its exit status and usage, which the system reports once; nil while it runs, as far as is known.
  private var ending: (status: Int32, usage: rusage)?

  init(pid: pid_t, scratch: TemporaryFolder) {
    self.pid = pid
    self.scratch = scratch
  }

  deinit {
    guard !hasEnded else { return }
    kill(pid, SIGKILL)
    waitpid(pid, nil, 0)
  }

  /// Its standard error so far.
  var errorsSoFar: String { text("err") }

  /// Its standard output so far.
  var outputSoFar: String { text("out") }

  /// Sends it a signal.
  func send(_ signal: Int32) { if !hasEnded { kill(pid, signal) } }

  /// Waits for a condition, which is checked every few milliseconds.
  ///
  /// - Throws: when the program ends before the condition is true, or after ten minutes: sanitizers and busy machines
  ///   slow programs down twenty times.
  func wait(until isTrue: () -> Bool) throws {
    for _ in 0..<120_000 {
      // Read first, so that the program's last actions count.
      let isOver = hasEnded
      if isTrue() { return }
      if isOver { throw ProgramError(message: "the program ended; it said: \(errorsSoFar)") }
      usleep(5000)
    }
    throw ProgramError(message: "waited in vain; the program said: \(errorsSoFar)")
  }

  /// Waits until standard error has a text.
  ///
  /// - Returns: the match.
  /// - Throws: as ``wait(until:)`` does.
  func wait<Output>(forErrors text: Regex<Output>) throws -> Regex<Output>.Match {
    var match: Regex<Output>.Match?
    try wait {
      match = errorsSoFar.firstMatch(of: text)
      return match != nil
    }
    return match!
  }

  /// Waits until a daemon reports its HTTP port on this machine.
  func httpPort() throws -> Substring { try wait(forErrors: #/http=127\.0\.0\.1:([0-9]+) /#).1 }

  /// Waits for its end.
  ///
  /// - Throws: when it does not end within ten minutes, after killing it.
  func end() throws -> Outcome {
    var peak = 0
    do {
      try wait {
        peak = max(peak, peakBytes)
        return hasEnded
      }
    } catch {
      send(SIGKILL)
      throw error
    }
    let (status, usage) = ending!
    let signal = status & 0x7F
    return Outcome(
      status: signal == 0 ? (status >> 8) & 0xFF : 128 + signal, output: text("out"), errors: text("err"),
      peakBytes: peak,
      processorSeconds: [usage.ru_utime, usage.ru_stime].reduce(0) { $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6 }
    )
  }

  /// Whether it has ended. From then on, another process may have its number.
  private var hasEnded: Bool {
    if ending == nil {
      var (status, usage) = (Int32(0), rusage())
      if wait4(pid, &status, WNOHANG, &usage) != 0 { ending = (status, usage) }
    }
    return ending != nil
  }

  /// Its peak memory so far; 0 when it has ended.
  ///
  /// (The system's value for ended children includes the memory of the process that started them.)
  private var peakBytes: Int {
    let status = (try? String(contentsOfFile: "/proc/\(pid)/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return (line?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) << 10
  }

  private func text(_ name: String) -> String {
    String(decoding: FileManager.default.contents(atPath: scratch.file(name)) ?? Data(), as: UTF8.self)
  }
}
