import GeoClient
import GeoConsole
import GeoEngine
import GeoModel
import GeoSupport

/// The source of answers that the options name.
struct NamedSource {
  /// The path of the store; nil when none is given.
  var database: String?
  /// The socket of a daemon; nil when none is given.
  var socket: String?
  /// Whether to use a daemon that happens to run.
  var asksRunningDaemon = true

  /// The source to use, for all commands: the given store, else the given or a running daemon, else the default store.
  enum Choice {
    case store(path: String)
    case daemon(DaemonAnswers)
    case defaultStore
  }

  /// Chooses the source.
  ///
  /// - Throws: `ProgramFailure` with `.unavailable` when no daemon listens at the given socket.
  func choose() throws(ProgramFailure) -> Choice {
    if let database { return .store(path: database) }
    if let socket { return .daemon(try DaemonAnswers(socketPath: socket)) }
    return runningDaemon.map { .daemon($0) } ?? .defaultStore
  }

  /// Opens the source; the default store is prepared if necessary.
  func open(isQuiet: Bool) throws -> any AnswerSource {
    switch try choose() {
    case .store(let path): try StoreAnswers(path: path)
    case .daemon(let daemon): daemon
    case .defaultStore: try DefaultStore.open(isQuiet: isQuiet)
    }
  }

  /// The daemon at the default path; nil when none listens there, as after a crash that left its socket.
  private var runningDaemon: DaemonAnswers? {
    guard asksRunningDaemon, let path = GeoClient.defaultSocketPath, access(path, F_OK) == 0 else { return nil }
    return try? DaemonAnswers(socketPath: path)
  }
}

/// A source of answers for a command: a store in this process or a daemon.
protocol AnswerSource {
  /// The description for `--verbose`.
  var name: String { get }
  /// The attribution that the licenses of the data require; empty when unknown.
  var attribution: [String] { get }
  /// The coverage of its extracts.
  var coverage: StoreCoverage { get }
  /// The placemarks for a query, best first.
  ///
  /// - Throws: `GeocodingError` when there is none.
  func placemarks(for query: PlacemarkQuery) throws -> [Placemark]
}

/// Answers from a store opened by this process.
struct StoreAnswers: AnswerSource {
  // Never freed: the system reclaims the memory of an ending process faster than the process itself could.
  private let opened: Unmanaged<PlacemarkEngine>
  private var engine: PlacemarkEngine { opened.takeUnretainedValue() }
  let name: String

  /// Opens a store.
  ///
  /// - Throws: `StoreError` that describes the problem with the file and what to do.
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
  /// The path of the daemon's socket.
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

  /// The path of the daemon's store; nil where the daemon does not report it.
  var database: String? { (try? client.serverInfo())?.database }
  var attribution: [String] { (try? client.serverInfo().attribution) ?? [] }
  var coverage: StoreCoverage { (try? client.serverInfo().coverage) ?? StoreCoverage() }

  func placemarks(for query: PlacemarkQuery) throws -> [Placemark] {
    do throws(GeocodingError) { return try client.placemarks(for: query) } catch {
      // For a store in this process the same code means a damaged file; here the daemon is unavailable.
      guard error.code == .serverFailure || error.code == .timeout else { throw error }
      throw ProgramFailure(.unavailable, error.message)
    }
  }
}

extension ProgramFailure {
  /// The failure of a program that needs a daemon and finds none.
  init(noDaemon error: GeocodingError) {
    self.init(.unavailable, "\(error.message); start one with 'geocoded --detach'")
  }
}
