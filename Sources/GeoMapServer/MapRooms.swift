import GeoModel
import GeoServer
import GeoSupport
import GeoWire
import NIOCore
import NIOPosix
import Synchronization

/// All maps of a server by their names.
///
/// Each runs on one of a few event loops for maps only, so that a slow map delays only the maps on its loop.
final class MapRooms: Sendable {
  /// The place of one map. All access runs on the map's loop, in order of arrival.
  final class Seat: Sendable {
    let name: String
    let loop: any EventLoop
    /// The secrets with which a page may show and change the map, or only show it: 128 bits each.
    let token: String
    let viewerToken: String
    /// Records what the map's thread is doing.
    private let work: WorkSeat
    private let room: NIOLoopBoundBox<MapRoom?>

    fileprivate init(name: String, key: PageKey, on thread: Thread) {
      self.name = name
      token = key.token(name, isViewer: false)
      viewerToken = key.token(name, isViewer: true)
      (loop, work) = (thread.loop, thread.work)
      room = NIOLoopBoundBox.makeEmptyBox(eventLoop: loop)
    }

    /// The URL of a page of the map.
    func page(_ server: String, _ token: String) -> String {
      "\(server)/map/\(PercentCoding.encode(name))?token=\(token)"
    }

    /// Calls a closure with the map on its loop; nil if the map is gone.
    func ask<Answer: Sendable>(_ body: @escaping @Sendable (MapRoom) -> Answer) async -> Answer? {
      await withCheckedContinuation { continuation in
        loop.execute {
          self.work.begin(at: .now())
          defer { self.work.leave() }
          continuation.resume(returning: self.room.value.map { body($0) })
        }
      }
    }

    /// Calls a closure that answers later; nil if the map is removed before.
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

    /// Calls a closure with the map later; creates the map if it does not exist.
    func enter(_ rooms: MapRooms, _ body: @escaping @Sendable (MapRoom) -> Void) {
      loop.execute {
        self.work.begin(at: .now())
        defer { self.work.leave() }
        let room = self.room.value ?? MapRoom(seat: self, rooms: rooms)
        self.room.value = room
        body(room)
      }
    }

    /// Calls a closure with the map at once, if the map exists; called on the loop.
    func ifThere(_ body: (MapRoom) -> Void) {
      work.begin(at: .now())
      defer { work.leave() }
      if let room = room.value { body(room) }
    }

    /// Removes the map.
    func clear() { loop.execute { self.room.value = nil } }
  }

  /// A thread for maps.
  fileprivate struct Thread {
    let loop: any EventLoop
    let work: WorkSeat
  }

  private struct Entry {
    var seat: Seat
    /// The number of clients that have it open.
    var holders: Int
    /// Increases each time that a client opens or closes it.
    var version = 0
  }

  private struct State {
    var entries: [String: Entry] = [:]
    var group: MultiThreadedEventLoopGroup?
    var threads: [Thread] = []
    /// The number of maps ever opened, to assign threads in turn.
    var openCount = 0
    var pageAddress: String?
    var key: PageKey?

    /// The key for the page tokens of a map. Maps named by clients share one. A map with a generated name gets its own,
    /// because other clients may use that name later.
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
  /// The layers of the user's own areas that maps can show.
  let layers: MapLayers
  /// The seats of the map threads: one for each processor, at least two and at most four. With two threads, a slow map
  /// delays at most half of the others.
  let works = (0..<min(max(System.coreCount, 2), 4)).map { _ in WorkSeat() }
  /// The path where the key of pages is stored.
  private let keyPath: String?
  private let state = Mutex(State())
  private let annotations = Atomic<Int>(0)
  private let bytes = Atomic<Int>(0)
  private let peak = Atomic<Int>(0)

  /// - Parameter keyPath: a file for the key from which page tokens are made; nil if pages end with the server.
  init(options: ServerOptions, keyPath: String?, layers: MapLayers) {
    self.options = options
    self.layers = layers
    self.keyPath = keyPath
  }

  /// The URL of the pages, such as `http://127.0.0.1:8080`; nil if no listener serves them.
  var pageAddress: String? {
    get { state.withLock { $0.pageAddress } }
    set { state.withLock { $0.pageAddress = newValue } }
  }

  /// The server that answers the maps' queries; nil if there is none.
  var server: ServerState? { state.withLock { $0.server } }

  /// Sets the server that answers the maps' queries.
  func work(for server: ServerState) { state.withLock { $0.server = server } }

  /// Runs queries; see ``ServerState/geocode(_:for:_:)``. Without a server there are no answers.
  func geocode(
    _ queries: [PlacemarkQuery], for client: ClientAccount,
    _ done: @escaping @Sendable ([Result<[Placemark], GeocodingError>]) -> Void
  ) { server?.geocode(queries, for: client, done) }

  /// The map of a name, if the token is right, and whether the token only allows viewing.
  func seat(named name: String, token: String) -> (seat: Seat, isViewer: Bool)? {
    guard let seat = state.withLock({ $0.entries[name]?.seat }) else { return nil }
    if MapRooms.isSame(token, seat.token) { return (seat, false) }
    return MapRooms.isSame(token, seat.viewerToken) ? (seat, true) : nil
  }

  /// Compares two texts in constant time.
  private static func isSame(_ a: String, _ b: String) -> Bool {
    guard a.utf8.count == b.utf8.count else { return false }
    return zip(a.utf8, b.utf8).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }

  /// The number of maps.
  var count: Int { state.withLock { $0.entries.count } }

  /// Opens the map of a name, and creates it if there is none.
  ///
  /// - Parameter name: nil for a new map with a generated name. The name cannot be guessed, because it is enough to
  ///   open the map.
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

  /// Notes that a client has closed a map.
  ///
  /// - Returns: the version for ``remove(_:ifStill:)`` if it was the last client; otherwise nil.
  func close(_ name: String) -> Int? {
    state.withLock { state in
      guard var entry = state.entries[name] else { return nil }
      entry.holders -= 1
      entry.version += 1
      state.entries[name] = entry
      return entry.holders == 0 ? entry.version : nil
    }
  }

  /// Removes a map, unless a client has opened or closed it after the version was returned.
  func remove(_ name: String, ifStill version: Int) {
    let seat = state.withLock { state in
      state.entries[name]?.version == version ? state.entries.removeValue(forKey: name)?.seat : nil
    }
    seat?.clear()
  }

  /// Draws layers of the user's own areas again, which may have changed with the store or a file.
  func layersChanged() {
    for seat in state.withLock({ $0.entries.values.map(\.seat) }) {
      seat.loop.execute { seat.ifThere { $0.drawLayersAgain() } }
    }
  }

  /// Changes the number of annotations on maps; negative to lower it.
  func countAnnotations(_ change: Int) { annotations.add(change, ordering: .relaxed) }

  /// The number of annotations on all maps.
  var annotationCount: Int { annotations.load(ordering: .relaxed) }

  /// Reserves memory for the contents of a map; false if all maps together would exceed the limit.
  func hold(_ count: Int) -> Bool {
    let now = bytes.add(count, ordering: .relaxed).newValue
    guard now <= options.mapBytesInAll else {
      release(count)
      return false
    }
    if now > peak.load(ordering: .relaxed) { peak.store(now, ordering: .relaxed) }
    return true
  }

  /// Reserves memory for existing contents, even beyond the limit.
  func force(_ count: Int) {
    let now = bytes.add(count, ordering: .relaxed).newValue
    if now > peak.load(ordering: .relaxed) { peak.store(now, ordering: .relaxed) }
  }

  /// Whether memory use has dropped from a peak since the last call, so that free memory should return to the system.
  func wasRelieved() -> Bool {
    let (now, peak) = (byteCount, peak.load(ordering: .relaxed))
    guard peak >= 1 << 20, now < peak / 4 else { return false }
    self.peak.store(now, ordering: .relaxed)
    return true
  }

  /// Releases reserved memory.
  func release(_ count: Int) { bytes.subtract(count, ordering: .relaxed) }

  /// The estimated bytes of all maps.
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
