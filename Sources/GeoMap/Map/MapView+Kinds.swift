import GeoModel

// Finds the kinds of views, and makes, reuses and recycles the views.
extension MapView {
  /// The view kind of a template; 0 without one. An unregistered name is reported.
  func kindNumber(ofTemplate name: String?) -> Int {
    if let kind = templates.kind(of: name ?? MapView.standardTemplate) { return kind }
    if let name, name != MapView.standardTemplate { report(.unknownTemplate(name)) }
    return 0
  }

  /// The name used without a template. Normally no template has it, so the delegate is asked.
  private static let standardTemplate = ""

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
    let view = answered.mapView == nil ? answered : standardView(for: store.annotation(of: slot))
    if view.annotation == nil { view.annotation = store.annotation(of: slot) }
    reuse.noteUsed(view.reuseIdentifier)
    if let name = template(of: slot) { coveredTemplates[slot] = name }
    attach(view, to: slot)
    setKind(indexes.kindNumber(of: view, template: -1), of: slot)
    view.mapView = self
    layoutState.note(slot)
  }

  /// Gives a cluster its view.
  func take(_ answered: AnnotationView, for cluster: Cluster) {
    let view = answered.mapView == nil ? answered : standardView(for: cluster.annotation)
    if view.annotation == nil { view.annotation = cluster.annotation }
    reuse.noteUsed(view.reuseIdentifier)
    cluster.view = view
    view.clusterKey = cluster.key
    view.annotationID = cluster.id
    if view.displayPriority < .required { indexes.noteLimitedPriority() }
    view.mapView = self
    layoutState.areCollisionsNeeded = true
  }

  /// The default view, used where the delegate gave none.
  func standardView(for annotation: any Annotation) -> AnnotationView {
    let isCluster = annotation is ClusterAnnotation
    let isUser = annotation is UserLocation
    let registered =
      isCluster
      ? MapView.defaultClusterAnnotationViewReuseIdentifier : MapView.defaultAnnotationViewReuseIdentifier
    if !isUser, templates[registered] != nil, let view = dequeueReusableAnnotationView(withIdentifier: registered)
    {
      view.annotation = annotation
      return view
    }
    let identifier = isCluster ? "standard cluster" : isUser ? "standard user location" : "standard pin"
    if let view = reuse.take(identifier) {
      view.annotation = annotation
      (view as? ClusterView)?.prepare()
      return view
    }
    if isCluster { return ClusterView(annotation: annotation, reuseIdentifier: identifier) }
    if isUser { return UserLocationView(annotation: annotation, reuseIdentifier: identifier) }
    return PinAnnotationView(annotation: annotation, reuseIdentifier: identifier)
  }

  /// Creates or reuses the view of a slot that has a template.
  func makeTemplateView(_ slot: Int) -> AnnotationView? {
    let number = indexes.kind(of: slot).template
    guard number >= 0 else { return nil }
    let template = templates[number]
    let view: AnnotationView
    if let waiting = reuse.take(template.name), type(of: waiting) == template.type {
      view = waiting
      view.annotation = store.annotation(of: slot)
      template.configure(view)
    } else {
      view = template.type.init(annotation: store.annotation(of: slot), reuseIdentifier: template.name)
      template.configure(view)
    }
    attach(view, to: slot)
    view.mapView = self
    return view
  }

  /// Switches an annotation to another template, replacing even a view that was set explicitly; nil changes nothing. A
  /// view that is being dragged stays until the drag ends.
  func adopt(template number: Int?, of slot: Int) {
    guard let number, indexes.kind(of: slot).template != number else { return }
    layoutState.awaited.remove(slot)
    coveredTemplates[slot] = nil
    let old = views[slot]
    if let old, old.storedDragState == .none { recycle(old) }
    setKind(templates.kinds[number], of: slot)
    if let old, old === selected, views[slot] == nil { passSelection(from: old, to: makeTemplateView(slot)) }
  }

  /// Forgets the view and template of an annotation. The delegate is asked again when the annotation is next in sight,
  /// or at once if it is selected. A view that is being dragged stays.
  package func forgetView(of id: AnnotationID) { if let slot = store.slot(of: id) { forgetView(of: slot) } }

  private func forgetView(of slot: Int) {
    layoutState.awaited.remove(slot)
    coveredTemplates[slot] = nil
    let old = views[slot]
    if let old, old.storedDragState != .none { return }
    if let old { recycle(old) }
    setKind(0, of: slot)
    guard let old, old === selected else { return }
    ask([slot])
    if views[slot] == nil { take(standardView(for: store.annotation(of: slot)), for: slot) }
    passSelection(from: old, to: views[slot])
  }

  /// The name of the template of a slot's annotation, including one covered by a view that was set explicitly; nil for
  /// none.
  func template(of slot: Int) -> String? {
    let number = indexes.kind(of: slot).template
    return number >= 0 ? templates[number].name : coveredTemplates[slot]
  }

  private func attach(_ view: AnnotationView, to slot: Int) {
    views[slot] = view
    store[slot].hasView = true
    view.slot = slot
    view.annotationID = store.ids[slot]
  }

  /// Removes a view from the map and puts it into its reuse queue.
  func recycle(_ view: AnnotationView) {
    if let id = view.annotationID { recycledViews?.append(id) }
    view.mapView = nil
    if let slot = view.slot, views[slot] === view {
      views[slot] = nil
      store[slot].hasView = false
      layoutState.shown.remove(slot)
      if let covered = coveredTemplates.removeValue(forKey: slot) {
        setKind(templates.kind(of: covered) ?? 0, of: slot)
      }
    }
    view.slot = nil
    view.clusterKey = nil
    view.annotationID = nil
    view.annotation = nil
    view.isShown = false
    view.displacement = .zero
    view.storedDragState = .none
    view.isDraggedElsewhere = false
    reuse.add(view)
  }
}

/// The standard view of a cluster: a balloon with the number of members.
///
/// Other views never hide it.
final class ClusterView: MarkerAnnotationView {
  required init(annotation: (any Annotation)?, reuseIdentifier: String?) {
    super.init(annotation: annotation, reuseIdentifier: reuseIdentifier)
    displayPriority = .required
    prepare()
  }

  /// Writes the number of members.
  func prepare() { glyphText = (annotation as? ClusterAnnotation)?.countText }
}
