import GeoClient
import GeoMap
import GeoModel
import GeoWire

/// Keeps a map of the daemon and a ``GeoMap/MapView`` of the program in step.
///
/// The view is asked and answers at once, as without a daemon. After each layout what has changed goes to the daemon; what happens there comes
/// back when the program takes it. Of what both have changed, that stands which reached the daemon last: what it tells of the region or of the
/// selection is passed over while a change of our own is on its way there.
final class DaemonMap: MapLink {
  /// What a request is about.
  enum Subject: Hashable, Sendable {
    case state, region, selection, location, other
    /// A picture, by its number.
    case picture(Int)
  }

  /// What the daemon knows.
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
    /// The views that it was told, as they were then.
    var views: [AnnotationID: ToldView] = [:]
    var images: Set<String> = []
    /// Overlays that the program draws itself, or whose tiles it loads.
    var drawn: Set<OverlayID> = []
  }

  /// A view as it was told.
  struct ToldView {
    let view: ObjectIdentifier
    let version: Int
    /// A hash of how it looked then; nil when that is not known.
    var look: Int?

    /// Whether nothing about a view has changed since, not even what makes no difference to how it looks.
    func isOf(_ view: AnnotationView) -> Bool {
      self.view == ObjectIdentifier(view) && version == view.contentVersion
    }
  }

  let client: GeoClient
  let inbox: MapInbox
  private(set) var key = 0
  private(set) var opening: MapOpening?
  /// Whether the daemon's state is known, so that ours can be passed on.
  private(set) var isReady = false
  private(set) var failure: GeocodingError?
  var known = Known()
  /// Requests of ours that are under way.
  var underWay: [Subject: Int] = [:]
  /// Failures to locate the user that we have told and that the daemon will tell us.
  var ownFailures = 0
  /// What was taken off while the daemon was away.
  var unpassedRemovals: Set<AnnotationID> = []
  /// Members of the daemon's clusters by their numbers.
  var clusterMembers: [Int: AnnotationID] = [:]
  /// Whether what the program shows counts when the map is there already.
  private var isOurs: Bool
  private var isDelivering = false
  private var lastPicture = 0
  /// Replies to requests for pictures.
  private(set) var pictures: [Subject: Result<[UInt8], GeocodingError>] = [:]
  /// Callbacks and questions so far.
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
      // What the delegate has changed goes first: what the daemon tells later may be of before.
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

  /// Takes what the daemon says until something is so.
  nonisolated(nonsending) func hear(_ map: MapView, until isSo: () -> Bool) async throws {
    while true {
      // Fails when the daemon stays away, while a map waits for it as long as it lives.
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

  /// Nobody waits for a picture any more.
  func forgetPicture(_ subject: Subject) { (underWay[subject], pictures[subject]) = (nil, nil) }

  /// Whether something is on its way to the daemon, or waits for it.
  var isBusy: Bool { !isReady || underWay.values.contains { $0 > 0 } }

  /// Waits until the map is open and what it shows is known.
  ///
  /// - Throws: ``GeocodingError`` when the daemon does not open it.
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
        // After a break nobody waits for it.
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

  /// Takes a result.
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

  /// The map is open, and its state is known.
  private func begin(_ state: JSONNode, _ map: MapView) {
    guard let opening, let place = place(state, map) else { return }
    let overlays = known.overlays
    known = Known()
    if !opening.isNew { known.overlays = overlays }
    clusterMembers = [:]
    if opening.isNew || isOurs {
      // The daemon's size counts, as pages may show the map.
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

  /// What a result or callback says of what is seen.
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
