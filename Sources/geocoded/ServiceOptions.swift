import ArgumentParser
import GeoConsole
import GeoServer
import GeoWire
import Logging

/// What the daemon serves, and where.
struct ServiceOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("The store to answer from, made by 'geocode import'.", valueName: "file"),
    completion: .file(extensions: ["sqlite"]))
  var database: String?

  @Option(
    help: ArgumentHelp(
      """
      Where to listen (default: $XDG_RUNTIME_DIR/geocoded.sock, else \
      ${XDG_STATE_HOME:-~/.local/state}/geocode/geocoded.sock).
      """, valueName: "path"), completion: .file())
  var socket: String?

  @Option(help: ArgumentHelp("Threads that answer queries (default: one per processor).", valueName: "count"))
  var workers: Int?

  @Option(
    help: ArgumentHelp("Threads that read and write sockets (default: one per four processors).", valueName: "count"))
  var eventLoops: Int?

  @Option(
    help: ArgumentHelp(
      "The least that is logged to standard error: debug, info, notice, warning or error (default: notice).",
      valueName: "level"))
  var logLevel: String?

  /// The store that is named by option or environment; nil when neither does.
  var namedDatabase: String? { database ?? Environment["GEOCODED_DATABASE"] ?? Environment["GEOCODE_DATABASE"] }

  /// The store to serve: the named one, else the default store.
  func storePath() throws(ProgramFailure) -> String {
    if let namedDatabase { return namedDatabase }
    return try DefaultStoreRequest.path()
  }

  /// The socket that systemd has made, else one of our own.
  func listeningSocket() throws -> ListeningSocket {
    if let activated = try SocketActivation.socket({ Environment[$0] }) { return activated }
    return try ListeningSocket(path: try socketPath())
  }

  /// Where the daemon listens when systemd has made no socket.
  func socketPath() throws(ProgramFailure) -> String {
    guard let path = socket ?? SocketPath.path({ Environment[$0] }) else {
      throw ProgramFailure(
        .usage, "no place for the socket: neither XDG_RUNTIME_DIR nor HOME is set; name one with --socket")
    }
    return path
  }

  /// The least level that is logged.
  func level() throws(ProgramFailure) -> Logger.Level {
    let word = logLevel ?? Environment["GEOCODED_LOG_LEVEL"] ?? "notice"
    guard let level = Logger.Level(rawValue: word) else {
      throw ProgramFailure(.usage, "'\(word)' is not a log level; use debug, info, notice, warning or error")
    }
    return level
  }
}

/// Values of options: from the command line, else from the environment, where `GEOCODED_` stands before the name.
enum OptionSource {
  /// Replaces a field where there is a value.
  static func set<Value>(_ field: inout Value, _ value: @autoclosure () throws -> Value?) rethrows {
    if let value = try value() { field = value }
  }

  /// What an option was given, several times or, in the environment, with commas between.
  static func list(_ option: [String], _ variable: String) -> [String] {
    guard option.isEmpty, let text = Environment["GEOCODED_" + variable] else { return option }
    return text.split(separator: ",").map(String.init)
  }

  /// A whole number.
  ///
  /// - Throws: ``ProgramFailure`` when the environment holds something else.
  static func count(_ option: Int?, _ variable: String) throws(ProgramFailure) -> Int? {
    if let option { return option }
    guard let text = Environment["GEOCODED_" + variable] else { return nil }
    guard let value = Int(text) else {
      throw ProgramFailure(.usage, "GEOCODED_\(variable) is '\(text)', which is not a whole number")
    }
    return value
  }

  /// A time in seconds.
  ///
  /// - Throws: ``ProgramFailure`` when it makes no sense.
  static func seconds(
    _ option: Double?, _ variable: String, allowsZero: Bool = false
  ) throws(ProgramFailure) -> Duration? {
    let text = option == nil ? Environment["GEOCODED_" + variable] : nil
    guard let value = option ?? text.flatMap(Double.init) else {
      if let text {
        throw ProgramFailure(.usage, "GEOCODED_\(variable) is '\(text)', which is not a number of seconds")
      }
      return nil
    }
    guard value.isFinite, value <= 1e8, allowsZero ? value >= 0 : value >= 0.01 else {
      throw ProgramFailure(.usage, "\(value) seconds make no sense as \(variable.lowercased())")
    }
    return .seconds(value)
  }
}
