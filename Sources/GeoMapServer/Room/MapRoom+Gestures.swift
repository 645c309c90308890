import GeoMap
import GeoModel
import GeoWire

// Gestures that a client makes in place of a user.
extension MapRoom {
  private enum GestureName: String, CaseIterable {
    case press, move, release, cancel, tap, wheel, key
  }

  func gesture(_ json: MapParameters, _ client: ClientID) throws(WireError) -> MapResult {
    func point() throws(WireError) -> ScreenPoint {
      try json.needed("point", "[x,y] in points, a million at most") { $0.point }
    }
    let saidTime = try json.number("time")
    func time() throws(WireError) -> Double { saidTime ?? MapRoom.now }
    let name = try json.needed("gesture", "one of 'press', 'move', 'release', 'cancel', 'tap', 'wheel', 'key'") {
      node in
      node.string.flatMap(GestureName.init(rawValue:))
    }
    let gesture: Gesture
    switch name {
    case .press: gesture = .press(try point(), time: try time())
    case .move: gesture = .move(try point(), time: try time())
    case .release: gesture = .release(try point(), time: try time())
    case .cancel: gesture = .cancel(time: try time())
    case .tap: gesture = .tap(try point())
    case .wheel: gesture = .wheel(try point(), levels: try json.number("levels", in: -30...30) ?? 1)
    case .key:
      guard let key: Gesture.Key = try json.word("key") else { throw MapParameters.wrong("key", "the name of a key") }
      gesture = .key(key)
    }
    switch name {
    case .press:
      pressingClient = client
      pressCount += 1
      // A client that passes the time itself sends moves while it holds.
      if saidTime == nil { liftLater(pressCount) }
    case .release, .cancel: pressingClient = nil
    case .move, .tap, .wheel, .key: break
    }
    byUser { map.handle(gesture) }
    return MapRoom.done
  }

  /// Lifts a pressed annotation after the hold time, as a page does under a resting finger.
  private func liftLater(_ press: Int) {
    schedule(.milliseconds(Int64(map.dragHoldTime * 1_000) + 1)) { room in
      guard room.pressingClient != nil, room.pressCount == press else { return }
      room.byUser { room.map.noteRest(time: MapRoom.now) }
    }
  }

  /// Cancels the gesture of a client that has gone: a dragged annotation goes back, and a moved map stays where it is.
  func cancelPress(of client: ClientID) {
    guard pressingClient == client else { return }
    pressingClient = nil
    byUser { map.handle(.cancel(time: MapRoom.now)) }
    settle()
  }

  func tapCalloutAccessory(_ json: MapParameters) throws(WireError) -> MapResult {
    let side: CalloutSide = try json.word("side") ?? .right
    let isControl = byUser { map.tapCalloutAccessory(side) }
    return { json in
      json.object { json in
        json.member("tapped", isControl)
      }
    }
  }

  private func byUser<Value>(_ body: () -> Value) -> Value {
    recorder.isByUser = true
    defer { recorder.isByUser = false }
    return body()
  }
}
