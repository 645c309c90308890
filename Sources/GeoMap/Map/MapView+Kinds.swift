import GeoModel

// Finds the kinds of views, and makes, reuses and recycles the views.
extension MapView {
  /// The view kind of a template; 0 without one. An unregistered name is reported.
  func kindNumber(ofTemplate name: String?) -> Int {
    if let kind = viewSource.kind(ofTemplate: name) { return kind }
    report(.unknownTemplate(name ?? ""))
    return 0
  }

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
  func take(_ answered: AnnotationView, for slot: Int) {
    // A view can only be in one place.
    let view = answered.mapView == nil ? answered : viewSource.standardView(for: store.annotation(of: slot))
    if view.annotation == nil { view.annotation = store.annotation(of: slot) }
    viewSource.queues.noteUsed(view.reuseIdentifier)
    if let name = template(of: slot) { views.coveredTemplates[slot] = name }
    views.attach(view, to: slot)
    setKind(indexes.kindNumber(of: view, template: -1), of: slot)
    view.mapView = self
    layoutState.note(slot)
  }

  /// Gives a cluster its view.
  func take(_ answered: AnnotationView, for cluster: Cluster) {
    let view = answered.mapView == nil ? answered : viewSource.standardView(for: cluster.annotation)
    if view.annotation == nil { view.annotation = cluster.annotation }
    viewSource.queues.noteUsed(view.reuseIdentifier)
    cluster.view = view
    view.clusterKey = cluster.key
    view.annotationID = cluster.id
    if view.displayPriority < .required { indexes.noteLimitedPriority() }
    view.mapView = self
    layoutState.areCollisionsNeeded = true
  }

  /// Creates or reuses the view of a slot that has a template.
  func makeTemplateView(_ slot: Int) -> AnnotationView? {
    let number = indexes.kind(of: slot).template
    guard number >= 0 else { return nil }
    let view = viewSource.view(ofTemplate: number, for: store.annotation(of: slot))
    views.attach(view, to: slot)
    view.mapView = self
    return view
  }

  /// Switches an annotation to another template, replacing even a view that was set explicitly; nil changes nothing. A
  /// view that is being dragged stays until the drag ends.
  func adopt(template number: Int?, of slot: Int) {
    guard let number, indexes.kind(of: slot).template != number else { return }
    layoutState.awaited.remove(slot)
    views.coveredTemplates[slot] = nil
    let old = views[slot]
    if let old, old.storedDragState == .none { recycle(old) }
    setKind(viewSource.templates.kinds[number], of: slot)
    if let old, old === views.selected, views[slot] == nil { passSelection(from: old, to: makeTemplateView(slot)) }
  }

  /// Forgets the view and template of an annotation. The delegate is asked again when the annotation is next in sight,
  /// or at once if it is selected. A view that is being dragged stays.
  package func forgetView(of id: AnnotationID) { if let slot = store.slot(of: id) { forgetView(of: slot) } }

  private func forgetView(of slot: Int) {
    layoutState.awaited.remove(slot)
    views.coveredTemplates[slot] = nil
    let old = views[slot]
    if let old, old.storedDragState != .none { return }
    if let old { recycle(old) }
    setKind(0, of: slot)
    guard let old, old === views.selected else { return }
    ask([slot])
    if views[slot] == nil { take(viewSource.standardView(for: store.annotation(of: slot)), for: slot) }
    passSelection(from: old, to: views[slot])
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
