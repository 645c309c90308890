import NIOCore
import Synchronization

/// The chunks that wait for workers, by client. Clients take turns, so that one that asks much does not make the others wait; a client
/// that does not take its answers misses its turns until it does.
///
/// Chunks of one client are begun in the order in which it asked. The chunk that all others of the client wait for is therefore running
/// or the next one to be begun, whatever order its answers are sent in.
final class TurnQueue: Sendable {
  private struct Line {
    var account: ClientAccount
    var chunks: CircularBuffer<QueryChunk>
    /// Whether the client has a place among the turns; without one it waits for ``TurnQueue/wake(_:)``.
    var hasTurn: Bool
  }

  private struct State {
    var lines: [ObjectIdentifier: Line] = [:]
    var turns: CircularBuffer<ObjectIdentifier> = []
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
      if state.lines[id] == nil {
        state.lines[id] = Line(account: account, chunks: [], hasTurn: true)
        state.turns.append(id)
      }
      state.lines[id]?.chunks.append(contentsOf: chunks)
      return engage(&state, for: chunks.count)
    }
  }

  /// The chunk whose turn it is; nil when there is none: then the worker asks no more.
  func next() -> QueryChunk? {
    state.withLock { state in
      while let id = state.turns.popFirst() {
        guard let account = state.lines[id]?.account else { continue }
        guard mayBeServed(account) else {
          state.lines[id]?.hasTurn = false
          continue
        }
        let chunk = state.lines[id]?.chunks.popFirst()
        if state.lines[id]?.chunks.isEmpty ?? true { state.lines[id] = nil } else { state.turns.append(id) }
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
      state.lines.filter { !$0.value.hasTurn }.keys.reduce(0) { $0 + wake($1, &state) }
    }
  }

  /// Takes out all chunks of a client.
  func remove(_ account: ClientAccount) -> [QueryChunk] {
    state.withLock { Array($0.lines.removeValue(forKey: ObjectIdentifier(account))?.chunks ?? []) }
  }

  private func wake(_ id: ObjectIdentifier, _ state: inout State) -> Int {
    guard let line = state.lines[id], !line.hasTurn, mayBeServed(line.account) else { return 0 }
    state.lines[id]?.hasTurn = true
    // The client itself has made its queries wait: their time begins now.
    let deadline = NIODeadline.now() + TimeAmount(options.queryTimeout)
    for index in line.chunks.indices { state.lines[id]?.chunks[index].deadline = deadline }
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
