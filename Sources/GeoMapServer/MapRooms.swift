import GeoModel
import GeoServer
import GeoSupport
import GeoWire
import NIOCore
import NIOPosix
import Synchronization

/// All maps of a server by their names. Each lives on an event loop that only maps use, so that a client waits for its own map and not for
/// somebody else's, unless all loops are busy.
final class MapRooms: Sendable {
  /// Where a map lives. What is done with it is done on its loop, in the order in which it came.
  final class Seat: Sendable {
    let name: String
    let loop: any EventLoop
    /// What a page must know to show the map, and to show it without changing it: 128 random bits each.
    let token: String
    let viewerToken: String
    /// Where its thread says what it is at.
    private let work: WorkSeat
    private let room: NIOLoopBoundBox<MapRoom?>

    fileprivate init(name: String, key: PageKey, on thread: Thread) {
      self.name = name
      token = key.token(name, isViewer: false)
      viewerToken = key.token(name, isViewer: true)
      (loop, work) = (thread.loop, thread.work)
      room = NIOLoopBoundBox.makeEmptyBox(eventLoop: loop)
    }

    /// The address of a page of the map.
    func page(_ server: String, _ token: String) -> String {
      "\(server)/map/\(PercentCoding.encode(name))?token=\(token)"
    }

    /// Asks the map something from elsewhere; nil when it is not there any more.
    func ask<Answer: Sendable>(_ body: @escaping @Sendable (MapRoom) -> Answer) async -> Answer? {
      await withCheckedContinuation { continuation in
        loop.execute {
          self.work.begin(at: .now())
          defer { self.work.leave() }
          continuation.resume(returning: self.room.value.map { body($0) })
        }
      }
    }

    /// The same for an answer that comes later; nil when the map goes before.
    func ask<Answer: Sendable>(
      later body: @escaping @Sendable (MapRoom, @escaping @Sendable (Answer?) -> Void) -> Void
    ) async -> Answer? {
      await withCheckedContinuation { continuation in
        loop.execute {
          self.work.begin(at: .now())
          defer { self.work.leave() }
          guard let room = self.room.value else { return continuation.resume(returning: nil) }
          body(room) { continuation.resume(returning: $0) }
        }
      }
    }

    /// Does something with the map, some time later; it is made when it is not there.
    func enter(_ rooms: MapRooms, _ body: @escaping @Sendable (MapRoom) -> Void) {
      loop.execute {
        self.work.begin(at: .now())
        defer { self.work.leave() }
        let room = self.room.value ?? MapRoom(seat: self, rooms: rooms)
        self.room.value = room
        body(room)
      }
    }

    /// Does something with the map at once, if it is there; called on the loop.
    func ifThere(_ body: (MapRoom) -> Void) {
      work.begin(at: .now())
      defer { work.leave() }
      if let room = room.value { body(room) }
    }

    /// Throws the map away.
    func clear() { loop.execute { self.room.value = nil } }
  }

  /// A thread of maps.
  fileprivate struct Thread {
    let loop: any EventLoop
    let work: WorkSeat
  }

  private struct Entry {
    var seat: Seat
    /// How many clients have it open.
    var holders: Int
    /// Counts up with each that opens or closes it.
    var version = 0
  }

  private struct State {
    var entries: [String: Entry] = [:]
    var group: MultiThreadedEventLoopGroup?
    var threads: [Thread] = []
    /// Maps that were ever opened: they are given to the threads in turns.
    var openCount = 0
    var pageAddress: String?
    var key: PageKey?

    /// The key of pages of maps that clients name; one of its own for another map, as its name may be that of others another time.
    mutating func key(isNamed: Bool, _ path: String?) -> PageKey {
      guard isNamed, pageAddress != nil else { return PageKey() }
      let key = key ?? PageKey(path: path)
      self.key = key
      return key
    }
    weak var server: ServerState?

    /// The thread for the next map.
    mutating func nextThread(_ works: [WorkSeat]) -> Thread {
      if group == nil {
        let group = SystemThread.startingOthers { MultiThreadedEventLoopGroup(numberOfThreads: works.count) }
        self.group = group
        threads = zip(group.makeIterator(), works).map { Thread(loop: $0, work: $1) }
      }
      openCount += 1
      return threads[openCount % threads.count]
    }
  }

  let options: ServerOptions
  /// Where the threads of maps say what they are at: one for each processor, but two at least, so that one map which takes long holds up half of
  /// the others at most, and four at most.
  let works = (0..<min(max(System.coreCount, 2), 4)).map { _ in WorkSeat() }
  /// Where the key of pages is kept.
  private let keyPath: String?
  private let state = Mutex(State())
  private let annotations = Atomic<Int>(0)
  private let bytes = Atomic<Int>(0)
  private let peak = Atomic<Int>(0)

  /// - Parameter keyPath: a file that keeps the key from which tokens of pages are made; nil: pages end with the server.
  init(options: ServerOptions, keyPath: String?) {
    self.options = options
    self.keyPath = keyPath
  }

  /// Where pages are, such as `http://127.0.0.1:8080`; nil when nobody serves them.
  var pageAddress: String? {
    get { state.withLock { $0.pageAddress } }
    set { state.withLock { $0.pageAddress = newValue } }
  }

  /// Who answers what maps ask; nil when there is nobody.
  var server: ServerState? { state.withLock { $0.server } }

  /// Who answers what maps ask.
  func work(for server: ServerState) { state.withLock { $0.server = server } }

  /// Asks about places; see ``ServerState/geocode(_:for:_:)``. Without a server nobody answers.
  func geocode(
    _ queries: [PlacemarkQuery], for client: ClientAccount,
    _ done: @escaping @Sendable ([Result<[Placemark], GeocodingError>]) -> Void
  ) { server?.geocode(queries, for: client, done) }

  /// The map of a name, for who knows its token; and whether that allows to change anything.
  func seat(named name: String, token: String) -> (seat: Seat, isViewer: Bool)? {
    guard let seat = state.withLock({ $0.entries[name]?.seat }) else { return nil }
    if MapRooms.isSame(token, seat.token) { return (seat, false) }
    return MapRooms.isSame(token, seat.viewerToken) ? (seat, true) : nil
  }

  /// Compares in a time that does not tell where two texts differ.
  private static func isSame(_ a: String, _ b: String) -> Bool {
    guard a.utf8.count == b.utf8.count else { return false }
    return zip(a.utf8, b.utf8).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }

  /// How many maps there are.
  var count: Int { state.withLock { $0.entries.count } }

  /// The map of a name, made when there is none.
  ///
  /// - Parameter name: nil for a new map, which gets a name of its own that nobody can guess: whoever knows a name may open its map.
  func open(_ name: String?) throws(WireError) -> Seat {
    let found: Seat? = state.withLock { state in
      if let name, let entry = state.entries[name] {
        state.entries[name]?.holders += 1
        state.entries[name]?.version += 1
        return entry.seat
      }
      guard state.entries.count < options.mapsInAll else { return nil }
      let own = name ?? MapRooms.ownName()
      let seat = Seat(name: own, key: state.key(isNamed: name != nil, keyPath), on: state.nextThread(works))
      state.entries[own] = Entry(seat: seat, holders: 1)
      return seat
    }
    guard let found else {
      throw WireError(.loadingThrottled, "the server has too many maps; close one, or try again later")
    }
    return found
  }

  /// A name with 128 random bits.
  private static func ownName() -> String {
    var generator = SystemRandomNumberGenerator()
    return "map " + generator.next().hexDigits + generator.next().hexDigits
  }

  /// A client has let go of a map.
  ///
  /// - Returns: what ``remove(_:ifStill:)`` wants to know when it was the last one; nil otherwise.
  func close(_ name: String) -> Int? {
    state.withLock { state in
      guard var entry = state.entries[name] else { return nil }
      entry.holders -= 1
      entry.version += 1
      state.entries[name] = entry
      return entry.holders == 0 ? entry.version : nil
    }
  }

  /// Throws a map away unless somebody has opened it since.
  func remove(_ name: String, ifStill version: Int) {
    let seat = state.withLock { state in
      state.entries[name]?.version == version ? state.entries.removeValue(forKey: name)?.seat : nil
    }
    seat?.clear()
  }

  /// So many more annotations are on maps; fewer when negative.
  func countAnnotations(_ change: Int) { annotations.add(change, ordering: .relaxed) }

  /// Annotations on all maps.
  var annotationCount: Int { annotations.load(ordering: .relaxed) }

  /// Takes room for what a map holds; false when there is none.
  func hold(_ count: Int) -> Bool {
    let now = bytes.add(count, ordering: .relaxed).newValue
    guard now <= options.mapBytesInAll else {
      release(count)
      return false
    }
    if now > peak.load(ordering: .relaxed) { peak.store(now, ordering: .relaxed) }
    return true
  }

  /// Takes room for what is there already, even where there is none.
  func force(_ count: Int) {
    let now = bytes.add(count, ordering: .relaxed).newValue
    if now > peak.load(ordering: .relaxed) { peak.store(now, ordering: .relaxed) }
  }

  /// Whether maps held much since the last call and hold little now: then free memory should go back to the system.
  func wasRelieved() -> Bool {
    let (now, peak) = (byteCount, peak.load(ordering: .relaxed))
    guard peak >= 1 << 20, now < peak / 4 else { return false }
    self.peak.store(now, ordering: .relaxed)
    return true
  }

  /// Gives room back.
  func release(_ count: Int) { bytes.subtract(count, ordering: .relaxed) }

  /// Bytes that all maps hold, by their estimates.
  var byteCount: Int { bytes.load(ordering: .relaxed) }

  /// Ends the threads of the maps.
  func shutdown() async {
    let group = state.withLock { state in
      state.entries = [:]
      return state.group
    }
    try? await group?.shutdownGracefully()
  }
}
