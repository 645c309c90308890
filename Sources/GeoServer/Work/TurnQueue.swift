import NIOCore
import Synchronization

/// The chunks that wait for workers, by client. Clients take turns, so that one that asks much does not make the others wait; a client
/// that does not take its answers misses its turns until it does.
///
/// Chunks of one client are begun in the order in which it asked. The chunk that all others of the client wait for is therefore running
/// or the next one to be begun, whatever order its answers are sent in.
final class TurnQueue: Sendable {
  private final class Line {
    let account: ClientAccount
    var chunks: CircularBuffer<QueryChunk> = []

    init(_ account: ClientAccount) { self.account = account }
  }

  private struct State {
    var lines: [ObjectIdentifier: Line] = [:]
    /// Who has chunks and its turn ahead.
    var turns: CircularBuffer<ObjectIdentifier> = []
    /// Who has chunks and missed its turn: it waits for ``TurnQueue/wake(_:)``.
    var sleepers: Set<ObjectIdentifier> = []
    /// Workers that ask for chunks.
    var workers = 0
  }

  private let state = Mutex(State())
  private let options: ServerOptions
  private let budget: MemoryBudget

  /// A queue that is empty.
  init(options: ServerOptions, budget: MemoryBudget) {
    self.options = options
    self.budget = budget
  }

  /// Adds chunks of one client.
  ///
  /// - Returns: how many more workers should ask for chunks.
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

  /// The chunk whose turn it is; nil when there is none: then the worker asks no more.
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

  /// Whether a worker that has done a chunk should ask for another one; when not, it asks no more.
  func hasNext() -> Bool {
    state.withLock { state in
      if state.turns.isEmpty { state.workers -= 1 }
      return !state.turns.isEmpty
    }
  }

  /// A client has taken answers.
  ///
  /// - Returns: how many more workers should ask for chunks.
  func wake(_ account: ClientAccount) -> Int {
    state.withLock { state in
      wake(ObjectIdentifier(account), &state)
    }
  }

  /// There is memory again.
  ///
  /// - Returns: how many more workers should ask for chunks.
  func wakeAll() -> Int {
    state.withLock { state in
      Array(state.sleepers).reduce(0) { $0 + wake($1, &state) }
    }
  }

  /// Takes out all chunks of a client.
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
    // The client itself has made its queries wait: their time begins now.
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
