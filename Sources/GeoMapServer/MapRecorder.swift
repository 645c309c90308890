import GeoMap
import GeoModel
import GeoWire

/// The delegate of a map, which records events until they are taken.
final class MapRecorder: MapViewDelegate {
  private var events: [MapEvent] = []
  private var refusals: [MapError] = []
  /// Whether a gesture is being handled.
  var isByUser = false
  /// The page of the gesture; nil if a client caused the change.
  var screen: Int?
  /// The page that last moved the map, which need not be notified; 0 if the map was moved otherwise.
  var mover = 0
  /// The size of the view when the region was last reported.
  private var lastSize = MapView().size
  /// The events that a client wants; only these are recorded.
  var wanted: Set<MapEvent.Kind> = []
  /// The pictures of the map.
  let images = MapImages()
  /// Passes questions for views to the delegate client; false if there is none.
  var asksViews: (_ ids: [ViewQuestion]) -> Bool = { _ in false }
  /// Passes questions for renderers to the delegate client; false if there is none.
  var asksRenderers: (_ ids: [OverlayID]) -> Bool = { _ in false }

  /// Requests a part of an overlay that the client draws or loads.
  var asksPart: (GivenPart) -> Void = { _ in }

  /// Removes and returns the recorded events.
  func take() -> [MapEvent] {
    defer { events = [] }
    return events
  }

  /// Records the annotations whose views went into the queues for reuse.
  func add(recycled: [AnnotationID]) {
    guard !recycled.isEmpty else { return }
    add(.didRecycleAnnotationViews) { json in json.member("annotations", array: recycled) { $0.annotationID($1) } }
  }

  /// Removes and returns the map's refusals.
  func takeRefusals() -> [MapError] {
    defer { refusals = [] }
    return refusals
  }

  func add(_ kind: MapEvent.Kind, comesBeforeReply: Bool = false, _ write: (inout JSONWriter) -> Void) {
    if wanted.contains(kind) { events.append(MapEvent(kind, comesBeforeReply: comesBeforeReply, write)) }
  }

  private func addRegion(_ kind: MapEvent.Kind, _ map: MapView, animated: Bool?) {
    let newSize = kind == .regionWillChange || map.size == lastSize ? nil : map.size
    if kind == .regionDidChange { lastSize = map.size }
    let (region, rect, level, byUser, screen) = (map.region, map.visibleMapRect, map.level, isByUser, screen)
    add(kind, comesBeforeReply: animated == false) { json in
      if let animated {
        json.member("animated", animated)
      }
      json.shown(region, rect, level)
      if let newSize { json.size(newSize) }
      json.byUser(byUser, screen)
    }
  }

  private func addAnnotation(_ kind: MapEvent.Kind, _ view: AnnotationView) {
    guard let id = view.annotationID else { return }
    let (byUser, screen) = (isByUser, screen)
    add(kind) { json in
      json.annotation(id, of: view)
      json.byUser(byUser, screen)
    }
  }

  func mapView(_ mapView: MapView, regionWillChangeAnimated animated: Bool) {
    addRegion(.regionWillChange, mapView, animated: animated)
  }

  func mapViewDidChangeVisibleRegion(_ mapView: MapView) {
    mover = 0
    addRegion(.didChangeVisibleRegion, mapView, animated: nil)
  }

  func mapView(_ mapView: MapView, regionDidChangeAnimated animated: Bool) {
    addRegion(.regionDidChange, mapView, animated: animated)
  }

  func mapView(_ mapView: MapView, viewsFor questions: [ViewQuestion]) -> [ViewAnswer] {
    let open = questions.filter { ($0.annotation as? WireAnnotation)?.view == nil }
    let isAsked = !open.isEmpty && asksViews(open)
    return questions.map { question in
      if let look = (question.annotation as? WireAnnotation)?.view {
        return .view(look.view(of: question.annotation, mapView, images))
      }
      return isAsked ? .later : .standard
    }
  }

  func mapView(
    _ mapView: MapView, renderersFor overlays: [(id: OverlayID, overlay: any Overlay)]
  ) -> [RendererAnswer] {
    let open = overlays.filter { ($0.overlay as? WireOverlay)?.look == nil }.map(\.id)
    let isAsked = !open.isEmpty && asksRenderers(open)
    return overlays.map { _, overlay in
      guard let overlay = overlay as? WireOverlay, let look = overlay.look else { return isAsked ? .later : .none }
      return .renderer(look.renderer(of: overlay, ask: asksPart))
    }
  }

  func mapView(_ mapView: MapView, didAdd views: [AnnotationView]) {
    guard wanted.contains(.didAddAnnotationViews) else { return }
    let added = views.compactMap { view in
      view.annotationID.map { ($0, (view.annotation as? ClusterAnnotation)?.memberCount) }
    }
    add(.didAddAnnotationViews) { json in
      json.member("annotations", array: added) { json, view in
        guard let members = view.1 else { return json.annotationID(view.0) }
        json.object { json in
          json.key("id")
          json.annotationID(view.0)
          json.member("members", members)
        }
      }
    }
  }

  func mapView(_ mapView: MapView, didAdd renderers: [OverlayRenderer]) {
    guard wanted.contains(.didAddOverlayRenderers) else { return }
    let new = Set(renderers.map { ObjectIdentifier($0) })
    let ids = mapView.overlays.filter { id in
      mapView.renderer(for: id).map { new.contains(ObjectIdentifier($0)) } ?? false
    }
    add(.didAddOverlayRenderers) { json in json.member("overlays", array: ids) { $0.overlayID($1) } }
  }

  func mapView(_ mapView: MapView, didSelect view: AnnotationView) { addAnnotation(.didSelectAnnotationView, view) }

  func mapView(_ mapView: MapView, didDeselect view: AnnotationView) { addAnnotation(.didDeselectAnnotationView, view) }

  func mapView(
    _ mapView: MapView, annotationView view: AnnotationView, calloutAccessoryControlTapped control: CalloutAccessory
  ) {
    guard let id = view.annotationID else { return }
    let side = view.callout?.accessories.first { $0.value == control }?.key
    add(.calloutAccessoryControlTapped) { json in
      json.annotation(id, of: view)
      json.member("control", control.id)
      json.member("side", side?.rawValue)
      if let screen { json.member("screen", screen) }
    }
  }

  func mapView(
    _ mapView: MapView, annotationView view: AnnotationView, didChange newState: DragState,
    fromOldState oldState: DragState
  ) {
    guard let id = view.annotationID, let coordinate = mapView.annotation(for: id)?.coordinate else { return }
    add(.didChangeDragState) { json in
      json.key("annotation")
      json.annotationID(id)
      json.member("state", newState.rawValue)
      json.member("oldState", oldState.rawValue)
      json.key("coordinate")
      json.coordinate(coordinate)
      json.byUser(isByUser, screen)
    }
  }

  func mapViewWillStartLocatingUser(_ mapView: MapView) { add(.willStartLocatingUser) { _ in } }

  func mapViewDidStopLocatingUser(_ mapView: MapView) { add(.didStopLocatingUser) { _ in } }

  func mapView(_ mapView: MapView, didUpdate userLocation: UserLocation) {
    if userLocation.location != nil { add(.didUpdateUserLocation) { $0.location(of: userLocation) } }
  }

  func mapView(_ mapView: MapView, didFailToLocateUserWithError error: any Error) {
    add(.didFailToLocateUser) { $0.member("error", "\(error)") }
  }

  func mapView(_ mapView: MapView, didChange mode: UserTrackingMode, animated: Bool) {
    add(.didChangeUserTrackingMode) { json in
      json.member("mode", mode.rawValue)
      json.member("animated", animated)
      json.byUser(isByUser, screen)
    }
  }

  func mapView(_ mapView: MapView, didTapAt coordinate: Coordinate, point: ScreenPoint) {
    add(.didTap) { json in
      json.key("coordinate")
      json.coordinate(coordinate)
      json.key("point")
      json.point(point)
      if let screen { json.member("screen", screen) }
    }
  }

  func mapView(_ mapView: MapView, didRefuse problem: MapError) { refusals.append(problem) }
}

extension JSONWriter {
  /// Writes the annotation of a view as members of an open object. For a cluster a member follows, because the
  /// cluster's own number does not identify it.
  fileprivate mutating func annotation(_ id: AnnotationID, of view: AnnotationView) {
    key("annotation")
    annotationID(id)
    guard let member = (view.annotation as? ClusterAnnotation)?.memberIDs.first else { return }
    key("member")
    annotationID(member)
  }
}

extension JSONWriter {
  /// Writes the user's position as the member `location`; nothing while it is unknown.
  mutating func location(of user: UserLocation) {
    guard let place = user.location else { return }
    member("location") { json in
      json.key("coordinate")
      json.coordinate(place.coordinate)
      json.key("accuracyMeters")
      json.rounded(place.accuracyMeters)
      if let heading = user.heading {
        json.key("heading")
        json.rounded(heading)
      }
      json.member("timestamp", number: place.timestamp)
    }
  }
}
