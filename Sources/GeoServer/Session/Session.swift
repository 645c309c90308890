import GeoModel
import GeoWire

/// What one client has going on, without its socket: lines go in, bytes and work come out.
///
/// 1. ``receiveLines(of:sending:)`` takes lines while it may. What can be answered at once is written to ``replies``; queries are noted as work.
/// 2. ``takeSubmissions()`` gives the noted work, packed for the workers.
/// 3. ``finish(_:_:)`` takes the answers of one submission, and writes them, drops those of cancelled geocoders, puts
///    batches and arrays of replies together, and moves watches on.
///
/// The event loop that owns the session calls these, sends the output of ``replies`` and asks ``mayReceive(sending:)`` before it reads on.
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
      /// So many tasks, the answer of each of which is a line of its own: nearly all that is asked.
      case lines(Int)
      case tasks([Target])
      case batchPart(batch: Int, part: Int)
      case watch(Int)
    }

    /// A part of all tasks that were noted together, so that none is copied.
    var tasks: ArraySlice<QueryTask>
    var targets: Targets

    /// Whether it takes no longer than some questions for what is near, as an answer with a country's boundary does.
    var isShort: Bool { tasks.count > 1 || tasks.first?.weight == 1 }

    /// Whether it is a single question whose answer is one line, and not a long one.
    var isOneShortLine: Bool {
      guard tasks.count == 1, tasks.first?.weight == 1 else { return false }
      switch targets {
      case .lines: return true
      case .tasks(let targets): if case .text = targets[0] { return true } else { return false }
      case .batchPart, .watch: return false
      }
    }
  }

  /// Bytes to be written to the client.
  var replies: ReplyTree
  /// Tasks that wait or run.
  private(set) var inFlight = 0

  let server: ServerState
  var parser = JSONParser(keptEntries: 256)
  var pendingTasks: [QueryTask] = []
  var pendingTargets: [Target] = []
  var submissions: [Submission] = []
  /// Geocoders that have neither answered nor been cancelled.
  var geocoders: Set<Int> = []
  var watches: [Int: WatchQueue] = [:]
  /// The areas that the client has given its watches.
  var areas = ClientAreas()
  /// The guests that the client has open, by their numbers.
  var guests: [Int: OpenGuest] = [:]
  var guestTasks: [GuestTask] = []
  /// What guests have said and was not written yet.
  var guestLines = GuestOutbox()
  /// Whether the client wants to hear of new stores.
  var wantsReloads = false
  /// Bytes of requests that guests have not answered.
  var guestBytes = 0
  var batches: [Int: BatchAssembly] = [:]
  var arrays: [Int: ArrayAssembly] = [:]
  var texts = AnswerOrder()
  /// Bytes of parts of batches that wait for a part before them.
  var earlyBytes = 0
  private var lastHandle = 0
  private var lastAssembly = 0

  /// A client that has asked nothing yet.
  init(server: ServerState) {
    self.server = server
    replies = ReplyTree(partLength: server.options.outputHighWatermark)
  }

  /// Whether the client must wait until some of its queries are answered.
  var isFull: Bool { inFlight + texts.waiting >= server.options.queriesPerClient }
  /// Bytes that are kept here for the client.
  var heldBytes: Int {
    replies.output.count + replies.keptBytes + texts.earlyBytes + earlyBytes + guestBytes + guestLines.byteCount
  }
  /// Whether nothing waits or runs.
  var isIdle: Bool { inFlight == 0 }
  /// Whether the client may be silent for long: it waits for something that it cannot hurry.
  var maySleep: Bool { !watches.isEmpty || !guests.isEmpty || inFlight > 0 }

  /// A number for a new geocoder, watch or guest, used once per connection.
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
    count(1)
  }

  /// Notes tasks that belong together.
  mutating func add(_ submission: Submission, counting count: Int) {
    submissions.append(submission)
    self.count(count)
  }

  /// Counts what waits elsewhere than with the workers, such as the positions of a watch.
  mutating func count(_ change: Int) {
    inFlight += change
    server.counts.count(change)
  }

  /// The noted work in pieces: small enough that all workers have some, large enough that a hop pays.
  mutating func takeSubmissions() -> [Submission] {
    var result: [Submission] = []
    swap(&result, &submissions)
    guard !pendingTasks.isEmpty else { return result }
    var tasks: [QueryTask] = []
    swap(&tasks, &pendingTasks)
    for range in QueryChunk.ranges(tasks.map(\.weight), workers: server.pool.workers) {
      result.append(Submission(tasks: tasks[range], targets: Session.targets(pendingTargets[range])))
    }
    pendingTargets.removeAll(keepingCapacity: pendingTargets.capacity <= 16)
    return result
  }

  private static func targets(_ targets: ArraySlice<Target>) -> Submission.Targets {
    let areLines = targets.allSatisfy { if case .line = $0 { true } else { false } }
    return areLines ? .lines(targets.count) : .tasks(Array(targets))
  }
}
