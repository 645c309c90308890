import GeoEngine
import GeoWire
import Synchronization

/// What all clients of a server share.
final class ServerState: Sendable {
  /// The options that the server was started with.
  let options: ServerOptions
  /// The threads that answer, and all engines.
  let pool: WorkerPool<OpenedEngine>
  private let rendered: Mutex<[UInt8]>
  private let clients = Atomic<Int>(0)
  private let tasks = Atomic<Int>(0)

  /// The state of a server that has opened its store.
  init(options: ServerOptions, pool: WorkerPool<OpenedEngine>, info: ServerInfo) {
    self.options = options
    self.pool = pool
    rendered = Mutex(ServerState.render(info))
  }

  /// The result of `server.info` as JSON.
  var infoJSON: [UInt8] { rendered.withLock { $0 } }

  /// The store was replaced.
  func update(info: ServerInfo) {
    let json = ServerState.render(info)
    rendered.withLock { $0 = json }
  }

  /// Hands chunks to the pool.
  func submit(_ chunks: [QueryChunk]) {
    tasks.add(chunks.reduce(0) { $0 + $1.tasks.count }, ordering: .relaxed)
    pool.submit(
      chunks.map { chunk in
        { opened in
          let answers = Worker(engine: opened.engine).answer(chunk)
          // Counted out first: who has an answer may ask again without being refused for it.
          self.tasks.subtract(chunk.tasks.count, ordering: .relaxed)
          if !chunk.client.isGone { chunk.completion(answers) }
        }
      })
  }

  /// Tasks that wait for the pool or run there.
  var waitingTasks: Int { tasks.load(ordering: .relaxed) }

  /// Whether so much waits that new queries are refused.
  var isOverloaded: Bool { waitingTasks >= options.queriesInAll }

  /// Counts a client in; false when there are too many already.
  func admitClient() -> Bool {
    if clients.add(1, ordering: .relaxed).newValue <= options.clients { return true }
    clients.subtract(1, ordering: .relaxed)
    return false
  }

  /// Counts a client out.
  func dismissClient() { clients.subtract(1, ordering: .relaxed) }

  /// Clients that are connected.
  var clientCount: Int { clients.load(ordering: .relaxed) }

  private static func render(_ info: ServerInfo) -> [UInt8] {
    var writer = JSONWriter()
    writer.serverInfo(info)
    return writer.bytes
  }
}
