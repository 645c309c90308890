import GeoModel

/// An event on another map.
package enum MapHappening {
  /// The region is about to change.
  case regionWillChange(animated: Bool)
  /// The visible region changed.
  case visibleRegion(MapPlace)
  /// The change of the region ended.
  case regionDidChange(MapPlace, animated: Bool)
  /// An annotation or cluster was selected.
  case selected(AnnotationID)
  /// An annotation or cluster was deselected.
  case deselected(AnnotationID)
  /// An annotation was selected by a tap; with a side, the accessory on that side of its callout was tapped.
  case tapped(AnnotationID, CalloutSide?)
  /// The drag of an annotation's view changed its state. The coordinate is the new one when the state is `ending`.
  case dragged(AnnotationID, DragState, Coordinate)
  /// The user could not be located.
  case lost(any Error)
  /// The map began to show the user's location.
  case willLocate
  /// The map stopped showing the user's location.
  case didStopLocating
  /// The user's location changed.
  case located(UserLocation.Location, heading: Double?)
  /// The tracking mode changed: whether the map follows the user.
  case tracks(UserTrackingMode, animated: Bool)
  /// The map was tapped where there is no view.
  case tap(Coordinate, ScreenPoint)
  /// A page is about to load tiles.
  case willLoad
  /// A page finished loading tiles, with an error when some failed.
  case loaded((any Error)?)
  /// A page is about to draw tiles.
  case willRender
  /// A page finished drawing tiles; false when some are missing.
  case rendered(Bool)
}

/// The visible part of a map. Numbers from the wire are rounded to thousandths.
package struct MapPlace: Hashable, Sendable {
  /// The visible rectangle, in map points.
  package var rect: MapRect
  /// The zoom level.
  package var level: Double
  /// The size of the view in points.
  package var size: ScreenSize

  /// Creates a place.
  package init(rect: MapRect, level: Double, size: ScreenSize) {
    (self.rect, self.level, self.size) = (rect, level, size)
  }

  /// The viewport of the place.
  ///
  /// The level gives the scale, because clusters depend on exact quarters of a level. If the level differs from the
  /// rectangle by rounding only, the rectangle gives the scale.
  fileprivate var viewport: Viewport {
    let difference = abs(MapScale.level(size.width / rect.width) - level)
    // A level that differs by more than rounding is that of a view of another size, and counts, too.
    let usesLevel = difference < 2e-6 || difference > 0.001
    return Viewport(
      center: rect.center, zoomScale: usesLevel ? MapScale.zoomScale(level: level) : size.width / rect.width)
  }
}

/// A region change on another map that has begun.
struct AdoptedChange {
  let animated: Bool
  /// Whether the delegate was notified.
  var isTold = false
}

extension MapView {
  /// The place that is shown now.
  package var place: MapPlace { MapPlace(rect: visibleMapRect, level: level, size: viewSize) }

  /// Whether a place is shown already, within the rounding of the wire.
  package func shows(_ place: MapPlace) -> Bool {
    let other = place.viewport
    let distance = max(abs(other.center.x - viewport.center.x), abs(other.center.y - viewport.center.y))
    return place.size == viewSize && distance < 0.002
      && abs(other.zoomScale / viewport.zoomScale - 1) < max(2e-6, 0.004 / min(place.rect.width, place.rect.height))
  }

  /// Applies an event of another map. A state that the map already has is neither set again nor reported to the
  /// delegate.
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

  /// Ends a region change of another map.
  ///
  /// Notifies the delegate if it was notified of the beginning.
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
