import GeoMap
import GeoModel
import GeoWire

// Frames for pages, each with the changes since the last one.
extension MapRoom {
  /// Sends each page the changes since its last frame.
  ///
  /// A page that has not acknowledged the last frame but one waits.
  func sendFrames() {
    isFrameDue = false
    guard screens.values.contains(where: { $0.isReady && $0.isBehind }) else { return }
    let views = map.annotationViews
    var now: [(AnnotationID, [UInt8])] = []
    for (place, view) in views.enumerated() {
      if let id = view.annotationID { now.append((id, fragment(id, view, place))) }
    }
    looks.keepOnly(views)
    let callout = calloutJSON()
    let limits = screenLimitsJSON
    var writer = JSONWriter()
    writer.object { json in
      json.key("center")
      json.coordinate(map.centerCoordinate)
      json.key("level")
      json.rounded(map.level)
      json.member("mover", recorder.mover)
      json.member("overlays", overlayVersion)
      // No client gets notified of gestures on pages.
      if clients.isEmpty {
        json.member("alone", true)
      }
      if map.userInterfaceStyle == .dark { json.member("appearance", word: "dark") }
      if map.showsUserLocation {
        json.member("locates", true)
      }
      if !limits.isEmpty { json.raw(limits) }
    }
    let place = Array(writer.bytes.dropFirst().dropLast())
    let controls = controlsJSON
    defer { countSeen() }
    for (number, screen) in screens where screen.isReady && screen.isBehind {
      var screen = screen
      if let line = frame(&screen, number, now, callout, controls, place) { screen.deliver(line) }
      screens[number] = screen
    }
  }

  /// The parts that a page was not sent yet; nil if there are none.
  private func frame(
    _ screen: inout MapScreen, _ number: Int, _ now: [(AnnotationID, [UInt8])], _ callout: [UInt8], _ controls: [UInt8],
    _ place: [UInt8]
  ) -> [UInt8]? {
    let old = screen.shown
    let new = now.filter { old[$0.0] != $0.1 }
    screen.shown = Dictionary(now, uniquingKeysWith: { first, _ in first })
    let removed = old.keys.filter { screen.shown[$0] == nil }
    screen.isBehind = false
    let hasCallout = callout != screen.callout
    let hasControls = controls != screen.controls
    guard hasCallout || hasControls || place != screen.place || !new.isEmpty || !removed.isEmpty else { return nil }
    screen.lastFrame += 1
    (screen.callout, screen.controls, screen.place) = (callout, controls, place)
    return JSONWriter.line { json in
      json.callback("screen.frame") { json in
        json.member("frame", screen.lastFrame)
        json.member("screen", number)
        json.raw(place)
        json.member("views", array: new) { $0.raw($1.1) }
        json.member("removed", array: removed) { $0.annotationID($1) }
        if hasCallout {
          json.key("callout")
          json.raw(callout)
        }
        if hasControls { json.raw(controls) }
      }
    }
  }

  /// A view as JSON for pages.
  private func fragment(_ id: AnnotationID, _ view: AnnotationView, _ place: Int) -> [UInt8] {
    let center = view.center
    let foot = ScreenPoint(x: center.x - view.centerOffset.x, y: center.y - view.centerOffset.y)
    let at = view.dragState == .none ? view.annotation?.coordinate : map.coordinate(at: foot)
    let annotation = view.annotation
    var writer = JSONWriter()
    writer.object { json in
      json.key("id")
      json.annotationID(id)
      json.key("at")
      json.coordinate(at ?? map.centerCoordinate)
      json.member("look", looks.name(of: view))
      json.key("size")
      json.point(ScreenPoint(x: view.size.width, y: view.size.height))
      json.key("offset")
      json.point(view.centerOffset)
      json.member("z", Int((view.isSelected ? view.selectedZPriority : view.zPriority).rawValue))
      json.member("title", annotation?.title)
      json.member("subtitle", annotation?.subtitle)
      if view.rotationDegrees != 0 {
        json.key("rotation")
        json.rounded(view.rotationDegrees)
      }
      if let entrance = view.entrance { json.member("enters", word: entrance) }
      if let marker = view as? MarkerAnnotationView { json.labels(of: marker) }
      if let cluster = annotation as? ClusterAnnotation { json.member("members", cluster.memberCount) }
      if let user = view as? UserLocationView {
        json.key("radius")
        json.rounded(min(2_000, user.accuracyRadius))
      }
      for (name, value) in [
        ("selected", view.isSelected), ("draggable", view.isDraggable), ("dragging", view.dragState != .none),
        ("disabled", !view.isEnabled),
      ] where value {
        json.dynamicKey(name)
        json.bool(true)
      }
    }
    return writer.bytes
  }

  /// The open callout, or `null`.
  private func calloutJSON() -> [UInt8] {
    guard let view = map.selectedAnnotationView, view.isShown, let callout = view.callout, let id = view.annotationID
    else { return Array("null".utf8) }
    var writer = JSONWriter()
    writer.object { json in
      json.key("id")
      json.annotationID(id)
      json.member("title", callout.title)
      json.member("subtitle", callout.subtitle)
      json.key("offset")
      json.point(ScreenPoint(x: view.calloutOffset.x, y: view.calloutOffset.y))
      for side in CalloutSide.allCases {
        guard let accessory = callout.accessories[side] else { continue }
        json.dynamicKey(side.rawValue)
        json.object { json in
          switch accessory.kind {
          case .button(let symbol): json.member("symbol", symbol.rawValue)
          case .textButton(let text): json.member("button", text)
          case .text(let text): json.member("text", text)
          case .image(let image):
            json.member("image", looks.name(of: image))
            json.size(image.size)
          }
        }
      }
    }
    return writer.bytes
  }
}

extension AnnotationView {
  /// The animation with which pages show it first; nil for none.
  fileprivate var entrance: StaticString? {
    if (self as? PinAnnotationView)?.animatesDrop == true { return "drop" }
    return (self as? MarkerAnnotationView)?.animatesWhenAdded == true ? "grow" : nil
  }
}

extension JSONWriter {
  /// Writes which of a marker's texts are shown below it: none while its callout shows them.
  fileprivate mutating func labels(of marker: MarkerAnnotationView) {
    guard marker.titleVisibility != .hidden, marker.callout == nil else { return }
    member("label", word: marker.titleVisibility == .visible || marker.isSelected ? "visible" : "adaptive")
    switch marker.subtitleVisibility {
    case .visible: member("sublabel", true)
    case .adaptive: if marker.isSelected { member("sublabel", true) }
    case .hidden: break
    }
  }
}
