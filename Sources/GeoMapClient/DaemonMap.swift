import GeoClient
import GeoMap
import GeoModel
import GeoWire

/// Keeps a map of the daemon and a ``GeoMap/MapView`` of the program in step.
///
/// The view answers at once, as it would without a daemon. After each layout, changes go to the daemon; events there
/// come back when the program takes them.
///
/// When both sides change something, the change that reaches the daemon last wins. So events about the region, the
/// selection or the location are ignored while a change of this program is on its way.
final class DaemonMap: MapLink {
  /// The subject of a request.
  enum Subject: Hashable, Sendable {
    case state, region, selection, location, other
    /// A picture, by its number.
    case picture(Int)
  }

  /// The state of the daemon's map, as far as this program knows.
  struct Known {
    var place: MapPlace?
    var base: DaemonBaseMap?
    var style = UserInterfaceStyle.light
    var languages: [String] = []
    var limits = MapLimits()
    var selection: AnnotationID?
    var showsLocation = false
    var location: UserLocation.Location?
    var heading: Double?
    var tracking = UserTrackingMode.none
    var overlays: [OverlayLevel: [OverlayID]] = [:]
    /// The views that were sent, as they were then.
    var views: [AnnotationID: ToldView] = [:]
    var images: Set<String> = []
    /// The overlays that the program draws itself, or whose tiles it loads.
    var drawn: Set<OverlayID> = []
  }

  /// A view as it was last sent.
  struct ToldView {
    let view: ObjectIdentifier
    let version: Int
    /// A hash of its look then; nil when unknown.
    var look: Int?

    /// Whether a view is the one that was sent and has not changed at all since then.
    ///
    /// A view that has only moved may count as changed.
    func isOf(_ view: AnnotationView) -> Bool {
      self.view == ObjectIdentifier(view) && version == view.contentVersion
    }
  }

  let client: GeoClient
  let inbox: MapInbox
  private(set) var key = 0
  private(set) var opening: MapOpening?
  /// Whether the daemon's state is known, so that changes can be passed on.
  private(set) var isReady = false
  private(set) var failure: GeocodingError?
  var known = Known()
  /// The number of this program's requests under way.
  var underWay: [Subject: Int] = [:]
  /// The number of location failures sent by this program whose callbacks are still to come.
  var ownFailures = 0
  /// Annotations removed while the daemon was away.
  var unpassedRemovals: Set<AnnotationID> = []
  /// A member of each of the daemon's clusters, by cluster number.
  var clusterMembers: [Int: AnnotationID] = [:]
  /// Whether the region of this program takes precedence over that of a map that already exists.
  private var isOurs: Bool
  private var isDelivering = false
  private var lastPicture = 0
  /// The results of requests for pictures.
  private(set) var pictures: [Subject: Result<[UInt8], GeocodingError>] = [:]
  /// The number of callbacks and questions so far.
  private(set) var heardCount = 0

  var connection: ClientConnection { client.connection }
  var page: String? { opening?.page }
  var viewerPage: String? { opening?.viewerPage }

  init(_ client: GeoClient, name: String?, stays: Double?, size: ScreenSize, isOurs: Bool) {
    self.client = client
    self.isOurs = isOurs
    var writer = JSONWriter()
    writer.object { json in
      json.key("size")
      json.point(ScreenPoint(x: size.width, y: size.height))
      json.member("stays", number: stays)
      json.member("asks", ["views", "renderers", "drawing", "tiles"])
    }
    inbox = MapInbox(name: name, members: Array(writer.bytes.dropFirst().dropLast()))
    key = connection.add(inbox)
  }

  deinit { close() }

  func close() { connection.remove(key) }

  /// Sends a request.
  func ask(_ method: MapMethod, _ subject: Subject = .other, _ members: (inout JSONWriter) -> Void) {
    guard let number = opening?.number else { return }
    underWay[subject, default: 0] += 1
    let inbox = inbox
    connection.ask(key, number: number, method: method.rawValue) {
      inbox.append(.replied(subject, $0))
    } members: {
      members(&$0)
    }
  }

  func deliver(to map: MapView) {
    guard !isDelivering else { return }
    isDelivering = true
    for message in inbox.take() {
      take(message, map)
      // Passes on the delegate's changes first, because later messages of the daemon may predate them.
      passOn(from: map)
    }
    isDelivering = false
  }

  nonisolated(nonsending) func run(_ map: MapView) async throws {
    while true {
      let version = inbox.version
      guard failure == nil else { break }
      await inbox.wait(after: version)
      try Task.checkCancellation()
      map.deliverCallbacks()
    }
    if let failure, failure.code != .cancelled { throw failure }
  }

  nonisolated(nonsending) func synchronize(_ map: MapView) async throws {
    ask(.state, .other) { _ in }
    try await hear(map) { !self.isBusy }
  }

  /// Processes messages of the daemon until a condition holds.
  nonisolated(nonsending) func hear(_ map: MapView, until isSo: () -> Bool) async throws {
    while true {
      // The ping fails when the daemon stays away; the map itself would wait forever.
      if failure == nil, !isReady { try await client.ping() }
      let version = inbox.version
      guard failure == nil, !isSo() else { break }
      await inbox.wait(after: version)
      try Task.checkCancellation()
      map.deliverCallbacks()
    }
    if let failure { throw failure }
  }

  func nextPicture() -> Int {
    lastPicture += 1
    return lastPicture
  }

  /// Discards a picture that is no longer awaited.
  func forgetPicture(_ subject: Subject) { (underWay[subject], pictures[subject]) = (nil, nil) }

  /// Whether requests are under way or the connection is not ready.
  var isBusy: Bool { !isReady || underWay.values.contains { $0 > 0 } }

  /// Waits until the map is open and its state is known.
  ///
  /// - Throws: ``GeocodingError`` when the daemon does not open it, or the task is canceled.
  nonisolated(nonsending) func ready(_ map: MapView) async throws(GeocodingError) {
    while true {
      let version = inbox.version
      if isReady { return }
      if let failure { throw failure }
      await inbox.wait(after: version)
      guard !Task.isCancelled else { throw GeocodingError(.cancelled) }
      map.deliverCallbacks()
    }
  }

  private func take(_ message: MapInbox.Message, _ map: MapView) {
    switch message {
    case .opened(let opening):
      self.opening = opening
      underWay = [:]
      ask(.subscribe) { json in json.member("callbacks", DaemonMap.callbacks) }
      ask(.state, .state) { _ in }
    case .news(.failed(let error)): failure = error
    case .news(.ended): failure = GeocodingError(.cancelled, "the client was closed")
    case .news(.lost):
      isReady = false
      underWay = [:]
    case .news(.told(let text)):
      heardCount += 1
      var parser = JSONParser()
      _ = try? parser.parse(text) { if isReady { hear($0, map) } }
    case .replied(let subject, let result):
      if case .picture = subject {
        // A picture requested before the connection broke is no longer awaited.
        if underWay.removeValue(forKey: subject) != nil { pictures[subject] = result }
        return
      }
      underWay[subject] = max(0, underWay[subject, default: 0] - 1)
      var parser = JSONParser()
      switch result {
      case .success(let text): _ = try? parser.parse(text) { hear($0, about: subject, map) }
      case .failure(let error): map.reportRefusal(error.message)
      }
    }
  }

  /// Processes the result of a request.
  private func hear(_ result: JSONNode, about subject: Subject, _ map: MapView) {
    switch subject {
    case .state: begin(result, map)
    case .region:
      guard underWay[.region] == 0, let place = place(result, map) else { return }
      known.place = place
      map.adopt(.regionDidChange(place, animated: false))
    case .selection, .location, .picture, .other: break
    }
  }

  /// Begins to keep the maps in step, once the map is open and its state is known.
  private func begin(_ state: JSONNode, _ map: MapView) {
    guard let opening, let place = place(state, map) else { return }
    let overlays = known.overlays
    known = Known()
    if !opening.isNew { known.overlays = overlays }
    clusterMembers = [:]
    if opening.isNew || isOurs {
      // Adopts the daemon's size, because pages may show the map.
      if map.size != place.size, !opening.isNew { map.size = place.size }
    } else {
      map.adopt(.regionDidChange(place, animated: false))
    }
    known.place = place
    isOurs = false
    isReady = true
    passOnAll(from: map)
    if !opening.isNew, let selected = state.member("selectedAnnotations")?.elements.first(where: { _ in true }) {
      if let id = selected.annotationID { map.adopt(.selected(id)) }
      known.selection = map.selectedAnnotations.first
    }
    passOn(from: map)
  }

  /// Reads the visible part from a result or callback.
  func place(_ node: JSONNode, _ map: MapView) -> MapPlace? {
    guard let rect = node.member("visibleMapRect")?.mapRect, let level = node.member("level")?.double else {
      return nil
    }
    return MapPlace(rect: rect, level: level, size: node.member("size")?.size ?? known.place?.size ?? map.size)
  }

  private static let callbacks = [
    "regionWillChange", "didChangeVisibleRegion", "regionDidChange", "didSelectAnnotationView",
    "didDeselectAnnotationView", "calloutAccessoryControlTapped", "didChangeDragState", "willStartLocatingUser",
    "didStopLocatingUser", "didUpdateUserLocation", "didFailToLocateUser", "didChangeUserTrackingMode", "didTap",
    "willStartLoadingMap", "didFinishLoadingMap", "didFailLoadingMap", "willStartRenderingMap",
    "didFinishRenderingMap", "didRefuse",
  ]
}
