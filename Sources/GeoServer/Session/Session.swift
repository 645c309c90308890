import GeoModel
import GeoWire

/// What one client has going on, without its socket: lines go in, bytes and work come out.
///
/// 1. ``receive(_:)`` takes a line. What can be answered at once is written to ``output``; queries are noted as work.
/// 2. ``takeSubmissions()`` gives the noted work, packed for the workers.
/// 3. ``finish(_:_:)`` takes the answers of one submission, and writes them, drops those of cancelled geocoders, puts
///    batches and arrays of replies together, and moves watches on.
///
/// The event loop that owns the session calls these, writes ``output`` and asks ``isFull`` before it reads on.
struct Session {
  /// Where the answer of a task goes.
  enum Target: Sendable {
    /// It is a line of its own.
    case line
    /// It is a line of text, sent in the order of the questions.
    case text(Int)
    /// It is an element of an array of replies.
    case array(Int)
    /// It is the callback of a geocoder.
    case geocoder(Int)
  }

  /// Work for one worker and where its answers go.
  struct Submission: Sendable {
    enum Targets: Sendable {
      case tasks([Target])
      case batchPart(batch: Int, part: Int)
      case watch(Int)
    }

    var tasks: [QueryTask]
    var targets: Targets
  }

  /// Bytes to be written to the client.
  var output: [UInt8] = []
  /// Tasks that wait or run.
  private(set) var inFlight = 0

  let server: ServerState
  var parser = JSONParser()
  var pendingTasks: [QueryTask] = []
  var pendingTargets: [Target] = []
  var submissions: [Submission] = []
  /// Geocoders that have neither answered nor been cancelled.
  var geocoders: Set<Int> = []
  var watches: [Int: WatchQueue] = [:]
  var batches: [Int: BatchAssembly] = [:]
  var arrays: [Int: ArrayAssembly] = [:]
  var texts = TextOrder()
  private var lastHandle = 0
  private var lastAssembly = 0

  /// A client that has asked nothing yet.
  init(server: ServerState) { self.server = server }

  /// Whether the client must wait until some of its queries are answered.
  var isFull: Bool { inFlight + texts.waiting >= server.options.queriesPerClient }
  /// Whether nothing waits or runs.
  var isIdle: Bool { inFlight == 0 }
  /// Whether the client may be silent for long: it waits for something that it cannot hurry.
  var maySleep: Bool { !watches.isEmpty || inFlight > 0 }

  /// A number for a new geocoder or watch, used once per connection.
  mutating func nextHandle() -> Int {
    lastHandle += 1
    return lastHandle
  }

  /// A number for a new batch or array, which clients never see.
  mutating func nextAssembly() -> Int {
    lastAssembly += 1
    return lastAssembly
  }

  /// Notes a task for the workers.
  mutating func add(_ task: QueryTask, _ target: Target) {
    pendingTasks.append(task)
    pendingTargets.append(target)
    inFlight += 1
  }

  /// Notes tasks that belong together.
  mutating func add(_ submission: Submission, counting count: Int) {
    submissions.append(submission)
    inFlight += count
  }

  /// Counts what waits elsewhere than with the workers, such as the positions of a watch.
  mutating func count(_ change: Int) { inFlight += change }

  /// The noted work in pieces: small enough that all workers have some, large enough that a hop pays.
  mutating func takeSubmissions() -> [Submission] {
    var result: [Submission] = []
    swap(&result, &submissions)
    guard !pendingTasks.isEmpty else { return result }
    let size = Session.chunkSize(pendingTasks.count, workers: server.pool.workers)
    var start = 0
    while start < pendingTasks.count {
      let end = min(start + size, pendingTasks.count)
      result.append(
        Submission(tasks: Array(pendingTasks[start..<end]), targets: .tasks(Array(pendingTargets[start..<end]))))
      start = end
    }
    pendingTasks.removeAll(keepingCapacity: true)
    pendingTargets.removeAll(keepingCapacity: true)
    return result
  }

  /// Tasks for one worker at a time.
  static func chunkSize(_ count: Int, workers: Int) -> Int {
    min(64, max(4, (count + workers - 1) / workers))
  }
}
