import GeoModel

// Gives views to annotations and clusters, and takes them away again.
extension AnnotationLayer {
  /// Updates the kind of a view after a change that affects clusters and collisions.
  func viewLayoutChanged(_ view: AnnotationView) {
    if indexes.kinds.haveLimitedPriority || view.displayPriority != .required { layoutState.areCollisionsNeeded = true }
    if let slot = view.slot {
      setKind(indexes.kindNumber(of: view, template: indexes.kind(of: slot).template), of: slot)
    }
  }

  /// Updates the kind of a view that turns with its annotation, if the new heading changes the kind.
  func viewTurned(_ view: AnnotationView) {
    guard let slot = view.slot else { return }
    let old = Int(store[slot].kind)
    if indexes.kindNumber(of: view, template: indexes.kinds[old].template) != old { viewLayoutChanged(view) }
  }

  /// Gives a slot the view that the delegate returned.
  func take(_ answered: AnnotationView, for slot: Int, on map: MapView) {
    // A view can only be in one place.
    let view = answered.mapView == nil ? answered : viewSource.standardView(for: store.annotation(of: slot))
    if view.annotation == nil { view.annotation = store.annotation(of: slot) }
    viewSource.queues.noteUsed(view.reuseIdentifier)
    if let name = template(of: slot) { views.coveredTemplates[slot] = name }
    views.attach(view, to: slot)
    setKind(indexes.kindNumber(of: view, template: -1), of: slot)
    view.mapView = map
    layoutState.note(slot)
  }

  /// Gives a cluster its view.
  func take(_ answered: AnnotationView, for cluster: Cluster, on map: MapView) {
    let view = answered.mapView == nil ? answered : viewSource.standardView(for: cluster.annotation)
    if view.annotation == nil { view.annotation = cluster.annotation }
    viewSource.queues.noteUsed(view.reuseIdentifier)
    cluster.view = view
    view.clusterKey = cluster.key
    view.annotationID = cluster.id
    if view.displayPriority < .required { indexes.noteLimitedPriority() }
    view.mapView = map
    layoutState.areCollisionsNeeded = true
  }

  /// Creates or reuses the view of a slot that has a template.
  func makeTemplateView(_ slot: Int, on map: MapView) -> AnnotationView? {
    let number = indexes.kind(of: slot).template
    guard number >= 0 else { return nil }
    let view = viewSource.view(ofTemplate: number, for: store.annotation(of: slot))
    views.attach(view, to: slot)
    view.mapView = map
    return view
  }

  /// The name of the template of a slot's annotation, including one covered by a view that was set explicitly; nil for
  /// none.
  func template(of slot: Int) -> String? {
    let number = indexes.kind(of: slot).template
    return number >= 0 ? viewSource.templates[number].name : views.coveredTemplates[slot]
  }

  /// Removes a view from the map and puts it into its reuse queue.
  func recycle(_ view: AnnotationView) {
    if let slot = views.detach(view) {
      layoutState.shown.remove(slot)
      if let covered = views.coveredTemplates.removeValue(forKey: slot) {
        setKind(viewSource.templates.kind(of: covered) ?? 0, of: slot)
      }
    }
    view.clear()
    viewSource.queues.add(view)
  }
}
