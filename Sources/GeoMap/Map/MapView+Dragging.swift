import GeoModel

extension MapView {
  /// Whether the user may drag a view: it is draggable and its annotation can be moved.
  func canDrag(_ view: AnnotationView) -> Bool {
    guard let slot = view.slot else { return false }
    return view.isDraggable && layer.store.isMovable(slot)
  }

  /// Lifts a view. From now on it follows the pointer, does not cluster and is not hidden.
  func beginDrag(_ view: AnnotationView) {
    guard view.storedDragState == .none else { return }
    enter(.starting, view)
  }

  /// Drops a view where it is, setting the coordinate before the drag state changes.
  func drop(_ view: AnnotationView) {
    guard let slot = view.slot else { return }
    let place = point(for: layer.store.coordinate(of: slot))
    let coordinate = coordinate(at: place + view.displacement)
    view.displacement = .zero
    _ = layer.setCoordinate(coordinate, of: slot)
    journal?.note(.moved, layer.store.ids[slot])
    enter(.ending, view)
  }

  /// Cancels a drag; the view returns to where it was.
  func cancelDrag(_ view: AnnotationView) {
    view.displacement = .zero
    enter(.canceling, view)
  }

  /// Passes a touch or drag on to the view that replaces the touched one, without notifying the delegate.
  func passTouch(
    from old: AnnotationView, to new: AnnotationView, _ state: DragState, _ displacement: ScreenPoint, isElsewhere: Bool
  ) {
    if touch?.view === old {
      touch?.view = new
      new.isHighlighted = old.isHighlighted
      old.isHighlighted = false
    }
    guard state != .none else { return }
    (new.storedDragState, new.displacement) = (state, displacement)
    new.isDraggedElsewhere = isElsewhere
    if let slot = new.slot { layer.resettle(slot) }
    layer.layoutState.areCollisionsNeeded = true
  }

  /// Ends the drag of a view whose annotation is removed, because nothing else would end it.
  func endDrag(ofRemoved view: AnnotationView) {
    switch view.storedDragState {
    case .none: return
    case .starting, .dragging: record(.canceling, view)
    case .ending, .canceling: break
    }
    record(.none, view)
  }

  /// Sets a drag state that only the map may set, and lets the view react.
  func enter(_ state: DragState, _ view: AnnotationView) {
    record(state, view)
    guard view.mapView === self, view.storedDragState == state else { return }
    view.setDragState(state, animated: true)
  }

  /// Handles a drag state that a view set itself.
  func view(_ view: AnnotationView, takes state: DragState) {
    let old = view.storedDragState
    if old == .starting, state == .none { return report(.dragStateForbidden(from: old, to: state)) }
    if state != old, view.isDraggedElsewhere, !view.isOfMap, let id = view.annotationID {
      journal?.dragStates.append((id, state))
    }
    record(state, view)
  }

  func record(_ state: DragState, _ view: AnnotationView) {
    let old = view.storedDragState
    guard old != state else { return }
    view.storedDragState = state
    if state == .none { view.isDraggedElsewhere = false }
    if let slot = view.slot { layer.resettle(slot) }
    layer.layoutState.areCollisionsNeeded = true
    delegate?.mapView(self, annotationView: view, didChange: state, fromOldState: old)
  }
}
