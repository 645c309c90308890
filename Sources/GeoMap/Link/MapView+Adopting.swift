import GeoModel

extension MapView {
  /// The place that is shown now.
  package var place: MapPlace { MapPlace(rect: visibleMapRect, level: level, size: window.size) }

  /// Whether a place is shown already, within the rounding of the wire.
  package func shows(_ place: MapPlace) -> Bool { window.shows(place) }

  /// Applies an event of another map. A state that the map already has is neither set again nor reported to the
  /// delegate.
  package func adopt(_ happening: MapHappening) {
    switch happening {
    case .regionWillChange(let animated):
      endAdoptedChange()
      regionChanges.adopted = AdoptedChange(animated: animated)
    case .visibleRegion(let place): show(place)
    case .regionDidChange(let place, let animated):
      if regionChanges.adopted == nil { regionChanges.adopted = AdoptedChange(animated: animated) }
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
    case .lost(let error): if user.isShown { delegate?.mapView(self, didFailToLocateUserWithError: error) }
    case .willLocate: showsUserLocation = true
    case .didStopLocating: showsUserLocation = false
    case .located(let place, let heading): updateUserLocation(place, heading: heading)
    case .tracks(let mode, let animated): if mode != user.mode { setTrackingMode(mode, animated: animated) }
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
    guard let change = regionChanges.adopted else { return }
    regionChanges.adopted = nil
    if change.isTold { delegate?.mapView(self, regionDidChangeAnimated: change.animated) }
  }

  private func show(_ place: MapPlace) {
    guard place.rect.isValid, place.size.isValid, !shows(place), !regionChanges.isChanging else { return }
    if let change = regionChanges.adopted, !change.isTold {
      endGestureChange()
      regionChanges.adopted = AdoptedChange(animated: change.animated, isTold: true)
      delegate?.mapView(self, regionWillChangeAnimated: change.animated)
    }
    window.size = place.size
    window.viewport = place.viewport
    layer.layoutState.isFullNeeded = true
    delegate?.mapViewDidChangeVisibleRegion(self)
    layout()
  }

  private func adopt(_ state: DragState, of id: AnnotationID, at coordinate: Coordinate) {
    guard let slot = layer.store.slot(of: id) else { return }
    if state == .ending { _ = layer.setCoordinate(coordinate, of: slot) }
    guard let view = layer.views[slot], view.storedDragState != state else { return }
    view.displacement = .zero
    view.isDraggedElsewhere = true
    switch state {
    case .starting, .ending, .canceling: enter(state, view)
    case .dragging, .none: record(state, view)
    }
  }
}
