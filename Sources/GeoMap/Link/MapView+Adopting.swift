import GeoModel

/// Something that has happened on another map.
package enum MapHappening {
  /// The region is about to change.
  case regionWillChange(animated: Bool)
  /// Something else is seen.
  case visibleRegion(MapPlace)
  /// The change of the region is over.
  case regionDidChange(MapPlace, animated: Bool)
  /// An annotation or cluster was selected.
  case selected(AnnotationID)
  /// It was deselected.
  case deselected(AnnotationID)
  /// An accessory of its callout was tapped.
  case tapped(AnnotationID, CalloutSide?)
  /// A drag of its view went on; the coordinate is the new one when it is `ending`.
  case dragged(AnnotationID, DragState, Coordinate)
  /// The user could not be located.
  case lost(any Error)
  /// The user's location is shown.
  case willLocate
  /// It is shown no more.
  case didStopLocating
  /// Where the user is.
  case located(UserLocation.Location, heading: Double?)
  /// Whether the map goes along with the user.
  case tracks(UserTrackingMode, animated: Bool)
  /// A tap where there is no view.
  case tap(Coordinate, ScreenPoint)
  /// A page is about to load tiles.
  case willLoad
  /// It has loaded them; nil: all of them.
  case loaded((any Error)?)
  /// A page is about to draw tiles.
  case willRender
  /// It has drawn them; false when some are missing.
  case rendered(Bool)
}

/// What is seen of a map, rounded as it is told.
package struct MapPlace: Hashable, Sendable {
  /// The visible rectangle, in thousandths of map points.
  package var rect: MapRect
  /// In thousandths.
  package var level: Double
  /// The size of the view in points.
  package var size: ScreenSize

  /// What is seen.
  package init(rect: MapRect, level: Double, size: ScreenSize) {
    (self.rect, self.level, self.size) = (rect, level, size)
  }

  /// Quarters of a level decide about clusters, so that of a rounded one must be the same as before.
  fileprivate var viewport: Viewport {
    let difference = abs(MapScale.level(size.width / rect.width) - level)
    // One that is far from the other belongs to a view of another size.
    let usesLevel = difference < 2e-6 || difference > 0.001
    return Viewport(
      center: rect.center, zoomScale: usesLevel ? MapScale.zoomScale(level: level) : size.width / rect.width)
  }
}

/// A change of the region on another map that has begun.
struct AdoptedChange {
  let animated: Bool
  /// Whether the delegate was told.
  var isTold = false
}

extension MapView {
  /// What is seen now.
  package var place: MapPlace { MapPlace(rect: visibleMapRect, level: level, size: viewSize) }

  /// Whether something is seen, as exactly as it is told.
  package func shows(_ place: MapPlace) -> Bool {
    let other = place.viewport
    let distance = max(abs(other.center.x - viewport.center.x), abs(other.center.y - viewport.center.y))
    return place.size == viewSize && distance < 0.002
      && abs(other.zoomScale / viewport.zoomScale - 1) < max(2e-6, 0.004 / min(place.rect.width, place.rect.height))
  }

  /// Does what has happened on another map. What is so already is not done, and nobody is told of it.
  package func adopt(_ happening: MapHappening) {
    switch happening {
    case .regionWillChange(let animated):
      endAdoptedChange()
      adopted = AdoptedChange(animated: animated)
    case .visibleRegion(let place): show(place)
    case .regionDidChange(let place, let animated):
      if adopted == nil { adopted = AdoptedChange(animated: animated) }
      show(place)
      endAdoptedChange()
    case .selected(let id):
      if view(for: id) == nil { layout() }
      if let view = view(for: id) { select(view, animated: true) }
    case .deselected(let id): deselectAnnotation(id, animated: true)
    case .tapped(let id, let side):
      guard let view = view(for: id) else { break }
      select(view, animated: true)
      if let side { tapCalloutAccessory(side) }
    case .dragged(let id, let state, let coordinate): adopt(state, of: id, at: coordinate)
    case .lost(let error): if showsLocation { delegate?.mapView(self, didFailToLocateUserWithError: error) }
    case .willLocate: showsUserLocation = true
    case .didStopLocating: showsUserLocation = false
    case .located(let place, let heading): updateUserLocation(place, heading: heading)
    case .tracks(let mode, let animated): if mode != trackingMode { setTrackingMode(mode, animated: animated) }
    case .tap(let coordinate, let point): delegate?.mapView(self, didTapAt: coordinate, point: point)
    case .willLoad: delegate?.mapViewWillStartLoadingMap(self)
    case .loaded(nil): delegate?.mapViewDidFinishLoadingMap(self)
    case .loaded(let error?): delegate?.mapViewDidFailLoadingMap(self, withError: error)
    case .willRender: delegate?.mapViewWillStartRenderingMap(self)
    case .rendered(let isWhole): delegate?.mapViewDidFinishRenderingMap(self, fullyRendered: isWhole)
    }
    if needsLayout { layout() }
  }

  /// Ends a change on another map, if the delegate was told of one.
  func endAdoptedChange() {
    guard let change = adopted else { return }
    adopted = nil
    if change.isTold { delegate?.mapView(self, regionDidChangeAnimated: change.animated) }
  }

  private func show(_ place: MapPlace) {
    guard place.rect.isValid, place.size.isValid, !shows(place), !isChangingRegion else { return }
    if let change = adopted, !change.isTold {
      endGestureChange()
      adopted = AdoptedChange(animated: change.animated, isTold: true)
      delegate?.mapView(self, regionWillChangeAnimated: change.animated)
    }
    viewSize = place.size
    viewport = place.viewport
    needsFullLayout = true
    delegate?.mapViewDidChangeVisibleRegion(self)
    layout()
  }

  private func adopt(_ state: DragState, of id: AnnotationID, at coordinate: Coordinate) {
    guard let slot = store.slot(of: id) else { return }
    if state == .ending { _ = setCoordinate(coordinate, of: slot) }
    guard let view = views[slot], view.storedDragState != state else { return }
    view.displacement = .zero
    view.isDraggedElsewhere = true
    switch state {
    case .starting, .ending, .canceling: enter(state, view)
    case .dragging, .none: record(state, view)
    }
  }
}
