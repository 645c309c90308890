import Foundation
import GeoSupport
import GeoTestKit

/// One of the package's programs as a user runs it, from the same build as the running tests.
struct Program {
  /// The path of its file.
  let path: String
  /// Its whole environment.
  var environment: [String: String]

  /// A program by its name. Without variables it finds no home, no cache and no daemon.
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

  /// The path of Python; nil when it is not installed.
  static let python: String? =
    ["/usr/bin/python3", "/usr/local/bin/python3"].first { (path: String) in access(path, X_OK) == 0 }

  /// Runs it to its end.
  ///
  /// - Parameters:
  ///   - arguments: without the program's name.
  ///   - input: its standard input.
  ///   - outputPath: a file for its standard output instead of the result, such as `/dev/full`.
  func run(_ arguments: [String], input: String = "", outputPath: String? = nil) throws -> Outcome {
    try start(arguments, input: input, outputPath: outputPath).end()
  }

  /// Runs it with the words of a line, which must not need quotes.
  ///
  /// Blanks in the path of temporary files are part of their word.
  func run(_ line: String, input: String = "") throws -> Outcome {
    let folder = NSTemporaryDirectory()
    let line = line.replacingOccurrences(of: folder, with: "\u{0}")
    let words = line.split(separator: " ").map { $0.replacingOccurrences(of: "\u{0}", with: folder) }
    return try run(words, input: input)
  }

  /// Resets signals to a shell's state, because threads of the test runner block them and children would inherit that.
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

/// The reason why a program could not be run.
struct ProgramError: Error { var message: String }
