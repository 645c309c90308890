import GeoModel

extension MapView {
  /// Selects an annotation or cluster and opens its callout (`selectAnnotation(_:animated:)`). Deselects the previous
  /// one first.
  ///
  /// - Returns: false, without any callback, when it has no visible view or the view is not enabled.
  @discardableResult
  public func selectAnnotation(_ id: AnnotationID, animated: Bool) -> Bool {
    guard let view = view(for: id), view.isEnabled else { return false }
    select(view, animated: animated)
    return layer.views.selected === view
  }

  /// Deselects an annotation (`deselectAnnotation(_:animated:)`). Does nothing when it is not selected.
  public func deselectAnnotation(_ id: AnnotationID, animated: Bool) {
    if let selected = layer.views.selected, selected.annotationID == id { deselect(selected, animated: animated) }
  }

  /// The ids of the selected annotations, at most one (`selectedAnnotations`). When set, only the first element counts;
  /// if it cannot be selected, nothing is selected.
  public var selectedAnnotations: [AnnotationID] {
    get { layer.views.selected?.annotationID.map { [$0] } ?? [] }
    set {
      let old = layer.views.selected
      if let first = newValue.first, selectAnnotation(first, animated: false) { return }
      if let old, old === layer.views.selected { deselect(old, animated: false) }
    }
  }

  /// The selected view.
  public var selectedAnnotationView: AnnotationView? { layer.views.selected }

  func select(_ view: AnnotationView, animated: Bool) {
    guard view !== layer.views.selected else { return }
    if let selected = layer.views.selected { deselect(selected, animated: animated) }
    // The delegate may have removed the view or selected another one.
    guard view.mapView === self, layer.views.selected == nil else { return }
    layer.views.selected = view
    view.setSelected(true, animated: animated)
    if let slot = view.slot { layer.resettle(slot) }
    delegate?.mapView(self, didSelect: view)
    if let annotation = view.annotation { delegate?.mapView(self, didSelect: annotation) }
  }

  func deselect(_ view: AnnotationView, animated: Bool) {
    guard view === layer.views.selected else { return }
    layer.views.selected = nil
    view.setSelected(false, animated: animated)
    if let slot = view.slot { layer.resettle(slot) }
    layer.layoutState.areCollisionsNeeded = true
    delegate?.mapView(self, didDeselect: view)
    if let annotation = view.annotation { delegate?.mapView(self, didDeselect: annotation) }
  }

  /// Handles a tap on an accessory of the open callout. Notifies the delegate if it is a control; the selection stays.
  ///
  /// - Returns: whether there was a control.
  @discardableResult
  public func tapCalloutAccessory(_ side: CalloutSide) -> Bool {
    guard let view = layer.views.selected, let control = view.callout?.accessories[side], control.isControl else {
      return false
    }
    delegate?.mapView(self, annotationView: view, calloutAccessoryControlTapped: control)
    return true
  }
}
