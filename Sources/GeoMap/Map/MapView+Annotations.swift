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
    if let object, let known = store.objectIDs[object], id == nil || id == known { return known }
    let id = id ?? newID()
    if let slot = store.slot(of: id) {
      replace(slot, annotation)
      adopt(template: template.flatMap { viewSource.templates.number(of: $0) }, of: slot)
    } else {
      let slot = store.insert(id, annotation.coordinate, title: nil, kind: kindNumber(ofTemplate: template))
      store.setOwn(annotation, of: slot)
      settle(slot)
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
    if let template, viewSource.templates[template] == nil { throw .unknownTemplate(template) }
    let kind = kindNumber(ofTemplate: template)
    journal?.add(columns, template: template)
    if columns.count > 1_000 { layoutState.isFullNeeded = true }
    if columns.subtitles == nil, columns.headings == nil, let slots = store.insert(columns, kind: kind) {
      indexes.insert(slots, kind: kind)
      return layoutState.note(slots)
    }
    let number = template.flatMap { viewSource.templates.number(of: $0) }
    for row in 0..<columns.count { adopt(template: number, of: add(columns, row, kind)) }
  }

  /// - Returns: the slot of the row.
  private func add(_ columns: AnnotationColumns, _ row: Int, _ kind: Int) -> Int {
    let coordinate = Coordinate(clampingLatitude: columns.latitudes[row], longitude: columns.longitudes[row])
    let title = columns.titles?[row]
    let known = store.slot(of: columns.ids[row])
    let slot = known ?? store.insert(columns.ids[row], coordinate, title: title, kind: kind)
    if known != nil {
      place(slot, coordinate)
      store.setTitle(title, of: slot)
    }
    let hasExtra = columns.subtitles != nil || columns.headings != nil
    let extra = AnnotationStore.Extra(subtitle: columns.subtitles?[row], heading: columns.headings?[row])
    store.setExtra(hasExtra ? extra : nil, of: slot)
    if known == nil { settle(slot) } else { views[slot]?.annotation = store.annotation(of: slot) }
    return slot
  }

  /// Removes an annotation (`removeAnnotation(_:)`): deselects it and removes its view at once. Unknown ids are
  /// ignored.
  public func removeAnnotation(_ id: AnnotationID) {
    guard id != .userLocation, let slot = store.slot(of: id) else { return }
    remove(slot)
  }

  /// Removes an object.
  public func removeAnnotation(_ annotation: any Annotation & AnyObject) {
    if let id = store.objectIDs[ObjectIdentifier(annotation)] { removeAnnotation(id) }
  }

  /// Removes annotations (`removeAnnotations(_:)`).
  public func removeAnnotations(_ ids: some Sequence<AnnotationID>) { for id in ids { removeAnnotation(id) } }

  /// Removes all annotations except the user's location.
  public func removeAllAnnotations() { removeAnnotations(annotationIDs) }

  /// The ids of all annotations, in no particular order. Includes the user's location while it is shown and known.
  public var annotationIDs: [AnnotationID] {
    (0..<store.slotCount).lazy.filter { self.store.isLive($0) }.map { self.store.ids[$0] }
  }

  /// All annotations, in no particular order (`annotations`). Includes the user's location while it is shown.
  public var annotations: [any Annotation] {
    let all = (0..<store.slotCount).filter { store.isLive($0) }.map { store.annotation(of: $0) }
    return user.isShown && user.location.location == nil ? all + [user.location] : all
  }

  /// The number of annotations, not counting the user's location.
  public var annotationCount: Int { store.count - (store.slot(of: .userLocation) == nil ? 0 : 1) }

  /// Returns the annotation or visible cluster with an id; nil when there is none.
  public func annotation(for id: AnnotationID) -> (any Annotation)? {
    if let cluster = clusters[id] { return cluster.annotation }
    return store.slot(of: id).map { store.annotation(of: $0) }
  }

  /// Returns the id of an object; nil when it is not on the map.
  public func id(of annotation: any Annotation & AnyObject) -> AnnotationID? {
    store.objectIDs[ObjectIdentifier(annotation)]
  }

  /// Returns the annotations in a rectangle (`annotations(in:)`), in no particular order. The rectangle may cross the
  /// antimeridian.
  public func annotations(in rect: MapRect) -> [AnnotationID] {
    var found: [AnnotationID] = []
    indexes.forEach(in: rect) { found.append(store.ids[$0]) }
    return found
  }

  private func newID() -> AnnotationID {
    defer { nextAutomaticID += 1 }
    return .automatic(nextAutomaticID)
  }
}
