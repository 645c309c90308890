import GeoModel
import GeoWire

/// A request on its way to its map.
struct MapTask: Sendable {
  let seat: MapRooms.Seat
  /// The number of the map on this connection.
  let number: Int
  let id: RequestID
  let request: WireMapRequest
}

/// What the session must know of a request that a map has answered.
struct MapAnswer: Sendable {
  /// The length of the request's parameters.
  var bytes: Int
  /// Whether the client does not have the map open any more.
  var isClosed: Bool
}

/// A map that a client has open.
struct OpenMap {
  let seat: MapRooms.Seat
  /// Counts its callbacks.
  var sequence = 0
  /// Whether the client has closed it, which the map does not know yet.
  var isClosing = false
}

extension Session {
  /// Hands a request to its map, which answers requests in their order.
  mutating func askMap(_ request: WireMapRequest, _ destination: Destination) {
    guard destination.array == nil else {
      return write(
        destination, WireError(.invalidRequest, "requests of maps stand alone; send them one by one, not in an array"))
    }
    // An answer gets no reply, whatever is wrong with it.
    let destination = request.method == nil ? Destination(id: .absent) : destination
    do throws(WireError) {
      let (number, seat) = try map(of: request)
      if request.method == .close { maps[number]?.isClosing = true }
      let watch = try watch(shownBy: request)
      mapTasks.append(MapTask(seat: seat, number: number, id: destination.id, request: request))
      mapBytes += request.params.count
      count(1)
      if request.method == .setShowsUserLocation { show(watch, on: number) }
    } catch { write(destination, error) }
  }

  /// The watch whose positions a map is asked to show; nil for none.
  private mutating func watch(shownBy request: WireMapRequest) throws(WireError) -> Int? {
    guard request.method == .setShowsUserLocation else { return nil }
    let asked = try? parser.parse(request.params) { node in
      node.member("shows")?.bool == true ? node.member("source")?.member("watch")?.integer : nil
    }
    guard let watch = asked ?? nil else { return nil }
    guard watches[watch].map({ $0.stop == nil }) == true else {
      throw WireError(.invalidQuery, "there is no watch \(watch) on this connection; start it with locationWatch.start")
    }
    return watch
  }

  /// From now on a map shows the positions of a watch, and of no other.
  private mutating func show(_ watch: Int?, on map: Int) {
    for number in watches.keys { watches[number]?.maps.remove(map) }
    guard let watch else { return }
    watches[watch]?.maps.insert(map)
    if let fix = watches[watch]?.lastFix { show(fix, on: map) }
  }

  /// Tells a map where a watch is.
  mutating func show(_ fix: WireFix, on number: Int) {
    guard let map = maps[number], !map.isClosing else { return }
    var writer = JSONWriter()
    writer.object { $0.fixMembers(fix) }
    let request = WireMapRequest(method: .updateUserLocation, mapView: number, params: writer.bytes)
    mapTasks.append(MapTask(seat: map.seat, number: number, id: .absent, request: request))
    mapBytes += request.params.count
    count(1)
  }

  private mutating func map(of request: WireMapRequest) throws(WireError) -> (Int, MapRooms.Seat) {
    guard request.method == .open else {
      if let map = maps[request.mapView], !map.isClosing { return (request.mapView, map.seat) }
      throw WireError(.invalidQuery, "there is no map \(request.mapView); open it with mapView.open")
    }
    guard maps.count < server.options.mapsPerClient else {
      throw WireError(.loadingThrottled, "too many maps; close one first")
    }
    let seat = try server.maps.open(request.name)
    let number = nextHandle()
    maps[number] = OpenMap(seat: seat)
    return (number, seat)
  }

  /// The noted requests of maps.
  mutating func takeMapTasks() -> [MapTask] {
    defer { mapTasks = [] }
    return mapTasks
  }

  /// Takes what a map says.
  ///
  /// - Parameter answered: the request to which a line of it is the reply; nil when none is.
  mutating func take(_ output: [MapOutput], of number: Int, answered: MapAnswer?) {
    for one in output { mapLines.append(one, of: number) }
    guard let answered else { return }
    mapBytes -= answered.bytes
    count(-1)
    guard answered.isClosed else { return }
    releaseMapLines()
    maps[number] = nil
  }

  /// Writes what maps have said: the client takes it.
  mutating func releaseMapLines() {
    for (number, output) in mapLines.take() {
      switch output {
      case .reply(let line): replies.appendLine { $0.append(contentsOf: line) }
      case .event(let event):
        appendNumbered(number) { $0.mapCallback(event, mapView: number, sequence: $1) }
      case .question(let question):
        appendNumbered(number) { $0.mapQuestion(question, mapView: number, sequence: $1) }
      }
    }
  }

  private mutating func appendNumbered(_ number: Int, _ write: (inout JSONWriter, Int) -> Void) {
    guard let sequence = maps[number]?.sequence else { return }
    maps[number]?.sequence = sequence + 1
    replies.appendLine { line in
      JSONWriter.append(to: &line) { json in
        write(&json, sequence + 1)
        json.endLine()
      }
    }
  }

  /// Whether what maps have said and the client has not taken is more than is kept for a client.
  var isFloodedByMaps: Bool { mapLines.byteCount > server.options.answerBytesPerClient }
}

/// What maps say to a client, as long as the client has others to take: of what tells only how things are now, the newest is kept.
struct MapOutbox {
  private var waiting: [(number: Int, output: MapOutput)] = []
  /// Bytes that wait.
  private(set) var byteCount = 0

  /// What a callback has besides its members.
  private static let frame = 100

  /// Whether nothing waits.
  var isEmpty: Bool { waiting.isEmpty }

  /// Adds what a map says.
  mutating func append(_ output: MapOutput, of number: Int) {
    if case .event(let event) = output, event.kind.isReplaceable {
      let older = waiting.lastIndex { waits in
        if waits.number == number, case .event(let other) = waits.output { return other.kind == event.kind }
        return false
      }
      if let older { byteCount -= MapOutbox.bytes(waiting.remove(at: older).output) }
    }
    waiting.append((number, output))
    byteCount += MapOutbox.bytes(output)
  }

  /// Gives all of it.
  mutating func take() -> [(number: Int, output: MapOutput)] {
    defer { (waiting, byteCount) = ([], 0) }
    return waiting
  }

  private static func bytes(_ output: MapOutput) -> Int {
    switch output {
    case .reply(let line): line.count
    case .event(let event): event.members.count + frame
    case .question(let question): question.members.count + frame
    }
  }
}
