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
    guard let path = socket ?? SocketPath.path({ Environment[$0] }) else {
      throw ProgramFailure(
        .usage, "no place for the socket: neither XDG_RUNTIME_DIR nor HOME is set; name one with --socket")
    }
    return try ListeningSocket(path: path)
  }

  /// The least level that is logged.
  func level() throws(ProgramFailure) -> Logger.Level {
    let word = logLevel ?? Environment["GEOCODED_LOG_LEVEL"] ?? "notice"
    guard let level = Logger.Level(rawValue: word) else {
      throw ProgramFailure(.usage, "'\(word)' is no log level; use debug, info, notice, warning or error")
    }
    return level
  }
}
