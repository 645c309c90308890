import ArgumentParser
import GeoClient
import GeoConsole
import GeoEngine
import GeoModel
import GeoSupport

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
  var path: String? { database ?? Environment["GEOCODE_DATABASE"] }
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

  /// What answers, whatever the command: the named store, else the named or a running daemon, else the default store.
  enum Choice {
    case store(path: String)
    case daemon(DaemonAnswers)
    case defaultStore
  }

  /// What the options name.
  ///
  /// - Throws: `ProgramFailure` with `.unavailable` when the daemon of `--socket` does not answer.
  func choose() throws(ProgramFailure) -> Choice {
    if let path = named.namedDatabase { return .store(path: path) }
    if let socket = named.socket { return .daemon(try DaemonAnswers(socketPath: socket)) }
    return runningDaemon.map { .daemon($0) } ?? .defaultStore
  }

  /// Opens what the options name; the default store is prepared if need be.
  func open(isQuiet: Bool) throws -> any AnswerSource {
    switch try choose() {
    case .store(let path): try StoreAnswers(path: path)
    case .daemon(let daemon): daemon
    case .defaultStore: try DefaultStore.open(isQuiet: isQuiet)
    }
  }

  /// The daemon at the usual path; nil when none listens there, as after a crash that left its socket.
  private var runningDaemon: DaemonAnswers? {
    guard !noDaemon, let path = GeoClient.defaultSocketPath, access(path, F_OK) == 0 else { return nil }
    return try? DaemonAnswers(socketPath: path)
  }
}

/// What answers the queries of a command: a store of its own or a daemon.
protocol AnswerSource {
  /// What it is, for `--verbose`.
  var name: String { get }
  /// Attribution that the licenses of the data ask for; empty when it is not known.
  var attribution: [String] { get }
  /// What its extracts cover.
  var coverage: StoreCoverage { get }
  /// The placemarks for a query, best first.
  ///
  /// - Throws: `GeocodingError` when there is none.
  func placemarks(for query: PlacemarkQuery) throws -> [Placemark]
}

/// Answers from a store that this process opened.
struct StoreAnswers: AnswerSource {
  private let engine: PlacemarkEngine
  let name: String

  /// Opens a store.
  ///
  /// - Throws: `StoreError` that says what is wrong with the file and what to do.
  init(path: String) throws {
    engine = try PlacemarkEngine(database: path)
    name = "store \(path)"
  }

  var attribution: [String] { engine.info.metadata.attribution }
  var coverage: StoreCoverage { StoreCoverage(engine.info) }

  func placemarks(for query: PlacemarkQuery) throws -> [Placemark] { try engine.placemarks(for: query) }
}

/// Answers from a running daemon.
struct DaemonAnswers: AnswerSource {
  private let client: GeoClient.Blocking
  /// Where the daemon listens.
  let socketPath: String
  var name: String { "geocoded at \(socketPath)" }

  /// Connects to the daemon at a path.
  ///
  /// - Throws: `ProgramFailure` with `.unavailable` when none listens there.
  init(socketPath: String) throws(ProgramFailure) {
    do throws(GeocodingError) { client = try GeoClient.Blocking(socketPath: socketPath) } catch {
      throw ProgramFailure(.unavailable, error.message)
    }
    self.socketPath = socketPath
  }

  var attribution: [String] { (try? client.serverInfo().attribution) ?? [] }
  var coverage: StoreCoverage { (try? client.serverInfo().coverage) ?? StoreCoverage() }

  func placemarks(for query: PlacemarkQuery) throws -> [Placemark] {
    do throws(GeocodingError) { return try client.placemarks(for: query) } catch {
      // A daemon that went away is not an error of reading a file, as the same code means for a store of our own.
      guard error.code == .serverFailure || error.code == .timeout else { throw error }
      throw ProgramFailure(.unavailable, error.message)
    }
  }
}
