import GeoModel

extension MapView {
  /// Returns the visible view of an annotation or cluster (`view(for:)`); nil when there is none.
  public func view(for id: AnnotationID) -> AnnotationView? {
    let view = knownView(for: id)
    return view?.isShown == true ? view : nil
  }

  /// Returns the visible view of an object.
  public func view(for annotation: any Annotation & AnyObject) -> AnnotationView? {
    if let cluster = annotation as? ClusterAnnotation {
      return layer.clusters.all.first { $0.annotation === cluster }?.view.flatMap { $0.isShown ? $0 : nil }
    }
    return layer.store.objectIDs[ObjectIdentifier(annotation)].flatMap { view(for: $0) }
  }

  /// All visible views, from back to front.
  ///
  /// They are sorted by z priority. Within one priority a selected view is in front of the others, and a view farther
  /// south is in front of one farther north. At one place a cluster is in front of an annotation. Numbers decide the
  /// rest, so the same map always gives the same picture.
  public var annotationViews: [AnnotationView] { layer.views.backToFront(layer.clusters, window) }

  /// Returns the frontmost enabled view at a point. Views without a size cannot be hit.
  public func annotationView(at point: ScreenPoint) -> AnnotationView? {
    annotationViews.last { $0.isEnabled && $0.size.isValid && $0.covers(point) }
  }

  /// Registers a view class for a reuse identifier, used when its queue is empty
  /// (`register(_:forAnnotationViewWithReuseIdentifier:)`).
  ///
  /// The class of ``defaultAnnotationViewReuseIdentifier`` serves all annotations for which the delegate gives no view.
  /// The class of ``defaultClusterAnnotationViewReuseIdentifier`` does so for clusters.
  ///
  /// - Parameter type: the class; nil removes the registered class or template. The delegate is then asked about
  ///   annotations that were added with it.
  public func register(_ type: AnnotationView.Type?, forAnnotationViewWithReuseIdentifier identifier: String) {
    guard let type else { return unregister(identifier) }
    register(ViewTemplate(name: identifier, type: type, configure: { _ in }))
  }

  /// Describes the views of a template, so that the delegate is not asked about annotations added with its name.
  ///
  /// Size, offset, priority, collision mode and clustering identifier are read once, from a view without annotation. So
  /// clusters and collisions of a million annotations need no views.
  ///
  /// - Parameter configure: sets up a view. It is called for each new view and again on reuse, when the annotation is
  ///   already set.
  public func registerTemplate<View: AnnotationView>(
    _ name: String, _ type: View.Type, configure: @escaping (View) -> Void
  ) {
    register(ViewTemplate(name: name, type: type, configure: { view in (view as? View).map(configure) }))
  }

  private func register(_ template: ViewTemplate) {
    let number = layer.viewSource.templates.register(template)
    let kind = layer.indexes.kindNumber(of: template.make(), template: number)
    let old = layer.viewSource.templates.setKind(kind, of: number)
    journal?.templates.append(template.name)
    layer.indexes.makeCrowd(kind)
    if old != 0 { layer.redress(number, from: old, on: self) }
  }

  private func unregister(_ name: String) {
    // The annotation may get no other view for a long time.
    if let selected = layer.views.selected, let slot = selected.slot,
      let number = layer.viewSource.templates.number(of: name), layer.indexes.kind(of: slot).template == number
    {
      deselect(selected, animated: false)
    }
    guard let number = layer.viewSource.templates.unregister(name) else { return }
    journal?.templates.append(name)
    layer.redress(number, from: layer.viewSource.templates.setKind(0, of: number), on: self)
    layer.viewSource.templates.release(number)
  }

  /// Returns a view from the queue of an identifier (`dequeueReusableAnnotationView(withIdentifier:)`). It was sent
  /// ``AnnotationView/prepareForReuse()`` and keeps its old properties. When the queue is empty, makes a new view of
  /// the registered class or template; nil without one.
  public func dequeueReusableAnnotationView(withIdentifier identifier: String) -> AnnotationView? {
    let view = layer.viewSource.dequeue(identifier)
    if view == nil { layer.viewSource.queues.noteVain(identifier) }
    return view
  }

  /// Takes a view from the queue of an identifier; nil when it is empty. Unlike dequeuing, this never reports the
  /// identifier as unused.
  package func waitingView(withIdentifier identifier: String) -> AnnotationView? {
    layer.viewSource.queues.take(identifier)
  }

  /// Dequeues a view as ``dequeueReusableAnnotationView(withIdentifier:)`` does and sets its annotation
  /// (`dequeueReusableAnnotationView(withIdentifier:for:)`).
  ///
  /// - Throws: ``MapError/unknownReuseIdentifier(_:)`` when the queue is empty and no class is registered.
  public func dequeueReusableAnnotationView(
    withIdentifier identifier: String, for annotation: any Annotation
  ) throws(MapError) -> AnnotationView {
    guard let view = layer.viewSource.dequeue(identifier) else {
      throw .unknownReuseIdentifier(identifier)
    }
    view.annotation = annotation
    return view
  }

  /// Sets the view of an annotation or cluster, for instance after the delegate returned ``ViewAnswer/later``. Like a
  /// view from the delegate, it stays until the annotation goes out of sight.
  ///
  /// - Parameter view: the view; nil for that of the annotation's template, or else the standard view.
  /// - Throws: ``MapError/unknownAnnotation(_:)``.
  public func setView(_ view: AnnotationView?, for id: AnnotationID) throws(MapError) {
    try give(view, to: id)
    layout()
  }

  /// Sets many views, as ``setView(_:for:)`` does, with a single layout. So the delegate is notified once, and views
  /// that a cluster replaces never appear.
  ///
  /// - Returns: the ids that are unknown.
  @discardableResult
  public func setViews(_ views: [(id: AnnotationID, view: AnnotationView?)]) -> [AnnotationID] {
    var unknown: [AnnotationID] = []
    for (id, view) in views {
      do throws(MapError) { try give(view, to: id) } catch { unknown.append(id) }
    }
    layout()
    return unknown
  }

  private func give(_ view: AnnotationView?, to id: AnnotationID) throws(MapError) {
    if let cluster = layer.clusters[id] {
      let old = cluster.view
      if let view, view === old { return layer.viewLayoutChanged(view) }
      layer.take(view ?? layer.viewSource.standardView(for: cluster.annotation), for: cluster, on: self)
      if let old {
        if old === layer.views.selected { layer.passSelection(from: old, to: cluster.view) }
        layer.recycle(old)
      }
    } else if let slot = layer.store.slot(of: id) {
      let old = layer.views[slot]
      if let view, view === old { return layer.viewLayoutChanged(view) }
      let isSelected = old != nil && old === layer.views.selected
      let (drag, displacement) = (old?.storedDragState ?? .none, old?.displacement ?? .zero)
      let isElsewhere = old?.isDraggedElsewhere ?? false
      if let old { layer.recycle(old) }
      if view == nil, layer.template(of: slot) != nil {
        _ = layer.makeTemplateView(slot, on: self)
        layer.layoutState.note(slot)
      } else {
        layer.take(view ?? layer.viewSource.standardView(for: layer.store.annotation(of: slot)), for: slot, on: self)
      }
      if isSelected { layer.passSelection(from: old, to: layer.views[slot]) }
      if let old, let new = layer.views[slot] {
        passTouch(from: old, to: new, drag, displacement, isElsewhere: isElsewhere)
      }
      layer.layoutState.awaited.remove(slot)
    } else {
      throw .unknownAnnotation(id)
    }
  }
}
