import GeoCSV
import GeoClient
import GeoConsole
import GeoEngine
import GeoModel
import GeoStore
import Synchronization

/// Opens what answers the rows: a pool of engines over a store, or a daemon.
struct CSVSource: Sendable {
  private let database: String?
  private let socket: String?
  private let workers: Int
  private let isQuiet: Bool

  /// Whom to name, as the opened store says. Kept here as the summary is written after the store has gone.
  private static let named = Mutex<[String]>([])
  static var attribution: [String] { named.withLock { $0 } }

  init(options: SourceOptions, workers: Int, isQuiet: Bool) {
    database = options.namedDatabase
    socket = options.socket
    self.workers = workers
    self.isQuiet = isQuiet
  }

  /// The geocoder and what identifies its data.
  ///
  /// - Throws: `EnrichmentError` that says what is wrong with the store and what to do.
  func open() async throws -> Enrichment.Source {
    do {
      if let socket { return try await daemon(socket) }
      let path = try database ?? DefaultStore.ready(isQuiet: isQuiet)
      let pool = try EnginePool(database: path, workers: workers)
      CSVSource.named.withLock { $0 = pool.info.metadata.attribution }
      return Enrichment.Source(geocoder: pool, identity: CSVSource.identity(pool.info))
    } catch let error as StoreError {
      throw EnrichmentError(error.code == .missing || error.code == .unreadable ? .input : .data, error.message)
    } catch let error as ProgramFailure {
      throw EnrichmentError(.input, error.message)
    } catch let error as GeocodingError {
      throw EnrichmentError(.geocoder, error.message)
    }
  }

  private func daemon(_ path: String) async throws -> Enrichment.Source {
    let client = GeoClient(socketPath: path)
    let info = try await client.serverInfo()
    CSVSource.named.withLock { $0 = info.attribution }
    return Enrichment.Source(geocoder: client, identity: "daemon: \(info.dataDate ?? "undated")")
  }

  /// What must be the same when a run is gone on with: not where the store lies, but what it holds.
  private static func identity(_ info: StoreInfo) -> String {
    let rows = info.counts.map { "\($0.table) \($0.rows)" }.joined(separator: ", ")
    return "\(info.metadata.dataDate ?? "undated"), \(info.metadata.extracts.joined(separator: "+")), \(rows)"
  }
}
