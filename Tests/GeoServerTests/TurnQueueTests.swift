import GeoEngine
import GeoModel
import GeoWire
import NIOCore
import Testing

@testable import GeoServer

@Suite struct TurnQueueTests {
  private let options = ServerOptions()
  private let budget = MemoryBudget(limit: 1 << 20)
  private var queue: TurnQueue { TurnQueue(options: options, budget: budget) }

  /// Chunks that are distinguished by their deadlines.
  private func chunks(_ client: ClientAccount, _ numbers: Int...) -> [QueryChunk] {
    numbers.map { number in
      QueryChunk(tasks: [], deadline: .uptimeNanoseconds(UInt64(number)), client: client) { _ in }
    }
  }

  private func taken(_ queue: TurnQueue) -> UInt64? { queue.next()?.deadline.uptimeNanoseconds }

  @Test("clients take turns, and chunks of one keep their order")
  func turns() {
    let (queue, a, b) = (queue, ClientAccount(), ClientAccount())
    #expect(queue.add(chunks(a, 1, 2, 3)) == options.workers)
    #expect(queue.add(chunks(b, 11, 12)) == 0, "all workers ask already")
    #expect((0..<5).map { _ in taken(queue) } == [1, 11, 2, 12, 3])
    #expect(queue.next() == nil)
  }

  @Test("workers are called for as many chunks as there are, and again when they had nothing to do")
  func workers() {
    let (queue, a) = (queue, ClientAccount())
    #expect(queue.add(chunks(a, 1)) == 1)
    #expect(taken(queue) == 1)
    #expect(!queue.hasNext(), "the worker asks no more")
    #expect(queue.add(chunks(a, 2)) == 1)
    #expect(queue.add(chunks(a, 3)) == 1)
    #expect(queue.add(chunks(a, 4)) == 0)
    #expect(queue.hasNext())
    #expect(queue.add([]) == 0)
  }

  @Test("who does not take its answers misses its turns until it does, and its time begins then")
  func sleepers() {
    let state = ServerState.sample()
    let (queue, slow, quick) = (TurnQueue(options: options, budget: state.budget), ClientAccount(), ClientAccount())
    slow.keep(options.answerBytesPerClient, sending: 1, state)
    _ = queue.add(chunks(slow, 1, 2))
    _ = queue.add(chunks(quick, 11))
    #expect(taken(queue) == 11)
    #expect(queue.next() == nil)
    #expect(queue.wake(slow) == 0, "it has taken nothing")
    slow.keep(0, sending: 0, state)
    #expect(queue.wake(slow) > 0)
    #expect(queue.wake(slow) == 0, "once is enough")
    let deadline = queue.next()?.deadline
    #expect(deadline.map { $0 > .now() } == true)
  }

  @Test("where memory is short again, all go on that have waited for it")
  func shortMemory() {
    let state = ServerState.sample()
    let budget = MemoryBudget(limit: 1 << 20)
    let (queue, a, b) = (TurnQueue(options: options, budget: budget), ClientAccount(), ClientAccount())
    for client in [a, b] { client.keep(100, sending: 100, state) }
    #expect(budget.hold(1 << 19).rose)
    _ = queue.add(chunks(a, 1))
    _ = queue.add(chunks(b, 2))
    #expect(queue.next() == nil)
    #expect(budget.hold(-(1 << 19)).fell)
    #expect(queue.wakeAll() == 1, "the other worker still asks")
    #expect(queue.next() != nil && queue.next() != nil && queue.next() == nil)
  }

  @Test("a client that is gone leaves nothing, and what it had is given back to be ended")
  func removal() {
    let (queue, a, b) = (queue, ClientAccount(), ClientAccount())
    _ = queue.add(chunks(a, 1, 2))
    _ = queue.add(chunks(b, 11))
    #expect(queue.remove(a).map(\.deadline.uptimeNanoseconds) == [1, 2])
    #expect(queue.remove(a).isEmpty)
    #expect(taken(queue) == 11)
    #expect(queue.next() == nil)
  }
}

extension ServerState {
  /// The state of a server with the sample world.
  static func sample(_ options: ServerOptions = ServerOptions()) -> ServerState {
    let world = SampleWorld()
    let pool = try! WorkerPool(workers: 1) { try world.open() }
    return ServerState(options: options, pool: pool, guests: [], logger: quietLogger)
  }
}
