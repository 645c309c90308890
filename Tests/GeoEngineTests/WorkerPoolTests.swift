import GeoModel
import GeoSupport
import Synchronization
import Testing

@testable import GeoEngine

@Suite("Threads with engines") struct WorkerPoolTests {
  /// An engine that knows its version and how many of its kind are open, and notices simultaneous use by two threads.
  private final class Engine {
    let version: Int
    private let open: Counter
    private let users = Atomic<Int>(0)

    init(_ version: Int, _ open: Counter) {
      (self.version, self.open) = (version, open)
      open.value.add(1, ordering: .relaxed)
    }

    deinit { open.value.subtract(1, ordering: .relaxed) }

    func use() -> Bool {
      let isAlone = users.add(1, ordering: .relaxed).newValue == 1
      usleep(50)
      users.subtract(1, ordering: .relaxed)
      return isAlone
    }
  }

  private final class Counter: Sendable {
    let value = Atomic<Int>(0)
    var count: Int { value.load(ordering: .relaxed) }
  }

  private struct Failure: Error {}

  @Test("no two threads ever use one engine, workers and borrowers together")
  func alone() async throws {
    let open = Counter()
    let pool = WorkerPool(workers: 2) { Engine(1, open) }
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for number in 0..<200 {
        group.addTask {
          if number % 3 == 0 { return pool.withEngine { $0.use() } }
          return try await pool.run { engine, _ in .success(engine.use()) }
        }
      }
      for try await isAlone in group { #expect(isAlone) }
    }
    #expect(open.count == 2)
  }

  @Test("new engines take over between two jobs, and old ones are closed when nobody uses them")
  func replacement() async throws {
    let open = Counter()
    let pool = WorkerPool(workers: 1) { Engine(1, open) }
    #expect(pool.addEngines(2) { Engine(1, open) } == 1..<3)
    let versions = pool.withEngine(preferring: 0) { engine in
      pool.replaceEngines { Engine(2, open) }
      #expect(open.count == 4, "the engine in use and three new ones")
      return [engine.version, pool.withEngine(preferring: 1) { $0.version }]
    }
    #expect(versions == [1, 2])
    #expect(open.count == 3)
    #expect(try await pool.run { engine, _ in .success(engine.version) } == 2)
  }

  @Test("a replacement of which one engine cannot be opened changes nothing")
  func failedReplacement() {
    let open = Counter()
    let pool = WorkerPool(workers: 2) { Engine(1, open) }
    #expect(throws: Failure.self) {
      try pool.replaceEngines { () throws(Failure) in
        if open.count == 3 { throw Failure() }
        return Engine(2, open)
      }
    }
    #expect(open.count == 2)
    for engine in 0..<2 { #expect(pool.withEngine(preferring: engine) { $0.version } == 1) }
  }

  @Test("a closed pool does what it has, and then says no")
  func closing() async throws {
    let open = Counter()
    let done = Counter()
    let pool = WorkerPool(workers: 2) { Engine(1, open) }
    let job: WorkerPool<Engine>.Job = { engine in
      _ = engine.use()
      done.value.add(1, ordering: .relaxed)
    }
    #expect(pool.submit(Array(repeating: job, count: 100)))
    await pool.closeAndWait()
    #expect(done.count == 100)
    #expect(!pool.submit([job]))
    await #expect(throws: GeocodingError(.cancelled)) { try await pool.run { _, _ in .success(0) } }
    // Closing twice is harmless.
    await pool.closeAndWait()
    #expect(done.count == 100)
  }
}
