import GeoEngine
import GeoSupport
import GeoWire
import Logging
import NIOCore
import Synchronization

/// The state that all clients of a server share.
package final class ServerState: Sendable {
  /// The options that the server was started with.
  package let options: ServerOptions
  /// The worker threads and all engines.
  package let pool: WorkerPool<OpenedEngine>
  /// The memory held for clients.
  package let budget: MemoryBudget
  /// The seats of all answering threads: the pool's first, then those of the HTTP side.
  private let seats: Mutex<[WorkSeat]>
  private let poolSeats: [WorkSeat]
  private let turns: TurnQueue
  /// Counts the engines' answers; nil for no counting.
  package let coverage: CoverageCounter?
  private let info: Mutex<ServerInfo>
  /// The other services that clients can open, such as maps.
  package let guests: [any ServerGuests]
  /// The condition of the store.
  let condition: StoreCondition
  /// The numbers of clients and of their waiting queries.
  let counts: ServerCounts
  /// The deadline of a stop.
  let stop: StopClock
  /// Called when memory is short: the finished beginnings of replies are sent.
  let whenShort = Listeners()
  /// Called when the store was replaced.
  let whenReplaced = Listeners()
  /// The client that sent the last query.
  private let lastAsker = Atomic<Int>(0)
  private let solos = Atomic<Int>(0)
  private let unreadable: SeldomLogger

  /// Creates the state of a server that has opened its store.
  ///
  /// - Parameters:
  ///   - guests: the other services that clients can open.
  package init(options: ServerOptions, pool: WorkerPool<OpenedEngine>, guests: [any ServerGuests], logger: Logger) {
    self.guests = guests
    self.options = options
    self.pool = pool
    budget = MemoryBudget(limit: options.answerBytesInAll)
    counts = ServerCounts(options: options, budget: budget)
    stop = StopClock(timeout: options.stopTimeout)
    turns = TurnQueue(options: options, budget: budget)
    poolSeats = (0..<pool.workers).map { _ in WorkSeat() }
    seats = Mutex(poolSeats)
    unreadable = SeldomLogger(logger, "queries fail: the store cannot be read")
    let opened = pool.withEngine { ($0.coverage, $0.info, $0.health) }
    coverage = opened.0
    info = Mutex(opened.1)
    condition = StoreCondition(opened.2)
    for one in guests { one.serve(by: self) }
  }

  private let start = ContinuousClock.now

  /// The result of `server.info` as JSON, or of `server.status`, which includes the process.
  package func infoJSON(withProcess: Bool) -> [UInt8] {
    var info = info.withLock { $0 }
    info.answers = coverage?.answers
    info.isStoreLost = condition.isLost
    if withProcess {
      info.process = ServerInfo.Process(
        id: Int(getpid()), seconds: Int(start.duration(to: .now) / .seconds(1)), residentBytes: Allocator.residentBytes,
        clients: counts.clientCount)
    }
    var writer = JSONWriter()
    writer.serverInfo(info)
    return writer.bytes
  }

  /// The names of the layers of custom areas that the store and the daemon have.
  var layerNames: [String] { info.withLock { $0.layers } }

  /// The attribution of the data.
  package var attribution: String { info.withLock { $0.attribution.joined(separator: ", ") } }

  /// The last applied change file of the data; nil if the store does not have it.
  package var replication: ServerInfo.Replication? { info.withLock { $0.replication } }

  /// Notes that the store was replaced.
  package func update(_ opened: OpenedEngine) {
    condition.update(opened.health)
    for one in guests { one.storeWasReplaced() }
    info.withLock { $0 = opened.info }
    whenReplaced.call()
  }

  /// The date of the data; nil if the store does not have it.
  package var dataDate: String? { info.withLock { $0.dataDate } }

  // MARK: Work

  /// Hands chunks of one client to the workers.
  func submit(_ chunks: [QueryChunk]) { engage(turns.add(chunks)) }

  /// Lets a client's queries run again, after it has read responses.
  package func wake(_ client: ClientAccount) { engage(turns.wake(client)) }

  /// Adds held response bytes; negative to release them.
  ///
  /// When memory becomes short, the finished beginnings of replies are sent. When it suffices again, the waiting
  /// clients go on.
  package func hold(_ bytes: Int) {
    guard bytes != 0 else { return }
    let (rose, fell) = budget.hold(bytes)
    if rose { whenShort.call() }
    if fell { engage(turns.wakeAll()) }
  }

  /// Removes a client that has gone, with its waiting queries.
  package func remove(_ client: ClientAccount) {
    client.leave()
    for chunk in turns.remove(client) { chunk.completion(ChunkAnswers()) }
  }

  /// Logs that a query failed because the store cannot be read.
  package func noteUnreadable(_ reason: String) { unreadable.error(reason) }

  private func engage(_ workers: Int) {
    guard workers > 0 else { return }
    pool.submit(Array(repeating: { self.work($0) }, count: workers))
  }

  /// Runs one chunk, then queues again, so that engines can be replaced in between.
  private func work(_ opened: OpenedEngine) {
    guard let chunk = turns.next() else { return }
    chunk.begin()
    chunk.completion(answer(chunk, opened))
    // Only if needed: the job would wake another thread for nothing.
    if turns.hasNext() { engage(1) }
  }

  private func answer(_ chunk: QueryChunk, _ opened: OpenedEngine) -> ChunkAnswers {
    let seat = poolSeats.first { $0.take() } ?? WorkSeat()
    var answers = Worker(engine: opened.engine, seat: seat, fail: noteUnreadable).answer(chunk)
    seat.leave()
    answers.trim()
    answers.produced = ProducedBytes(answers.bytes.count, for: chunk.client, self)
    return answers
  }

  /// Answers a chunk on the calling thread. Call it only while the pool is idle; otherwise it waits for an engine.
  func answer(_ chunk: QueryChunk) -> ChunkAnswers {
    solos.add(1, ordering: .relaxed)
    return pool.withEngine(preferring: 0) { answer(chunk, $0) }
  }

  /// The number of chunks that event loops have answered themselves.
  package var soloAnswers: Int { solos.load(ordering: .relaxed) }

  /// Notes the client of a query, and returns whether the previous query came from another one.
  package func isNewAsker(_ client: ClientAccount) -> Bool {
    let id = Int(bitPattern: ObjectIdentifier(client))
    return lastAsker.exchange(id, ordering: .relaxed) != id
  }

  /// Adds the seat of a thread that answers outside the pool.
  package func addSeat() -> WorkSeat {
    let seat = WorkSeat()
    seats.withLock { $0.append(seat) }
    return seat
  }

  /// The tasks of threads, the number of threads, and how many of them have been at one task for too long.
  ///
  /// A query is stuck when it runs for longer than a query may wait for a worker.
  package var threads: [(task: String, all: Int, stuck: Int)] {
    let now = NIODeadline.now()
    let seats = seats.withLock { $0 }
    let stuck = seats.count { $0.isStuck(at: now, limit: options.queryTimeout) }
    return [("query", seats.count, stuck)] + guests.flatMap(\.threads)
  }

  /// The number of stuck threads.
  package var stuckThreads: Int { threads.reduce(0) { $0 + $1.stuck } }
}
