import ArgumentParser
import GeoConsole

/// The option that names a store.
struct StoreOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The store to answer from, made by 'geocode import' (also: the variable GEOCODE_DATABASE).", valueName: "file"),
    completion: .file(extensions: ["sqlite"]))
  var database: String?

  func validate() throws {
    // From a script whose variable is not set.
    if database == "" { throw ValidationError("--database '': give the name of a file") }
  }

  /// The store that is named by the option, else by the environment; nil when neither is.
  var path: String? { database ?? Self.usual }

  /// The store that is named by the environment; nil when none is.
  static var usual: String? { Environment["GEOCODE_DATABASE"] }
}

/// The options that name a source of answers.
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

  /// The store that is named, by the option or the environment; nil when a daemon or nothing is.
  var namedDatabase: String? { socket == nil ? store.path : nil }
}

/// The options that say where the answer of a lookup comes from.
struct SourceOptions: ParsableArguments {
  @OptionGroup var named: NamedSourceOptions

  @Flag(help: "Do not ask a running geocoded.")
  var noDaemon = false

  func validate() throws {
    if noDaemon, named.socket != nil { throw ValidationError("--no-daemon and --socket exclude each other") }
  }

  /// What the options name.
  var resolved: NamedSource {
    NamedSource(database: named.namedDatabase, socket: named.socket, asksRunningDaemon: !noDaemon)
  }

  /// The store that is asked by a command that opens it itself: that of a running daemon, too, which has it open already.
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
