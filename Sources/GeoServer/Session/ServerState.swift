import GeoEngine
import GeoSupport
import GeoWire
import Logging
import NIOCore
import Synchronization

/// What all clients of a server share.
package final class ServerState: Sendable {
  /// The options that the server was started with.
  package let options: ServerOptions
  /// The threads that answer, and all engines.
  package let pool: WorkerPool<OpenedEngine>
  /// What is held for clients.
  package let budget: MemoryBudget
  /// The seats of all threads that answer: the pool's first, then those of the HTTP side.
  private let seats: Mutex<[WorkSeat]>
  private let poolSeats: [WorkSeat]
  private let turns: TurnQueue
  /// Counts what the engines answer; nil: nobody does.
  package let coverage: CoverageCounter?
  private let info: Mutex<ServerInfo>
  /// What else the server's clients open, such as maps.
  package let guests: [any ServerGuests]
  /// How the store is.
  let condition: StoreCondition
  /// How many clients there are, and how much they wait for.
  let counts: ServerCounts
  /// How long a stop may take.
  let stop: StopClock
  /// What is called when memory is short: replies in the making are sent as far as they are.
  let whenShort = Listeners()
  /// What is called when the store was replaced.
  let whenReplaced = Listeners()
  /// Who has asked last.
  private let lastAsker = Atomic<Int>(0)
  private let solos = Atomic<Int>(0)
  private let unreadable: SeldomLogger

  /// The state of a server that has opened its store.
  ///
  /// - Parameters:
  ///   - guests: what else its clients open.
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

  /// The result of `server.info` as JSON, or of `server.status`, which has the process.
  package func infoJSON(withProcess: Bool) -> [UInt8] {
    var info = info.withLock { $0 }
    info.answers = coverage?.answers
    if withProcess {
      info.process = ServerInfo.Process(
        id: Int(getpid()), seconds: Int(start.duration(to: .now) / .seconds(1)), residentBytes: Allocator.residentBytes,
        clients: counts.clientCount)
    }
    var writer = JSONWriter()
    writer.serverInfo(info)
    return writer.bytes
  }

  /// Who made the data.
  package var attribution: String { info.withLock { $0.attribution.joined(separator: ", ") } }

  /// Up to which change file the data go; nil when they do not say.
  package var replication: ServerInfo.Replication? { info.withLock { $0.replication } }

  /// The store was replaced.
  package func update(_ opened: OpenedEngine) {
    condition.update(opened.health)
    for one in guests { one.storeWasReplaced() }
    info.withLock { $0 = opened.info }
    whenReplaced.call()
  }

  /// The moment that the data reflects; nil when they do not say.
  package var dataDate: String? { info.withLock { $0.dataDate } }

  // MARK: Work

  /// Hands chunks of one client to the workers.
  func submit(_ chunks: [QueryChunk]) { engage(turns.add(chunks)) }

  /// A client has taken answers: it may be worked for again.
  package func wake(_ client: ClientAccount) { engage(turns.wake(client)) }

  /// Bytes of answers are held from now on; fewer when negative. When memory becomes short, replies in the making are sent as far as they
  /// are; when there is some again, all clients go on that wait for it.
  package func hold(_ bytes: Int) {
    guard bytes != 0 else { return }
    let (rose, fell) = budget.hold(bytes)
    if rose { whenShort.call() }
    if fell { engage(turns.wakeAll()) }
  }

  /// A client is gone: what it has asked is not worked on.
  package func remove(_ client: ClientAccount) {
    client.leave()
    for chunk in turns.remove(client) { chunk.completion(ChunkAnswers()) }
  }

  /// A query failed because the store cannot be read.
  package func noteUnreadable(_ reason: String) { unreadable.error(reason) }

  private func engage(_ workers: Int) {
    guard workers > 0 else { return }
    pool.submit(Array(repeating: { self.work($0) }, count: workers))
  }

  /// Does one chunk, then stands in line again, so that engines can be replaced in between.
  private func work(_ opened: OpenedEngine) {
    guard let chunk = turns.next() else { return }
    chunk.begin()
    chunk.completion(answer(chunk, opened))
    // Not without need: the job would wake another thread for nothing.
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

  /// Answers a chunk on the calling thread. To be called while the pool has nothing to do, else it waits for an engine.
  func answer(_ chunk: QueryChunk) -> ChunkAnswers {
    solos.add(1, ordering: .relaxed)
    return pool.withEngine(preferring: 0) { answer(chunk, $0) }
  }

  /// Chunks that event loops have answered themselves.
  package var soloAnswers: Int { solos.load(ordering: .relaxed) }

  /// Notes who asks, and says whether it was somebody else before.
  package func isNewAsker(_ client: ClientAccount) -> Bool {
    let id = Int(bitPattern: ObjectIdentifier(client))
    return lastAsker.exchange(id, ordering: .relaxed) != id
  }

  /// Adds the seat of a thread that answers beside the pool.
  package func addSeat() -> WorkSeat {
    let seat = WorkSeat()
    seats.withLock { $0.append(seat) }
    return seat
  }

  /// What threads do, how many do it, and how many of them have been at one task for longer than it may take: a query as long as
  /// it may wait.
  package var threads: [(task: String, all: Int, stuck: Int)] {
    let now = NIODeadline.now()
    let seats = seats.withLock { $0 }
    let stuck = seats.count { $0.isStuck(at: now, limit: options.queryTimeout) }
    return [("query", seats.count, stuck)] + guests.flatMap(\.threads)
  }

  /// How many threads do not come back.
  package var stuckThreads: Int { threads.reduce(0) { $0 + $1.stuck } }
}
