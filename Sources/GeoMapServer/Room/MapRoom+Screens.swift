import GeoMap
import GeoModel
import GeoWire
import NIOCore

// The pages that show the map, and the gestures on them.
extension MapRoom {
  /// The delay from the first change to its frame, so that many changes make one frame.
  private static let frameInterval = TimeAmount.milliseconds(33)

  /// Adds a page that shows the map.
  ///
  /// - Returns: its number; nil if there are too many.
  func addScreen(
    isViewer: Bool, _ deliver: @escaping @Sendable ([UInt8]) -> Void, end: @escaping @Sendable () -> Void
  ) -> Int? {
    guard screens.count < rooms.options.screensPerMap else { return nil }
    lastScreen += 1
    screens[lastScreen] = MapScreen(deliver: deliver, end: end, isViewer: isViewer)
    return lastScreen
  }

  /// Removes a page. An annotation that it was dragging goes back, and a map that it was moving stays where it is.
  func removeScreen(_ number: Int) {
    guard let screen = screens.removeValue(forKey: number) else { return }
    if draggingScreen == number {
      map.handle(.cancel(time: MapRoom.now))
      draggingScreen = nil
    }
    if movingScreen == number {
      movingScreen = nil
      map.handle(.show(map.centerCoordinate, level: map.level, time: MapRoom.now, isLast: true))
    }
    if screen.isLoading { recorder.add(loadedOn: number, "the page was closed") }
    if screen.size != nil { recorder.add(.screenDidDisconnect) { $0.member("screen", number) } }
    settle()
  }

  /// Notes that all pages need a new frame.
  func screensChanged() {
    guard !screens.isEmpty else { return }
    for number in screens.keys { screens[number]?.isBehind = true }
    guard !isFrameDue, screens.values.contains(where: \.isReady) else { return }
    isFrameDue = true
    let seat = seat
    seat.loop.scheduleTask(in: MapRoom.frameInterval) { seat.ifThere { $0.sendFrames() } }
  }

  // MARK: Gestures on a page

  private enum ScreenMethod: String {
    case hello, ack, tiles, show, tap, select, deselect, lift, carry, drop, cancel, accessory, locate, control
  }

  /// Processes a line of a page. Invalid lines are ignored, because this server's own pages send none.
  func receive(_ line: [UInt8], from number: Int) {
    var parser = JSONParser()
    _ = try? parser.parse(line) { root in
      guard let name = root.member("method")?.string, name.hasPrefix("screen."),
        let method = ScreenMethod(rawValue: String(name.dropFirst(7))), let params = root.member("params")
      else { return }
      perform(method, params, number)
    }
  }

  private func perform(_ method: ScreenMethod, _ params: JSONNode, _ number: Int) {
    guard let screen = screens[number] else { return }
    switch method {
    case .hello: return greet(params, number)
    case .ack:
      screens[number]?.seenFrame = min(screen.lastFrame, params.member("frame")?.integer ?? 0)
      if screen.isBehind, screens[number]?.isReady == true { screensChanged() }
      return
    default: break
    }
    guard !screen.isViewer else { return }
    recorder.isByUser = true
    recorder.screen = number
    act(method, params, number)
    recorder.isByUser = false
    recorder.screen = nil
    settle()
  }

  private func act(_ method: ScreenMethod, _ params: JSONNode, _ number: Int) {
    let place = params.member("at").flatMap { try? RequestParameters.coordinate($0) }
    let id = params.member("annotation")?.annotationID
    let isDragging = draggingScreen == number
    switch method {
    case .hello, .ack: break
    case .tiles: loadTiles(params.member("failed")?.integer, number)
    case .show:
      guard let place, let level = params.member("level")?.double, level.isFinite else { return }
      let isLast = params.member("last")?.bool ?? true
      map.handle(.show(place, level: level, time: MapRoom.now, isLast: isLast))
      movingScreen = isLast ? nil : number
      recorder.mover = number
      // The page has ignored the frames that came meanwhile.
      if isLast { screens[number]?.place = [] }
    case .tap: if let place { map.handle(.tap(map.point(for: place))) }
    case .select: if let id { map.selectAnnotation(id, animated: true) }
    case .deselect: map.selectedAnnotations = []
    case .lift:
      guard let id else { return }
      if draggingScreen == nil { map.handle(.lift(id)) }
      if draggingScreen == nil, let view = map.view(for: id), view.dragState != .none {
        draggingScreen = number
      } else {
        refuseDrag(of: id, on: number)
      }
    case .carry: if let place, isDragging { map.handle(.carry(place)) }
    case .drop, .cancel:
      guard isDragging else { return }
      draggingScreen = nil
      map.handle(method == .drop ? .release(.zero, time: MapRoom.now) : .cancel(time: MapRoom.now))
    case .accessory:
      if let side = params.member("side")?.string.flatMap(CalloutSide.init(rawValue:)) { map.tapCalloutAccessory(side) }
    case .control: if let name = params.member("control")?.string { tapControl(name, on: number) }
    case .locate:
      guard let place, map.showsUserLocation else { return }
      let accuracy = params.member("accuracyMeters")?.double ?? 0
      map.updateUserLocation(
        UserLocation.Location(coordinate: place, accuracyMeters: accuracy), heading: params.member("heading")?.double)
    }
  }

  /// Refuses a drag, for example of an annotation that another page is dragging: the page puts it back.
  private func refuseDrag(of id: AnnotationID, on number: Int) {
    screens[number]?.deliver(
      JSONWriter.line { json in
        json.callback("screen.refuse") { json in
          json.key("annotation")
          json.annotationID(id)
        }
      })
  }

  /// Notes the size of a page, initially and after each change. All pages show the same center and level, so the map
  /// gets the width and height of the largest ones.
  private func greet(_ params: JSONNode, _ number: Int) {
    guard let size = params.member("size")?.size else { return }
    let isNew = screens[number]?.size == nil
    screens[number]?.size = size
    let sizes = screens.values.compactMap(\.size)
    map.size = ScreenSize(
      width: sizes.map(\.width).max() ?? size.width, height: sizes.map(\.height).max() ?? size.height)
    if isNew {
      recorder.add(.screenDidConnect) { json in
        json.member("screen", number)
        json.size(size)
      }
    }
    settle()
  }
}
