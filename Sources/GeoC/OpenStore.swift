import GeoEngine
import GeoStore
import GeoSupport
import Synchronization

/// A store behind a handle of the C interface. Threads borrow its engines, which are opened when needed.
///
/// It has no threads of its own, so that a process may fork while it is open.
final class OpenStore: Sendable {
  /// An engine on loan to one thread.
  struct Loan {
    let engine: PlacemarkEngine
    fileprivate let generation: Int
    fileprivate let shelf: Shelf
  }

  /// The path of the file.
  let path: String
  /// The shelf of this process.
  ///
  /// A child process gets its own: locks that other threads held during the fork stay locked in the old one.
  private let shelf: Atomic<UInt>
  private let process: Atomic<Int32>

  /// Opens a store.
  ///
  /// - Throws: ``StoreError`` that says what is wrong with the file and what to do.
  init(path: String) throws(StoreError) {
    self.path = path
    shelf = Atomic(try OpenStore.newShelf(path))
    process = Atomic(getpid())
  }

  deinit { OpenStore.unmanaged(shelf.load(ordering: .acquiring)).release() }

  /// The store's description.
  func info() throws(StoreError) -> StoreInfo { try current().state.withLock { $0.info } }

  /// Opens the file that is at the path now. Engines in use continue with the old one.
  ///
  /// - Throws: ``StoreError``; then the old store stays in use.
  func reload() throws(StoreError) {
    let shelf = try current()
    let engine = try PlacemarkEngine(database: path)
    let (info, idle) = (engine.info, Idle(engine: engine))
    shelf.state.withLock { state in
      state.idle = [idle]
      state.generation += 1
      state.info = info
    }
  }

  /// Borrows an engine, to be returned by ``giveBack(_:)``.
  ///
  /// - Throws: ``StoreError`` when all are in use and another one cannot be opened.
  func borrow() throws(StoreError) -> Loan {
    let shelf = try current()
    let (idle, generation) = shelf.state.withLock { ($0.idle.popLast(), $0.generation) }
    if let idle { return Loan(engine: idle.engine, generation: generation, shelf: shelf) }
    return Loan(engine: try PlacemarkEngine(database: path), generation: generation, shelf: shelf)
  }

  /// Takes a borrowed engine back.
  func giveBack(_ loan: Loan) {
    // An engine whose store was changed in place never answers again. The next query opens the current file.
    guard !loan.engine.health.isChanged else { return }
    let (idle, generation) = (Idle(engine: loan.engine), loan.generation)
    loan.shelf.state.withLock { state in
      if state.generation == generation, state.idle.count < OpenStore.mostIdle { state.idle.append(idle) }
    }
  }

  private static let mostIdle = 2 * SystemThread.processorCount

  // MARK: The shelf

  /// An idle engine. It is Sendable unchecked: it is on the shelf, or one thread has it.
  fileprivate struct Idle: @unchecked Sendable { let engine: PlacemarkEngine }

  fileprivate struct State {
    var idle: [Idle]
    /// Counts reloads. An engine from before a reload is not kept when it comes back.
    var generation = 0
    var info: StoreInfo
  }

  fileprivate final class Shelf: Sendable {
    fileprivate let state: Mutex<State>

    init(_ first: Idle) { state = Mutex(State(idle: [first], info: first.engine.info)) }
  }

  private func current() throws(StoreError) -> Shelf {
    let now = getpid()
    if process.load(ordering: .acquiring) != now {
      // The parent's shelf is left alone. A child begins with one thread, so no other thread makes a shelf now.
      shelf.store(try OpenStore.newShelf(path), ordering: .releasing)
      process.store(now, ordering: .releasing)
    }
    return OpenStore.unmanaged(shelf.load(ordering: .acquiring)).takeUnretainedValue()
  }

  /// Makes a shelf with one engine, retained once.
  private static func newShelf(_ path: String) throws(StoreError) -> UInt {
    let shelf = Shelf(Idle(engine: try PlacemarkEngine(database: path)))
    return UInt(bitPattern: Unmanaged.passRetained(shelf).toOpaque())
  }

  private static func unmanaged(_ shelf: UInt) -> Unmanaged<Shelf> {
    Unmanaged.fromOpaque(UnsafeRawPointer(bitPattern: shelf)!)
  }
}
