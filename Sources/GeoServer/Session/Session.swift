import GeoModel
import GeoWire

/// The state of one client, without its socket: takes lines, returns bytes to send and queries to run.
///
/// 1. ``receiveLines(of:sending:)`` processes lines while the limits allow it. It writes immediate responses to
/// ``replies`` and notes queries as work.
/// 2. ``takeSubmissions()`` returns the noted work in submissions for the workers.
/// 3. ``finish(_:_:)`` takes the answers of one submission and writes them. It drops those of canceled geocoders,
/// assembles batches and arrays of replies, and advances watches.
///
/// The event loop that owns the session calls these, sends the output of ``replies`` and checks
/// ``mayReceive(sending:)`` before it reads on.
struct Session {
  /// The destination of a task's answer.
  enum Target: Sendable {
    /// A separate line.
    case line
    /// A line of plain text, sent in the order of the queries.
    case text(Int)
    /// An element of an array of replies.
    case array(Int)
    /// The callback of a geocoder.
    case geocoder(Int)
  }

  /// Work for one worker, with the destinations of its answers.
  struct Submission: Sendable {
    enum Targets: Sendable {
      /// A number of tasks, each answered by a separate line: nearly all queries.
      case lines(Int)
      case tasks([Target])
      case batchPart(batch: Int, part: Int)
      case watch(Int)
    }

    /// A slice of all tasks that were noted together, so that none is copied.
    var tasks: ArraySlice<QueryTask>
    var targets: Targets

    /// Whether it is quick. A single heavy task, such as an answer with a country's boundary, is not.
    var isShort: Bool { tasks.count > 1 || tasks.first?.weight == 1 }

    /// Whether it is a single light query that is answered by one line.
    var isOneShortLine: Bool {
      guard tasks.count == 1, tasks.first?.weight == 1 else { return false }
      switch targets {
      case .lines: return true
      case .tasks(let targets): if case .text = targets[0] { return true } else { return false }
      case .batchPart, .watch: return false
      }
    }
  }

  /// The bytes to send to the client.
  var replies: ReplyTree
  /// The number of waiting or running tasks.
  private(set) var inFlight = 0

  let server: ServerState
  var parser = JSONParser(keptEntries: 256)
  var pendingTasks: [QueryTask] = []
  var pendingTargets: [Target] = []
  var submissions: [Submission] = []
  /// The geocoders that have neither answered nor been canceled.
  var geocoders: Set<Int> = []
  var watches: [Int: WatchQueue] = [:]
  /// The areas that the client has set for its watches.
  var areas = ClientAreas()
  /// The guests that the client has open, by their numbers.
  var guests: [Int: OpenGuest] = [:]
  var guestTasks: [GuestTask] = []
  /// The output of guests that was not written yet.
  var guestLines = GuestOutbox()
  /// Whether the client gets notified of new stores.
  var wantsReloads = false
  /// The bytes of requests that guests have not answered.
  var guestBytes = 0
  var batches: [Int: BatchAssembly] = [:]
  var arrays: [Int: ArrayAssembly] = [:]
  var texts = AnswerOrder()
  /// The bytes of batch parts that wait for an earlier part.
  var earlyBytes = 0
  private var lastHandle = 0
  private var lastAssembly = 0

  /// Creates the session of a new client.
  init(server: ServerState) {
    self.server = server
    replies = ReplyTree(partLength: server.options.outputHighWatermark)
  }

  /// Whether the client must wait until some of its queries are answered.
  var isFull: Bool { inFlight + texts.waiting >= server.options.queriesPerClient }
  /// Bytes buffered for the client.
  var heldBytes: Int {
    replies.output.count + replies.keptBytes + texts.earlyBytes + earlyBytes + guestBytes + guestLines.byteCount
  }
  /// Whether no task is waiting or running.
  var isIdle: Bool { inFlight == 0 }
  /// Whether the idle timeout is suspended: the client waits for a watch, a guest or a running query.
  var maySleep: Bool { !watches.isEmpty || !guests.isEmpty || inFlight > 0 }

  /// Returns a number for a new geocoder, watch or guest, unique on the connection.
  mutating func nextHandle() -> Int {
    lastHandle += 1
    return lastHandle
  }

  /// Returns a number for a new batch or array, which clients never see.
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

  /// Counts tasks that wait elsewhere than in the pool, such as positions of a watch.
  mutating func count(_ change: Int) {
    inFlight += change
    server.counts.count(change)
  }

  /// Returns the noted work in pieces: small enough to share among all workers, large enough to be worth a change of
  /// threads.
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
