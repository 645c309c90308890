import Foundation
import GeoSupport
import GeoTestKit

/// One of the package's programs as a user runs it, from the build that holds the running tests.
struct Program {
  /// Its file.
  let path: String
  /// The whole environment it gets.
  var environment: [String: String]

  /// A program by its name, which finds no home, no cache and no daemon unless told.
  init(_ name: String = "geocode", _ variables: [String: String] = [:]) {
    path = Self.buildFolder + "/" + name
    let basic = ["PATH": "/usr/bin:/bin", "COLUMNS": "80", "SWIFT_BACKTRACE": "enable=no", "LANG": "C.UTF-8"]
    environment = basic.merging(variables) { $1 }
  }

  /// Any other program by its path.
  init(path: String, environment: [String: String]) {
    self.path = path
    self.environment = environment
  }

  /// The folder of the running test program, which holds the other products of the same build.
  static let buildFolder: String = {
    let tests = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    return (tests as NSString).deletingLastPathComponent
  }()

  /// Runs it to its end.
  ///
  /// - Parameters:
  ///   - arguments: without the program's name.
  ///   - input: what it reads on standard input.
  ///   - outputPath: a file that takes its standard output instead of the result, such as `/dev/full`.
  func run(_ arguments: [String], input: String = "", outputPath: String? = nil) throws -> Outcome {
    try start(arguments, input: input, outputPath: outputPath).end()
  }

  /// Runs it with the words of a line, which must need no quotes. Blanks in the path of temporary files are part of their word.
  func run(_ line: String, input: String = "") throws -> Outcome {
    let folder = NSTemporaryDirectory()
    let line = line.replacingOccurrences(of: folder, with: "\u{0}")
    let words = line.split(separator: " ").map { $0.replacingOccurrences(of: "\u{0}", with: folder) }
    return try run(words, input: input)
  }

  /// A program gets its signals as from a shell: threads of the test runner block them, which would be handed down.
  private static func ordinarySignals() -> posix_spawnattr_t {
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    var all = sigset_t()
    sigfillset(&all)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    return attributes
  }

  /// Starts it.
  func start(_ arguments: [String], input: String = "", outputPath: String? = nil) throws -> RunningProgram {
    let scratch = TemporaryFolder()
    try input.write(toFile: scratch.file("in"), atomically: false, encoding: .utf8)
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, scratch.file("in"), O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, outputPath ?? scratch.file("out"), O_WRONLY | O_CREAT, 0o600)
    posix_spawn_file_actions_addopen(&actions, 2, scratch.file("err"), O_WRONLY | O_CREAT, 0o600)
    var words = ([path] + arguments).map { strdup($0) } + [nil]
    var variables = environment.map { strdup("\($0)=\($1)") } + [nil]
    defer { for word in words + variables { free(word) } }
    var pid = pid_t()
    var attributes = Self.ordinarySignals()
    defer { posix_spawnattr_destroy(&attributes) }
    let code = posix_spawn(&pid, path, &actions, &attributes, &words, &variables)
    guard code == 0 else { throw ProgramError(message: "cannot start \(path): \(String(cString: strerror(code)))") }
    return RunningProgram(pid: pid, scratch: scratch)
  }
}

/// What a program did.
struct Outcome {
  /// The number it ended with; a signal's number plus 128 when one ended it, as in a shell.
  var status: Int32
  /// Everything on standard output and standard error.
  var output: String, errors: String
  /// The most memory that it used, but for what it took in its last milliseconds.
  var peakBytes = 0
  /// How long it used a processor.
  var processorSeconds = 0.0

  /// The lines of the output.
  var lines: [String] { output.split(separator: "\n").map(String.init) }
}

/// A program that was started and not yet waited for.
final class RunningProgram {
  let pid: pid_t
  private let scratch: TemporaryFolder

  init(pid: pid_t, scratch: TemporaryFolder) {
    self.pid = pid
    self.scratch = scratch
  }

  /// What it has written to standard error so far.
  var errorsSoFar: String { text("err") }

  /// What it has written to standard output so far.
  var outputSoFar: String { text("out") }

  /// Sends it a signal.
  func send(_ signal: Int32) { kill(pid, signal) }

  /// Waits for a condition, checked each few milliseconds.
  ///
  /// - Throws: when it does not come true within ten minutes: sanitizers and busy machines slow programs down twenty times.
  func wait(until isTrue: () -> Bool) throws {
    for _ in 0..<120_000 {
      if isTrue() { return }
      usleep(5000)
    }
    throw ProgramError(message: "waited in vain; the program said: \(errorsSoFar)")
  }

  /// Waits for its end.
  ///
  /// - Throws: when it does not end within ten minutes; it is killed then.
  func end() throws -> Outcome {
    var (status, peak, usage) = (Int32(0), 0, rusage())
    do {
      try wait {
        peak = max(peak, peakBytes)
        return wait4(pid, &status, WNOHANG, &usage) != 0
      }
    } catch {
      kill(pid, SIGKILL)
      waitpid(pid, &status, 0)
      throw error
    }
    let signal = status & 0x7F
    return Outcome(
      status: signal == 0 ? (status >> 8) & 0xFF : 128 + signal, output: text("out"), errors: text("err"),
      peakBytes: peak,
      processorSeconds: [usage.ru_utime, usage.ru_stime].reduce(0) { $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6 }
    )
  }

  /// The most memory it has used so far; 0 when it has ended. (What the system tells about children that have ended includes that of the
  /// process that started them.)
  private var peakBytes: Int {
    let status = (try? String(contentsOfFile: "/proc/\(pid)/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return (line?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) << 10
  }

  private func text(_ name: String) -> String {
    String(decoding: FileManager.default.contents(atPath: scratch.file(name)) ?? Data(), as: UTF8.self)
  }
}

/// Why a program could not be run.
struct ProgramError: Error { var message: String }
