import ArgumentParser
import GeoConsole

/// The option for the store.
struct StoreOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The store to answer from, made by 'geocode import' (also: the variable GEOCODE_DATABASE).", valueName: "file"),
    completion: .file(extensions: ["sqlite"]))
  var database: String?

  func validate() throws {
    // Happens in scripts whose variable is not set.
    if database == "" { throw ValidationError("--database '': give the name of a file") }
  }

  /// The store given by the option, or else by the environment; nil when neither is set.
  var path: String? { database ?? Self.usual }

  /// The store given by the environment; nil when it is not set.
  static var usual: String? { Environment["GEOCODE_DATABASE"] }
}

/// The options for a source of answers.
struct NamedSourceOptions: ParsableArguments {
  @OptionGroup var store: StoreOption

  @Option(
    help: ArgumentHelp("Ask the geocoded that listens at this socket, and nothing else.", valueName: "path"),
    completion: .file())
  var socket: String?

  func validate() throws {
    if store.database != nil, socket != nil { throw ValidationError("--database and --socket exclude each other") }
    if socket == "" { throw ValidationError("--socket '': give a path") }
  }

  /// The store given by the option or the environment; nil when a daemon or nothing is given.
  var namedDatabase: String? { socket == nil ? store.path : nil }
}

/// The options for the source of a lookup.
struct SourceOptions: ParsableArguments {
  @OptionGroup var named: NamedSourceOptions

  @Flag(help: "Do not ask a running geocoded.")
  var noDaemon = false

  func validate() throws {
    if noDaemon, named.socket != nil { throw ValidationError("--no-daemon and --socket exclude each other") }
  }

  /// The source that the options name.
  var resolved: NamedSource {
    NamedSource(database: named.namedDatabase, socket: named.socket, asksRunningDaemon: !noDaemon)
  }

  /// The path of the store for a command that opens it itself. For a running daemon it is the daemon's store.
  func storePath(isQuiet: Bool) throws -> String {
    switch try resolved.choose() {
    case .store(let path): return path
    case .defaultStore: return try DefaultStore.ready(isQuiet: isQuiet)
    case .daemon(let daemon):
      guard let path = daemon.database else {
        throw ProgramFailure(.unavailable, "\(daemon.name) does not say which store it has; name it with --database")
      }
      return path
    }
  }
}
