import GeoModel

extension MapView {
  /// Adds an annotation (`addAnnotation(_:)`). The next layout asks for its view if it is in sight.
  ///
  /// An object that is already on the map is not added again, except under another id. If the id is already on the map,
  /// the new annotation replaces the old one, and takes the template if one is named.
  ///
  /// - Parameters:
  ///   - id: the id to use; nil to let the map choose one.
  ///   - template: the name of the template that makes its views; nil to ask the delegate. An unregistered name is
  ///     reported, and counts as nil.
  /// - Returns: the id, which all other functions take.
  @discardableResult
  public func addAnnotation(
    _ annotation: any Annotation, id: AnnotationID? = nil, template: String? = nil
  ) -> AnnotationID {
    let object = AnnotationStore.object(of: annotation)
    if let object, let known = layer.store.objectIDs[object], id == nil || id == known { return known }
    let id = id ?? newID()
    if let slot = layer.store.slot(of: id) {
      replace(slot, annotation)
      layer.adopt(template: template.flatMap { layer.viewSource.templates.number(of: $0) }, of: slot, on: self)
    } else {
      let slot = layer.store.insert(id, annotation.coordinate, title: nil, kind: kindNumber(ofTemplate: template))
      layer.store.setOwn(annotation, of: slot)
      layer.settle(slot)
      journal?.note(.said, id)
    }
    return id
  }

  /// Adds annotations in order (`addAnnotations(_:)`).
  @discardableResult
  public func addAnnotations(_ annotations: some Sequence<any Annotation>) -> [AnnotationID] {
    annotations.map { addAnnotation($0) }
  }

  /// Adds many annotations at once; replaces the data of those whose ids are already on the map.
  ///
  /// - Parameter template: the name of the template that makes their views. Nil asks the delegate about each new
  ///   annotation and leaves the views of the others.
  /// - Throws: ``MapError/unknownTemplate(_:)``; then nothing is added.
  public func addAnnotations(_ columns: AnnotationColumns, template: String? = nil) throws(MapError) {
    if let template, layer.viewSource.templates[template] == nil { throw .unknownTemplate(template) }
    let kind = kindNumber(ofTemplate: template)
    journal?.add(columns, template: template)
    if columns.count > 1_000 { layer.layoutState.isFullNeeded = true }
    if columns.subtitles == nil, columns.headings == nil, let slots = layer.store.insert(columns, kind: kind) {
      layer.indexes.insert(slots, kind: kind)
      return layer.layoutState.note(slots)
    }
    let number = template.flatMap { layer.viewSource.templates.number(of: $0) }
    for row in 0..<columns.count { layer.adopt(template: number, of: layer.add(columns, row, kind), on: self) }
  }

  /// Removes an annotation (`removeAnnotation(_:)`): deselects it and removes its view at once. Unknown ids are
  /// ignored.
  public func removeAnnotation(_ id: AnnotationID) {
    guard id != .userLocation, let slot = layer.store.slot(of: id) else { return }
    remove(slot)
  }

  /// Removes an object.
  public func removeAnnotation(_ annotation: any Annotation & AnyObject) {
    if let id = layer.store.objectIDs[ObjectIdentifier(annotation)] { removeAnnotation(id) }
  }

  /// Removes annotations (`removeAnnotations(_:)`).
  public func removeAnnotations(_ ids: some Sequence<AnnotationID>) { for id in ids { removeAnnotation(id) } }

  /// Removes all annotations except the user's location.
  public func removeAllAnnotations() { removeAnnotations(annotationIDs) }

  /// The ids of all annotations, in no particular order. Includes the user's location while it is shown and known.
  public var annotationIDs: [AnnotationID] {
    (0..<layer.store.slotCount).lazy.filter { self.layer.store.isLive($0) }.map { self.layer.store.ids[$0] }
  }

  /// All annotations, in no particular order (`annotations`). Includes the user's location while it is shown.
  public var annotations: [any Annotation] {
    let all = (0..<layer.store.slotCount).filter { layer.store.isLive($0) }.map { layer.store.annotation(of: $0) }
    return user.isShown && user.location.location == nil ? all + [user.location] : all
  }

  /// The number of annotations, not counting the user's location.
  public var annotationCount: Int { layer.store.count - (layer.store.slot(of: .userLocation) == nil ? 0 : 1) }

  /// Returns the annotation or visible cluster with an id; nil when there is none.
  public func annotation(for id: AnnotationID) -> (any Annotation)? {
    if let cluster = layer.clusters[id] { return cluster.annotation }
    return layer.store.slot(of: id).map { layer.store.annotation(of: $0) }
  }

  /// Returns the id of an object; nil when it is not on the map.
  public func id(of annotation: any Annotation & AnyObject) -> AnnotationID? {
    layer.store.objectIDs[ObjectIdentifier(annotation)]
  }

  /// Returns the annotations in a rectangle (`annotations(in:)`), in no particular order. The rectangle may cross the
  /// antimeridian.
  public func annotations(in rect: MapRect) -> [AnnotationID] {
    var found: [AnnotationID] = []
    layer.indexes.forEach(in: rect) { found.append(layer.store.ids[$0]) }
    return found
  }

  private func newID() -> AnnotationID {
    defer { nextAutomaticID += 1 }
    return .automatic(nextAutomaticID)
  }

  /// Replaces the annotation of a slot.
  func replace(_ slot: Int, _ annotation: any Annotation) {
    layer.store.setOwn(annotation, of: slot)
    layer.place(slot, annotation.coordinate)
    layer.views[slot]?.annotation = annotation
    journal?.note(.said, layer.store.ids[slot])
  }

  func remove(_ slot: Int) {
    if let view = layer.views[slot] {
      if view === layer.views.selected { deselect(view, animated: false) }
      if touch?.view === view { touch = nil }
      endDrag(ofRemoved: view)
      if view.slot == slot { layer.recycle(view) }
    }
    // A delegate may have removed the annotation during a callback.
    guard layer.store.isLive(slot) else { return }
    layer.indexes.remove(slot)
    layer.layoutState.forget(slot)
    journal?.note(.removed, layer.store.ids[slot])
    layer.store.remove(slot)
  }
}
