import GeoClient
import GeoConsole
import GeoEngine
import GeoModel
import GeoSupport

/// Where answers are to come from.
struct NamedSource {
  /// The store; nil when none is named.
  var database: String?
  /// The socket of a daemon; nil when none is named.
  var socket: String?
  /// Whether a daemon that happens to run is asked.
  var asksRunningDaemon = true

  /// What answers, whatever the command: the named store, else the named or a running daemon, else the default store.
  enum Choice {
    case store(path: String)
    case daemon(DaemonAnswers)
    case defaultStore
  }

  /// What is named.
  ///
  /// - Throws: `ProgramFailure` with `.unavailable` when the daemon of a named socket does not answer.
  func choose() throws(ProgramFailure) -> Choice {
    if let database { return .store(path: database) }
    if let socket { return .daemon(try DaemonAnswers(socketPath: socket)) }
    return runningDaemon.map { .daemon($0) } ?? .defaultStore
  }

  /// Opens what is named; the default store is prepared if need be.
  func open(isQuiet: Bool) throws -> any AnswerSource {
    switch try choose() {
    case .store(let path): try StoreAnswers(path: path)
    case .daemon(let daemon): daemon
    case .defaultStore: try DefaultStore.open(isQuiet: isQuiet)
    }
  }

  /// The daemon at the usual path; nil when none listens there, as after a crash that left its socket.
  private var runningDaemon: DaemonAnswers? {
    guard asksRunningDaemon, let path = GeoClient.defaultSocketPath, access(path, F_OK) == 0 else { return nil }
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
  // Never freed: the process ends with its answers, and the system takes the memory back sooner than we could.
  private let opened: Unmanaged<PlacemarkEngine>
  private var engine: PlacemarkEngine { opened.takeUnretainedValue() }
  let name: String

  /// Opens a store.
  ///
  /// - Throws: `StoreError` that says what is wrong with the file and what to do.
  init(path: String) throws {
    opened = .passRetained(try PlacemarkEngine(database: path))
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
      throw ProgramFailure(noDaemon: error)
    }
    self.socketPath = socketPath
  }

  /// The path of its store; nil where it does not tell.
  var database: String? { (try? client.serverInfo())?.database }
  var attribution: [String] { (try? client.serverInfo().attribution) ?? [] }
  var coverage: StoreCoverage { (try? client.serverInfo().coverage) ?? StoreCoverage() }

  func placemarks(for query: PlacemarkQuery) throws -> [Placemark] {
    do throws(GeocodingError) { return try client.placemarks(for: query) } catch {
      // A daemon that went away is not a damaged file, as the same code means for a store of our own.
      guard error.code == .serverFailure || error.code == .timeout else { throw error }
      throw ProgramFailure(.unavailable, error.message)
    }
  }
}

extension ProgramFailure {
  /// How a program ends that needs a daemon and finds none.
  init(noDaemon error: GeocodingError) {
    self.init(.unavailable, "\(error.message); start one with 'geocoded --detach'")
  }
}
