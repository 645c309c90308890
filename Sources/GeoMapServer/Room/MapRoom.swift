import GeoMap
import GeoModel
import GeoServer
import GeoWire
import NIOCore

/// A map that clients share: takes their requests in the order in which they come, and tells all of them what happens.
final class MapRoom {
  /// Who has the map open, and how he is reached.
  struct Client {
    /// The number of the map on the client's connection.
    let number: Int
    /// Takes what the map says. Callable from anywhere.
    let deliver: @Sendable ([MapOutput]) -> Void
    /// The callbacks that it gets.
    var callbacks = MapEvent.Kind.usual
    /// What it wants to be asked as the delegate.
    var asks: Set<MapQuestions.Kind> = []
  }

  /// Tells clients apart, and one client's maps.
  struct ClientID: Hashable, Sendable {
    let connection: ObjectIdentifier
    let number: Int
  }

  let seat: MapRooms.Seat
  let rooms: MapRooms
  let map = MapView()
  let recorder = MapRecorder()
  var clients: [ClientID: Client] = [:]
  /// What lies below everything else.
  var baseMap = MapBase.standard
  /// Who is asked.
  var delegate: ClientID?
  /// Seconds that the map stays after its last client.
  var stays = MapRoom.usualStay
  /// What templates look like.
  var templates: [String: MapViewLook] = [:]
  /// Whether somebody has opened it.
  var wasOpened = false
  /// Points of all overlays.
  var vertices: [OverlayID: Int] = [:]
  /// How overlays are drawn for which that was said later, or answered; nil for not at all.
  var chosenLooks: [OverlayID: RendererLook?] = [:]
  /// Things that came as GeoJSON.
  var geoJSONCount = 0
  /// Whom the workers answer for it.
  let account = ClientAccount()
  /// What the delegate is asked.
  var questions = MapQuestions()
  /// Counts the changes of overlays, so that nobody keeps tiles with old ones; from anywhere, as tiles of a daemon before this one may be kept.
  private(set) var overlayVersion = Int.random(in: 0..<1 << 32)
  /// Who waits until the delegate has given what is drawn, in the order of the numbers.
  var waiters: [Int: (MapRoom?) -> Void] = [:]
  var lastWaiter = 0
  /// Annotations whose titles are to be addresses.
  var placemarks = MapPlacemarks()
  /// The pages that show it, by their numbers.
  var screens: [Int: MapScreen] = [:]
  var lastScreen = 0
  /// The page on which something is being dragged.
  var draggingScreen: Int?
  /// The page on which the map is being moved.
  var movingScreen: Int?
  /// The client that has pressed something and not let go of it.
  var pressingClient: ClientID?
  /// Counts what clients have pressed.
  var pressCount = 0
  var isFrameDue = false
  var looks = ViewLooks()
  /// What stays in the corners of pages.
  var controls: [MapControl] = []
  /// The pictures of its views.
  var images: MapImages { recorder.images }
  /// Bytes that the map takes at most, what the last count has found, and what of them layouts have made.
  var (heldBytes, exactBytes, seenBytes) = (0, 0, 0)
  /// What pictures in line hold.
  var content: MapContent
  private var parser = JSONParser(keptEntries: 256)
  /// Annotations that were counted in for all maps.
  private var countedAnnotations = 0

  /// Nothing to say.
  static var done: MapResult { { $0.emptyObject() } }

  /// Seconds that a map stays after its last client unless somebody says otherwise.
  static let usualStay = 60.0
  /// Seconds that a map may stay after its last client.
  static let longestStay = 86_400.0 * 7

  /// Seconds of a clock that does not go back.
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

  /// Answers a request of a client. Nothing is sent before the reply but the callbacks of a change of the region that is not animated.
  ///
  /// - Returns: what the client hears; the others hear theirs. And whether the client has the map open now.
  func receive(_ request: WireMapRequest, id: RequestID, from client: ClientID) -> (output: [MapOutput], isOpen: Bool) {
    let result = Result { () throws(WireError) in try answer(request, client) }
    layOut()
    let events = recorder.take()
    let refusals = recorder.takeRefusals()
    // Who opens a map knows with what.
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

  /// Overlays are not what they were.
  func overlaysChanged() { overlayVersion += 1 }

  /// Tells everybody what has happened without a request.
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
    // What has another view now is still to be seen.
    recorder.add(recycled: recycled.filter { map.view(for: $0) == nil })
  }

  /// Tells all clients but one what has happened.
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

  /// Tells one client alone.
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

  /// A client opens the map.
  func enter(_ id: ClientID, _ client: Client) {
    clients[id] = client
    noteWanted()
    screensChanged()
  }

  /// Chooses the callbacks of a client.
  func subscribe(_ client: ClientID, to kinds: Set<MapEvent.Kind>) {
    clients[client]?.callbacks = kinds
    noteWanted()
  }

  private func noteWanted() {
    recorder.wanted = clients.values.reduce(into: []) { $0.formUnion($1.callbacks) }
    map.recycledViews = recorder.wanted.contains(.didRecycleAnnotationViews) ? map.recycledViews ?? [] : nil
  }

  /// A client has closed the map, or is gone. After the last one the map stays for a while; one that could not be opened does not.
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

/// What a map says to a client.
enum MapOutput: Sendable {
  /// A whole line: the reply to a request.
  case reply([UInt8])
  /// A callback, which gets its number when it is written.
  case event(MapEvent)
  /// A question, which gets a number, too.
  case question(MapQuestion)
}
