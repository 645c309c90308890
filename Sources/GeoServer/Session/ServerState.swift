import GeoEngine
import GeoWire
import Logging
import NIOCore
import Synchronization

/// What all clients of a server share.
final class ServerState: Sendable {
  /// The options that the server was started with.
  let options: ServerOptions
  /// The threads that answer, and all engines.
  let pool: WorkerPool<OpenedEngine>
  /// What is held for clients.
  let budget: MemoryBudget
  /// The seats of all threads that answer: the pool's first, then those of the HTTP side.
  private let seats: Mutex<[WorkSeat]>
  private let poolSeats: [WorkSeat]
  private let turns: TurnQueue
  /// Counts what the engines answer; nil: nobody does.
  let coverage: CoverageCounter?
  private let info: Mutex<ServerInfo>
  /// Tiles and pictures of the store's base map.
  let tiles: MapTiles
  /// The maps that clients have open.
  let maps: MapRooms
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
  ///   - tiles: draw the base map.
  ///   - keyPath: keeps the key of pages of maps.
  init(options: ServerOptions, pool: WorkerPool<OpenedEngine>, tiles: MapTiles, keyPath: String?, logger: Logger) {
    self.tiles = tiles
    self.options = options
    self.pool = pool
    budget = MemoryBudget(limit: options.answerBytesInAll)
    counts = ServerCounts(options: options, budget: budget)
    stop = StopClock(timeout: options.stopTimeout)
    maps = MapRooms(options: options, keyPath: keyPath)
    turns = TurnQueue(options: options, budget: budget)
    poolSeats = (0..<pool.workers).map { _ in WorkSeat() }
    seats = Mutex(poolSeats)
    unreadable = SeldomLogger(logger, "queries fail: the store cannot be read")
    let opened = pool.withEngine { ($0.coverage, $0.info, $0.health) }
    coverage = opened.0
    info = Mutex(opened.1)
    condition = StoreCondition(opened.2)
    maps.work(for: self)
  }

  /// The result of `server.info` as JSON.
  var infoJSON: [UInt8] {
    var info = info.withLock { $0 }
    info.answers = coverage?.answers
    var writer = JSONWriter()
    writer.serverInfo(info)
    return writer.bytes
  }

  /// Who made the data.
  var attribution: String { info.withLock { $0.attribution.joined(separator: ", ") } }

  /// Up to which change file the data go; nil when they do not say.
  var replication: ServerInfo.Replication? { info.withLock { $0.replication } }

  /// The store was replaced.
  func update(_ opened: OpenedEngine) {
    condition.update(opened.health)
    tiles.reset()
    info.withLock { $0 = opened.info }
    whenReplaced.call()
  }

  /// The moment that the data reflects; nil when they do not say.
  var dataDate: String? { info.withLock { $0.dataDate } }

  // MARK: Work

  /// Hands chunks of one client to the workers.
  func submit(_ chunks: [QueryChunk]) { engage(turns.add(chunks)) }

  /// A client has taken answers: it may be worked for again.
  func wake(_ client: ClientAccount) { engage(turns.wake(client)) }

  /// Bytes of answers are held from now on; fewer when negative. When memory becomes short, replies in the making are sent as far as they
  /// are; when there is some again, all clients go on that wait for it.
  func hold(_ bytes: Int) {
    guard bytes != 0 else { return }
    let (rose, fell) = budget.hold(bytes)
    if rose { whenShort.call() }
    if fell { engage(turns.wakeAll()) }
  }

  /// A client is gone: what it has asked is not worked on.
  func remove(_ client: ClientAccount) {
    client.leave()
    for chunk in turns.remove(client) { chunk.completion(ChunkAnswers()) }
  }

  /// A query failed because the store cannot be read.
  func noteUnreadable(_ reason: String) { unreadable.error(reason) }

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
  var soloAnswers: Int { solos.load(ordering: .relaxed) }

  /// Notes who asks, and says whether it was somebody else before.
  func isNewAsker(_ client: ClientAccount) -> Bool {
    let id = Int(bitPattern: ObjectIdentifier(client))
    return lastAsker.exchange(id, ordering: .relaxed) != id
  }

  /// Adds the seat of a thread that answers beside the pool.
  func addSeat() -> WorkSeat {
    let seat = WorkSeat()
    seats.withLock { $0.append(seat) }
    return seat
  }

  /// What threads do, how many do it, and how many of them have been at one task for longer than it may take: a query or a request of a
  /// map as long as a query may wait.
  var threads: [(task: String, all: Int, stuck: Int)] {
    let now = NIODeadline.now()
    func state(_ seats: [WorkSeat]) -> (Int, Int) {
      (seats.count, seats.count { $0.isStuck(at: now, limit: options.queryTimeout) })
    }
    let (workers, maps) = (state(seats.withLock { $0 }), state(maps.works))
    let (tiles, pictures) = (DrawingThreads.tiles.state(options), DrawingThreads.pictures.state(options))
    return [
      ("query", workers.0, workers.1), ("tile", tiles.all, tiles.stuck), ("picture", pictures.all, pictures.stuck),
      ("map", maps.0, maps.1),
    ]
  }

  /// How many threads do not come back.
  var stuckThreads: Int { threads.reduce(0) { $0 + $1.stuck } }
}
