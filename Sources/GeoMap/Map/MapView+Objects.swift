import GeoModel

// As in MapKit, annotations and overlays that are objects identify themselves. Objects that are not on the map are
// ignored.
extension MapView {
  /// Removes objects (`removeAnnotations(_:)`).
  public func removeAnnotations(_ annotations: [any Annotation & AnyObject]) {
    for annotation in annotations { removeAnnotation(annotation) }
  }

  /// Selects an object (`selectAnnotation(_:animated:)`). Returns false when it is not on the map or has no view that
  /// can be selected.
  @discardableResult
  public func selectAnnotation(_ annotation: any Annotation & AnyObject, animated: Bool) -> Bool {
    shownID(of: annotation).map { selectAnnotation($0, animated: animated) } ?? false
  }

  /// Deselects an object (`deselectAnnotation(_:animated:)`).
  public func deselectAnnotation(_ annotation: any Annotation & AnyObject, animated: Bool) {
    if let id = shownID(of: annotation) { deselectAnnotation(id, animated: animated) }
  }

  /// Returns the id of an overlay that is an object; nil when it is not on the map.
  public func overlayID(of overlay: any Overlay & AnyObject) -> OverlayID? {
    overlayList.id(of: ObjectIdentifier(overlay))
  }

  /// Removes objects (`removeOverlays(_:)`).
  public func removeOverlays(_ overlays: [any Overlay & AnyObject]) {
    removeOverlays(overlays.compactMap { overlayID(of: $0) })
  }

  /// Returns the renderer of an object (`renderer(for:)`); nil until it has one.
  public func renderer(for overlay: any Overlay & AnyObject) -> OverlayRenderer? {
    overlayID(of: overlay).flatMap { renderer(for: $0) }
  }

  /// Swaps two objects, including their levels (`exchangeOverlay(_:with:)`).
  ///
  /// - Throws: ``MapError/unknownOverlay(_:)``.
  public func exchangeOverlay(_ a: any Overlay & AnyObject, with b: any Overlay & AnyObject) throws(MapError) {
    try exchangeOverlay(known(a), with: known(b))
  }

  /// Adds an overlay directly above an object, in its level (`insertOverlay(_:above:)`).
  ///
  /// - Throws: ``MapError/unknownOverlay(_:)`` when `sibling` is not on the map.
  @discardableResult
  public func insertOverlay(
    _ overlay: any Overlay, above sibling: any Overlay & AnyObject
  ) throws(MapError) -> OverlayID { try insertOverlay(overlay, above: known(sibling)) }

  /// Adds an overlay directly below an object, in its level (`insertOverlay(_:below:)`).
  ///
  /// - Throws: ``MapError/unknownOverlay(_:)`` when `sibling` is not on the map.
  @discardableResult
  public func insertOverlay(
    _ overlay: any Overlay, below sibling: any Overlay & AnyObject
  ) throws(MapError) -> OverlayID { try insertOverlay(overlay, below: known(sibling)) }

  private func known(_ overlay: any Overlay & AnyObject) throws(MapError) -> OverlayID {
    guard let id = overlayID(of: overlay) else { throw .unknownOverlay(.text(overlay.title ?? "\(type(of: overlay))")) }
    return id
  }

  /// The id of an object, which may also be a cluster in sight.
  private func shownID(of annotation: any Annotation & AnyObject) -> AnnotationID? {
    id(of: annotation) ?? view(for: annotation)?.annotationID
  }
}
