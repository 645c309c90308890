import NIOCore
import Synchronization

/// The chunks that wait for workers, by client. Clients take turns, so that one with many queries does not delay the
/// others. A client that does not read its responses misses its turns until it does.
///
/// Chunks of one client begin in the order of its queries. So the chunk that all others of the client wait for is
/// either running or the next to begin, in whatever order the client's answers are sent.
final class TurnQueue: Sendable {
  private final class Line {
    let account: ClientAccount
    var chunks: CircularBuffer<QueryChunk> = []

    init(_ account: ClientAccount) { self.account = account }
  }

  private struct State {
    var lines: [ObjectIdentifier: Line] = [:]
    /// The clients that have chunks and wait for their turn.
    var turns: CircularBuffer<ObjectIdentifier> = []
    /// The clients that have chunks and missed their turn, until ``TurnQueue/wake(_:)``.
    var sleepers: Set<ObjectIdentifier> = []
    /// The number of workers that take chunks.
    var workers = 0
  }

  private let state = Mutex(State())
  private let options: ServerOptions
  private let budget: MemoryBudget

  /// Creates an empty queue.
  init(options: ServerOptions, budget: MemoryBudget) {
    self.options = options
    self.budget = budget
  }

  /// Adds chunks of one client.
  ///
  /// - Returns: the number of further workers that should take chunks.
  func add(_ chunks: [QueryChunk]) -> Int {
    guard let account = chunks.first?.client else { return 0 }
    let id = ObjectIdentifier(account)
    return state.withLock { state in
      let line = state.lines[id] ?? Line(account)
      if line.chunks.isEmpty {
        state.lines[id] = line
        state.turns.append(id)
      }
      line.chunks.append(contentsOf: chunks)
      return engage(&state, for: chunks.count)
    }
  }

  /// Returns the next chunk in turn; nil if there is none, and the worker stops taking chunks.
  func next() -> QueryChunk? {
    state.withLock { state in
      while let id = state.turns.popFirst() {
        guard let line = state.lines[id] else { continue }
        guard mayBeServed(line.account) else {
          state.sleepers.insert(id)
          continue
        }
        let chunk = line.chunks.popFirst()
        if line.chunks.isEmpty { state.lines[id] = nil } else { state.turns.append(id) }
        if let chunk { return chunk }
      }
      state.workers -= 1
      return nil
    }
  }

  /// Whether a worker that has finished a chunk should take another one; if not, it stops taking chunks.
  func hasNext() -> Bool {
    state.withLock { state in
      if state.turns.isEmpty { state.workers -= 1 }
      return !state.turns.isEmpty
    }
  }

  /// Notes that a client has read responses.
  ///
  /// - Returns: the number of further workers that should take chunks.
  func wake(_ account: ClientAccount) -> Int {
    state.withLock { state in
      wake(ObjectIdentifier(account), &state)
    }
  }

  /// Notes that memory suffices again.
  ///
  /// - Returns: the number of further workers that should take chunks.
  func wakeAll() -> Int {
    state.withLock { state in
      Array(state.sleepers).reduce(0) { $0 + wake($1, &state) }
    }
  }

  /// Removes and returns all chunks of a client.
  func remove(_ account: ClientAccount) -> [QueryChunk] {
    let id = ObjectIdentifier(account)
    return state.withLock { state in
      state.sleepers.remove(id)
      return Array(state.lines.removeValue(forKey: id)?.chunks ?? [])
    }
  }

  private func wake(_ id: ObjectIdentifier, _ state: inout State) -> Int {
    guard state.sleepers.contains(id), let line = state.lines[id], mayBeServed(line.account) else { return 0 }
    state.sleepers.remove(id)
    // The client itself has delayed its queries, so their timeout begins now.
    let deadline = NIODeadline.now() + TimeAmount(options.queryTimeout)
    for index in line.chunks.indices { line.chunks[index].deadline = deadline }
    state.turns.append(id)
    return engage(&state, for: line.chunks.count)
  }

  private func engage(_ state: inout State, for chunks: Int) -> Int {
    let more = max(0, min(options.workers - state.workers, chunks))
    state.workers += more
    return more
  }

  private func mayBeServed(_ account: ClientAccount) -> Bool {
    account.mayBeServed(limit: options.answerBytesPerClient, budget.level)
  }
}
