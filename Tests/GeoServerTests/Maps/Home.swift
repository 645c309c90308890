import GeoMap
import GeoModel
import GeoSupport
import GeoTestKit
import GeoWire
import Synchronization
import Testing

@testable import GeoMapClient
@testable import GeoServer

/// Creates the maps of the facts, in a daemon.
///
/// The program's changes are made on its own map and must arrive at the daemon. A user's gestures are performed in the
/// daemon, by another client, and must arrive at the program.
enum Home {
  /// Whether gestures are performed in this process.
  static let isHere = false

  /// The objects of a test's map.
  private struct Rig {
    let link: DaemonMap
    let user: RawClient
  }

  // Tests of the facts do not use one map concurrently; the table is shared.
  private static let rigs = Mutex<[ObjectIdentifier: @Sendable () -> Rig]>([:])
  private static let lastNumber = Atomic<Int>(0)

  /// A map of this size.
  static func map(size: ScreenSize = ScreenSize(width: 800, height: 600)) throws -> MapView {
    let name = "fact \(lastNumber.add(1, ordering: .relaxed).newValue)"
    let server = try SharedServer.path()
    let (map, link) = GeoClient(socketPath: server).openMap(named: name, center: nil, level: nil, size: size, stays: 0)
    while !link.isReady, link.failure == nil {
      link.inbox.waitOnThread()
      map.deliverCallbacks()
    }
    if let failure = link.failure { throw failure }
    guard let user = RawClient(path: server) else { throw TestFailure("nobody listens on \(server)") }
    let opened = user.reply(#"{"id":0,"method":"mapView.open","params":{"name":"\#(name)","role":"observer"}}"#)
    guard opened.contains(#""mapView":1"#) else { throw TestFailure(opened) }
    _ = user.reply(#"{"id":0,"method":"mapView.subscribe","params":{"mapView":1,"callbacks":[]}}"#)
    nonisolated(unsafe) let rig = Rig(link: link, user: user)
    let id = ObjectIdentifier(map)
    rigs.withLock { $0[id] = { rig } }
    return map
  }

  private static func rig(_ map: MapView) -> Rig? {
    let id = ObjectIdentifier(map)
    return rigs.withLock { $0[id] }?()
  }

  /// Performs a user's gesture.
  static func handle(_ gesture: Gesture, on map: MapView) {
    guard let rig = rig(map) else { return map.handle(gesture) }
    synchronize(map, rig.link)
    let answer = rig.user.reply(
      #"{"id":1,"method":"mapView.gesture","params":{"mapView":1,\#(members(gesture))}}"#)
    #expect(answer.contains(#""result":{}"#), "\(answer)")
    synchronize(map, rig.link)
  }

  private static func members(_ gesture: Gesture) -> String {
    func at(_ name: String, _ point: ScreenPoint, _ time: Double) -> String {
      #""gesture":"\#(name)","point":[\#(point.x),\#(point.y)],"time":\#(time)"#
    }
    switch gesture {
    case .press(let point, let time): return at("press", point, time)
    case .move(let point, let time): return at("move", point, time)
    case .release(let point, let time): return at("release", point, time)
    case .tap(let point): return at("tap", point, 0)
    case .wheel(let point, let levels): return at("wheel", point, 0) + #","levels":\#(levels)"#
    case .cancel(let time): return #""gesture":"cancel","time":\#(time)"#
    case .key(let key): return #""gesture":"key","key":"\#(key.rawValue)""#
    case .show, .lift, .carry: return #""gesture":"none""#
    }
  }

  /// Waits until both sides have received all events.
  private static func synchronize(_ map: MapView, _ link: DaemonMap) {
    for _ in 0..<50 {
      let heard = link.heardCount
      map.deliverCallbacks()
      link.ask(.state, .other) { _ in }
      while link.isBusy, link.failure == nil {
        link.inbox.waitOnThread()
        map.deliverCallbacks()
      }
      if link.heardCount == heard { return }
    }
    Issue.record("both sides change the map without an end")
  }

  /// Called at the end of a test: the daemon's map must have the same contents.
  static func check(_ map: MapView) {
    guard let rig = rig(map) else { return }
    let id = ObjectIdentifier(map)
    rigs.withLock { $0[id] = nil }
    synchronize(map, rig.link)
    let answer = rig.user.reply(
      #"{"id":2,"method":"mapView.state","params":{"mapView":1,"annotations":true,"overlays":true}}"#)
    guard let daemon = DaemonState(answer) else {
      Issue.record("\(answer)")
      return
    }
    if let place = daemon.place { #expect(map.shows(place), "the daemon shows \(place), and not \(map.place)") }
    var places: [AnnotationID: Coordinate] = [:]
    for id in map.annotationIDs { places[id] = map.annotation(for: id)?.coordinate }
    #expect(Set(daemon.annotations.map(\.id)) == Set(places.keys))
    for said in daemon.annotations {
      guard let place = places[said.id] else { continue }
      #expect(said.title == map.annotation(for: said.id)?.title)
      #expect(abs(said.latitude - place.latitude) < 1e-6, "\(said.id)")
    }
    #expect(daemon.overlays == map.overlays.filter { map.overlay(for: $0)?.isSaid == true })
    #expect(daemon.selected.map(plain) == map.selectedAnnotations.map(plain))
    map.close()
  }

  /// Clusters have their own numbers on each side.
  private static func plain(_ id: AnnotationID) -> AnnotationID { if case .cluster = id { .cluster(0) } else { id } }
}

/// A daemon's state of a map.
private struct DaemonState {
  var place: MapPlace?
  var annotations: [(id: AnnotationID, title: String?, latitude: Double)] = []
  var overlays: [OverlayID] = []
  var selected: [AnnotationID] = []

  init?(_ answer: String) {
    var parser = JSONParser()
    guard let read = try? parser.parse(Array(answer.utf8), { DaemonState($0.member("result")) }) else { return nil }
    self = read
  }

  private init?(_ state: JSONNode?) {
    guard let state else { return nil }
    if let rect = state.member("visibleMapRect")?.mapRect, let size = state.member("size")?.size {
      place = MapPlace(rect: rect, level: state.member("level")?.double ?? 0, size: size)
    }
    for said in state.member("annotations")?.all({ $0 }) ?? [] {
      guard let id = said.member("id")?.annotationID else { continue }
      let latitude = said.member("coordinate")?.member("latitude")?.double ?? 99
      annotations.append((id, said.member("title")?.string, latitude))
    }
    overlays = state.member("overlays")?.all { $0.overlayID } ?? []
    selected = state.member("selectedAnnotations")?.all { $0.annotationID } ?? []
  }
}

/// A daemon for all facts, which ends with the process.
private enum SharedServer {
  private static let started = Result { () throws in
    var template = Array("/tmp/gs-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw TestFailure("no temporary folder") }
    let path = template.withUnsafeBufferPointer { String(cString: $0.baseAddress!) } + "/s"
    let server = try GeocodeServer.withMaps(source: SampleWorld(), socket: try ListeningSocket(path: path))
    Task(executorPreference: ThreadExecutor.shared) { try await server.run() }
    return path
  }

  /// The path of its socket.
  static func path() throws -> String { try started.get() }
}
