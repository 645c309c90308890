import GeoMap
import GeoModel
import GeoServer
import GeoWire
import NIOCore

/// A map that clients share. It processes their requests in order of arrival, and notifies all of them of events.
final class MapRoom {
  /// A client that has the map open.
  struct Client {
    /// The number of the map on the client's connection.
    let number: Int
    /// Sends output to the client. Callable from any thread.
    let deliver: @Sendable ([MapOutput]) -> Void
    /// The callbacks that it gets.
    var callbacks = MapEvent.Kind.usual
    /// The questions that it wants to answer as the delegate.
    var asks: Set<MapQuestions.Kind> = []
  }

  /// Identifies one open map of one client.
  struct ClientID: Hashable, Sendable {
    let connection: ObjectIdentifier
    let number: Int
  }

  let seat: MapRooms.Seat
  let rooms: MapRooms
  let map = MapView()
  let recorder = MapRecorder()
  var clients: [ClientID: Client] = [:]
  /// The base map.
  var baseMap = MapBase.standard
  /// The client that answers questions.
  var delegate: ClientID?
  /// The time in seconds that the map stays after its last client.
  var stays = MapRoom.usualStay
  /// The appearances of templates.
  var templates: [String: MapViewLook] = [:]
  /// Whether a client has opened it.
  var wasOpened = false
  /// The number of vertices of each overlay.
  var vertices: [OverlayID: Int] = [:]
  /// The styles of overlays that were set later, or by an answer; nil hides the overlay.
  var chosenLooks: [OverlayID: RendererLook?] = [:]
  /// The number of things added as GeoJSON.
  var geoJSONCount = 0
  /// The account for the map's own queries.
  let account = ClientAccount()
  /// The questions for the delegate.
  var questions = MapQuestions()
  /// Counts the changes of overlays, so that no cached tile shows old ones. Starts at a random number, because tiles of
  /// an earlier daemon may be cached.
  private(set) var overlayVersion = Int.random(in: 0..<1 << 32)
  /// The closures that wait for the delegate's parts, called in the order of their numbers.
  var waiters: [Int: (MapRoom?) -> Void] = [:]
  var lastWaiter = 0
  /// The annotations with addresses as titles.
  var placemarks = MapPlacemarks()
  /// The pages that show it, by their numbers.
  var screens: [Int: MapScreen] = [:]
  var lastScreen = 0
  /// The page on which an annotation is being dragged.
  var draggingScreen: Int?
  /// The page on which the map is being moved.
  var movingScreen: Int?
  /// The client whose press has not been released.
  var pressingClient: ClientID?
  /// Counts the presses of clients.
  var pressCount = 0
  var isFrameDue = false
  var looks = ViewLooks()
  /// The controls in the corners of pages.
  var controls: [MapControl] = []
  /// The pictures of its views.
  var images: MapImages { recorder.images }
  /// The bytes counted for the map, the result of the last full count, and the part that layouts create.
  var (heldBytes, exactBytes, seenBytes) = (0, 0, 0)
  /// The contents that waiting pictures hold.
  var content: MapContent
  private var parser = JSONParser(keptEntries: 256)
  /// The annotations of this map that are included in the count of all maps.
  private var countedAnnotations = 0

  /// An empty result.
  static var done: MapResult { { $0.emptyObject() } }

  /// The default time in seconds that a map stays after its last client.
  static let usualStay = 60.0
  /// The maximum time in seconds that a map may stay after its last client.
  static let longestStay = 86_400.0 * 7

  /// The time of a monotonic clock in seconds.
  static var now: Double { Double(NIODeadline.now().uptimeNanoseconds) / 1e9 }

  init(seat: MapRooms.Seat, rooms: MapRooms) {
    self.seat = seat
    self.rooms = rooms
    content = MapContent(rooms)
    exactBytes = MapRoom.roomBytes
    map.delegate = recorder
    recorder.asksViews = { [unowned self] in noteViews($0) }
    recorder.asksRenderers = { [unowned self] in noteRenderers($0) }
    recorder.asksPart = { [unowned self] in noteNeed($0) }
    note(MapRoom.roomBytes)
  }

  deinit {
    account.leave()
    for body in waiters.values { body(nil) }
    rooms.countAnnotations(-countedAnnotations)
    content.freed += heldBytes
    for screen in screens.values { screen.end() }
  }

  /// Answers a request of a client.
  ///
  /// Events up to the last one of an unanimated change of the region come before the reply, all others after it.
  ///
  /// - Returns: the output for this client, and whether it has the map open now. Other clients get their output
  ///   directly.
  func receive(_ request: WireMapRequest, id: RequestID, from client: ClientID) -> (output: [MapOutput], isOpen: Bool) {
    let result = Result { () throws(WireError) in try answer(request, client) }
    layOut()
    let events = recorder.take()
    let refusals = recorder.takeRefusals()
    // A client that opens a map does not get the events of its own request.
    let own = request.method == .open ? [] : chosen(events, by: client)
    let early = (own.lastIndex { $0.comesBeforeReply } ?? -1) + 1
    var output = own[..<early].map { MapOutput.event($0) }
    if id != .absent {
      output.append(
        .reply(
          JSONWriter.line { json in
            switch (result, refusals.first) {
            case (.failure(let error), _): json.reply(to: id, error: error)
            case (.success, let refusal?): json.reply(to: id, error: WireError(.invalidQuery, refusal.description))
            case (.success(let result), nil): json.reply(to: id, result)
            }
          }))
    }
    output += own[early...].map { MapOutput.event($0) }
    var isOpen = request.method != .close
    if request.method == .open, case .failure = result { isOpen = false }
    if !isOpen { leave(client) }
    tellOthers(events, than: client)
    if !questions.isIdle { schedule(.zero) { $0.askDelegate() } }
    screensChanged()
    return (output, isOpen)
  }

  /// Notes that overlays have changed.
  func overlaysChanged() { overlayVersion += 1 }

  /// Reports to all clients the changes that no request has made.
  func settle() {
    layOut()
    _ = recorder.takeRefusals()
    tellOthers(recorder.take(), than: nil)
    askDelegate()
    screensChanged()
  }

  private func layOut() {
    map.layout()
    countAnnotations()
    countSeen()
    guard let recycled = map.recycledViews else { return }
    map.recycledViews = []
    // An annotation with a new view is still visible.
    recorder.add(recycled: recycled.filter { map.view(for: $0) == nil })
  }

  /// Sends events to all clients but one.
  private func tellOthers(_ events: [MapEvent], than client: ClientID?) {
    for (id, other) in clients where id != client {
      let own = chosen(events, by: id)
      if !own.isEmpty { other.deliver(own.map { .event($0) }) }
    }
  }

  private func chosen(_ events: [MapEvent], by client: ClientID) -> [MapEvent] {
    guard let callbacks = clients[client]?.callbacks else { return [] }
    return events.filter { callbacks.contains($0.kind) }
  }

  /// Sends an event to one client.
  func tell(_ client: ClientID, _ event: MapEvent) {
    if !chosen([event], by: client).isEmpty { clients[client]?.deliver([.event(event)]) }
  }

  private func countAnnotations() {
    rooms.countAnnotations(map.annotationCount - countedAnnotations)
    countedAnnotations = map.annotationCount
  }

  private func answer(_ request: WireMapRequest, _ client: ClientID) throws(WireError) -> MapResult {
    let read: Result<MapResult, WireError>
    do throws(JSONError) {
      read = try parser.parse(request.params) { root in
        Result { () throws(WireError) in
          if let method = request.method { return try perform(method, MapParameters(root), client) }
          if client == delegate { take(root, to: request.question) }
          return MapRoom.done
        }
      }
    } catch { throw WireError(.parseError, "the parameters are not JSON: \(error)") }
    return try read.get()
  }

  /// Adds a client that opens the map.
  func enter(_ id: ClientID, _ client: Client) {
    clients[id] = client
    noteWanted()
    screensChanged()
  }

  /// Sets the callbacks of a client.
  func subscribe(_ client: ClientID, to kinds: Set<MapEvent.Kind>) {
    clients[client]?.callbacks = kinds
    noteWanted()
  }

  private func noteWanted() {
    recorder.wanted = clients.values.reduce(into: []) { $0.formUnion($1.callbacks) }
    map.recycledViews = recorder.wanted.contains(.didRecycleAnnotationViews) ? map.recycledViews ?? [] : nil
  }

  /// Removes a client that has closed the map, or is gone. After the last one the map stays for a while, unless no
  /// client ever succeeded in opening it.
  func leave(_ client: ClientID) {
    guard clients.removeValue(forKey: client) != nil else { return }
    noteWanted()
    cancelPress(of: client)
    if delegate == client {
      delegate = nil
      questions.reset()
      wasGiven()
    }
    if clients.isEmpty { screensChanged() }
    guard let version = rooms.close(seat.name) else { return }
    guard wasOpened, stays > 0 else { return rooms.remove(seat.name, ifStill: version) }
    let (rooms, name) = (rooms, seat.name)
    seat.loop.scheduleTask(in: .milliseconds(Int64(stays * 1_000))) { rooms.remove(name, ifStill: version) }
  }
}

/// Writes the result of a request.
typealias MapResult = (inout JSONWriter) -> Void

/// The output of a map for a client.
enum MapOutput: Sendable {
  /// A whole line: the reply to a request.
  case reply([UInt8])
  /// A callback, which gets its sequence number when it is written.
  case event(MapEvent)
  /// A question, which gets a sequence number too.
  case question(MapQuestion)
}
