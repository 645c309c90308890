import GeoModel

extension MapView {
  /// The view that is shown now for an annotation or cluster (`view(for:)`); nil when none is.
  public func view(for id: AnnotationID) -> AnnotationView? {
    let view = knownView(for: id)
    return view?.isShown == true ? view : nil
  }

  /// The view that is shown now for an object.
  public func view(for annotation: any Annotation & AnyObject) -> AnnotationView? {
    if let cluster = annotation as? ClusterAnnotation {
      return clusters.values.first { $0.annotation === cluster }?.view.flatMap { $0.isShown ? $0 : nil }
    }
    return objectIDs[ObjectIdentifier(annotation)].flatMap { view(for: $0) }
  }

  /// All views that are shown, from behind to the front: by z priority, selected ones first in front, else the one farther south. Of
  /// views at one place clusters are in front, and else what came later, so that the same map is always the same picture.
  public var annotationViews: [AnnotationView] {
    var all: [(view: AnnotationView, isCluster: Bool, number: Int)] = []
    for (slot, view) in views where view.isShown { all.append((view, false, slot)) }
    for cluster in clusters.values {
      if let view = cluster.view, view.isShown { all.append((view, true, cluster.number)) }
    }
    let keyed = all.map { (entry: $0, place: point(for: self.coordinate(of: $0.view) ?? centerCoordinate)) }
    return keyed.sorted { a, b in
      let (first, second) = (a.entry.view.frontPriority, b.entry.view.frontPriority)
      if first != second { return first < second }
      if a.entry.view.isSelected != b.entry.view.isSelected { return b.entry.view.isSelected }
      if a.place.y != b.place.y { return a.place.y < b.place.y }
      if a.place.x != b.place.x { return a.place.x < b.place.x }
      if a.entry.isCluster != b.entry.isCluster { return b.entry.isCluster }
      return a.entry.number < b.entry.number
    }.map(\.entry.view)
  }

  /// The foremost view at a point; views without size cannot be hit.
  public func annotationView(at point: ScreenPoint) -> AnnotationView? {
    annotationViews.last { $0.isEnabled && $0.size.isValid && $0.covers(point) }
  }

  /// Has views of a class made when the queue of an identifier is empty (`register(_:forAnnotationViewWithReuseIdentifier:)`). Under
  /// ``defaultAnnotationViewReuseIdentifier`` it stands for all annotations for which the delegate gives no view, under
  /// ``defaultClusterAnnotationViewReuseIdentifier`` for such clusters.
  ///
  /// - Parameter type: nil takes back what was registered, a template, too: the delegate is asked about annotations that were added with it.
  public func register(_ type: AnnotationView.Type?, forAnnotationViewWithReuseIdentifier identifier: String) {
    guard let type else { return unregister(identifier) }
    register(ViewTemplate(name: identifier, type: type, configure: { _ in }))
  }

  /// Says beforehand what the views of a name look like, so that the delegate is not asked: for annotations that are added with the template.
  /// Size, offset, priority, collision mode and clustering identifier are read once, from a view without annotation; clusters and
  /// collisions of a million annotations then need no views.
  ///
  /// - Parameter configure: puts a view in a known state; called for each new view, and again when one is reused. Its annotation is set.
  public func registerTemplate<View: AnnotationView>(
    _ name: String, _ type: View.Type, configure: @escaping (View) -> Void
  ) {
    register(ViewTemplate(name: name, type: type, configure: { view in (view as? View).map(configure) }))
  }

  private func register(_ template: ViewTemplate) {
    let number =
      templateNumbers[template.name] ?? formerTemplates.removeValue(forKey: template.name) ?? freeTemplates.popLast()
      ?? templates.count
    templateNumbers[template.name] = number
    if number == templates.count {
      templates.append(template)
      templateKinds.append(0)
    } else {
      templates[number] = template
    }
    let old = templateKinds[number]
    templateKinds[number] = kindNumber(of: template.make(), template: number)
    journal?.templates.append(template.name)
    makeCrowd(templateKinds[number])
    if old != 0 { redress(number, from: old) }
  }

  private func unregister(_ name: String) {
    // Nobody knows when there will be another view.
    if let selected, let slot = selected.slot, let number = templateNumbers[name],
      kinds[Int(store[slot].kind)].template == number
    {
      deselect(selected, animated: false)
    }
    guard let number = templateNumbers.removeValue(forKey: name) else { return }
    formerTemplates[name] = number
    journal?.templates.append(name)
    let old = templateKinds[number]
    templateKinds[number] = 0
    redress(number, from: old)
    // Nobody makes views by it any more, so what it keeps can go.
    templates[number] = ViewTemplate(name: name, type: AnnotationView.self, configure: { _ in })
  }

  /// Annotations that were added with a template before look as it says now; without one the delegate is asked. What is dragged keeps its view.
  private func redress(_ number: Int, from old: Int) {
    let kind = templateKinds[number]
    let dressed = views.filter {
      kinds[Int(store[$0.key].kind)].template == number && $0.value.storedDragState == .none
    }
    for view in dressed.values { recycle(view) }
    // Those that wait are of the class, and look, of before.
    reuse.forget(templates[number].name)
    for slot in dressed.keys { setKind(kind, of: slot) }
    if old != kind {
      for slot in 0..<store.slotCount where store.isLive(slot) && Int(store[slot].kind) == old {
        setKind(kind, of: slot)
      }
    }
    if let selected, let slot = dressed.first(where: { $0.value === selected })?.key {
      passSelection(from: selected, to: makeTemplateView(slot))
    }
    needsFullLayout = true
  }

  /// A view from the queue of an identifier (`dequeueReusableAnnotationView(withIdentifier:)`): it has been sent
  /// ``AnnotationView/prepareForReuse()`` and keeps its old properties. When none waits: a new one of the registered class or template, else nil.
  public func dequeueReusableAnnotationView(withIdentifier identifier: String) -> AnnotationView? {
    if let view = waitingView(withIdentifier: identifier) { return view }
    if let number = templateNumbers[identifier] { return templates[number].make() }
    reuse.noteVain(identifier)
    return nil
  }

  /// A view that waits in the queue of an identifier; nil when there is none, which may be so for as long as its caller likes.
  package func waitingView(withIdentifier identifier: String) -> AnnotationView? { reuse.take(identifier) }

  /// ``dequeueReusableAnnotationView(withIdentifier:)`` with the annotation set (`dequeueReusableAnnotationView(withIdentifier:for:)`).
  ///
  /// - Throws: ``MapError/unknownReuseIdentifier(_:)`` when none waits and no class is registered.
  public func dequeueReusableAnnotationView(
    withIdentifier identifier: String, for annotation: any Annotation
  ) throws(MapError) -> AnnotationView {
    guard let view = reuse.take(identifier) ?? templateNumbers[identifier].map({ templates[$0].make() }) else {
      throw .unknownReuseIdentifier(identifier)
    }
    view.annotation = annotation
    return view
  }

  /// Gives a view to an annotation or cluster: one that was answered with ``ViewAnswer/later``, or another one than is shown. It stands for it
  /// until the annotation goes out of sight, as one that the delegate gave.
  ///
  /// - Parameter view: nil: that of the annotation's template, else the standard one.
  /// - Throws: ``MapError/unknownAnnotation(_:)``.
  public func setView(_ view: AnnotationView?, for id: AnnotationID) throws(MapError) {
    try give(view, to: id)
    layout()
  }

  /// Gives views to many annotations and clusters, as ``setView(_:for:)`` does, and lays out once, so that the delegate hears once of those that
  /// were added, and nobody sees views for which a cluster will stand.
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
    if let key = clusterKeys[id], let cluster = clusters[key] {
      let old = cluster.view
      if let view, view === old { return viewLayoutChanged(view) }
      take(view ?? standardView(for: cluster.annotation), for: cluster)
      if let old {
        if old === selected { passSelection(from: old, to: cluster.view) }
        recycle(old)
      }
    } else if let slot = store.slot(of: id) {
      let old = views[slot]
      if let view, view === old { return viewLayoutChanged(view) }
      let isSelected = old != nil && old === selected
      let (drag, displacement) = (old?.storedDragState ?? .none, old?.displacement ?? .zero)
      let isElsewhere = old?.isDraggedElsewhere ?? false
      if let old { recycle(old) }
      if view == nil, template(of: slot) != nil {
        _ = makeTemplateView(slot)
        changed.insert(slot)
      } else {
        take(view ?? standardView(for: store.annotation(of: slot)), for: slot)
      }
      if isSelected { passSelection(from: old, to: views[slot]) }
      if let old, let new = views[slot] { passTouch(from: old, to: new, drag, displacement, isElsewhere: isElsewhere) }
      awaited.remove(slot)
    } else {
      throw .unknownAnnotation(id)
    }
  }
}
