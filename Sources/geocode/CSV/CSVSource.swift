import GeoCSV
import GeoClient
import GeoConsole
import GeoEngine
import GeoModel
import GeoStore

/// Opens what answers the rows: a pool of engines over a store, or a daemon.
struct CSVSource: Sendable {
  private let database: String?
  private let socket: String?
  private let workers: Int
  private let isQuiet: Bool

  init(options: NamedSourceOptions, workers: Int, isQuiet: Bool) {
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
      return Enrichment.Source(
        geocoder: pool,
        identity: CSVSource.identity(pool.info.metadata.dataDate, pool.info.counts.map { ($0.table, $0.rows) }),
        attribution: pool.info.metadata.attribution)
    } catch let error as StoreError {
      throw EnrichmentError(error.code == .missing || error.code == .unreadable ? .input : .data, error.message)
    } catch let error as ProgramFailure {
      throw EnrichmentError(.input, error.message)
    } catch let error as GeocodingError {
      throw EnrichmentError(.geocoder, error.message)
    }
  }

  /// A daemon, which is asked in batches over one connection.
  private func daemon(_ path: String) async throws -> Enrichment.Source {
    let client = GeoClient(socketPath: path)
    let info = try await client.serverInfo()
    return Enrichment.Source(
      geocoder: client, identity: CSVSource.identity(info.dataDate, info.counts.map { ($0.name, $0.count) }),
      attribution: info.attribution)
  }

  /// What must be the same when a run is gone on with: not where the store lies or who reads it, but what it holds.
  private static func identity(_ dataDate: String?, _ counts: [(table: String, rows: Int)]) -> String {
    let rows = counts.sorted { $0.table < $1.table }.map { "\($0.table) \($0.rows)" }.joined(separator: ", ")
    return "\(dataDate ?? "undated"), \(rows)"
  }
}
