import GeoModel

extension MapView {
  /// Moves the map so that annotations are visible, with room for their views (`showAnnotations(_:animated:)`).
  ///
  /// - Parameters:
  ///   - ids: the annotations; nil for all. Unknown ids are ignored. Nothing happens when none is left.
  ///   - edgePadding: the least padding at each edge in points. Default 48.
  public func showAnnotations(
    _ ids: [AnnotationID]? = nil, edgePadding: EdgeInsets = EdgeInsets(all: 48), animated: Bool
  ) {
    let store = layer.store
    let slots = ids?.compactMap { store.slot(of: $0) } ?? (0..<store.slotCount).filter { store.isLive($0) }
    let points = slots.map { MapPoint(store.coordinate(of: $0)) }
    guard !points.isEmpty else { return }
    var rect = MapRect(aroundOnGlobe: points)
    // Annotations within less than a kilometer are shown in a square of one kilometer.
    let least = 1_000 * MapScale.mapPointsPerMeter(atLatitude: rect.center.coordinate.latitude)
    let (dx, dy) = (max(0, least - rect.width) / 2, max(0, least - rect.height) / 2)
    if dx > 0, dy > 0 { rect = rect.insetBy(dx: -dx, dy: -dy) }
    change(to: window.fitting(rect, edgePadding), animated: animated)
    layout()
  }

  /// Adds the annotations that are not on the map yet, and moves the map so that all of them are visible.
  @discardableResult
  public func showAnnotations(_ annotations: [any Annotation], animated: Bool) -> [AnnotationID] {
    let ids = addAnnotations(annotations)
    showAnnotations(ids, animated: animated)
    return ids
  }
}
