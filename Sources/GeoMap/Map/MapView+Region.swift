import GeoModel

extension MapView {
  /// The visible region (`MKMapView.region`). Setting it keeps its center and shows at least that region, in the view's
  /// aspect ratio and without animation. An invalid region is refused.
  public var region: CoordinateRegion {
    get { CoordinateRegion(visibleMapRect) }
    set { setRegion(newValue, animated: false) }
  }

  /// Pans and zooms to a region (`setRegion(_:animated:)`). Does nothing, and calls nothing, when it is already shown.
  public func setRegion(_ region: CoordinateRegion, animated: Bool) {
    guard region.isValid else { return report(.invalidRegion) }
    guard region != self.region else { return }
    change(to: window.fitting(MapRect(region)), animated: animated)
  }

  /// Returns the region that would be shown (`regionThatFits(_:)`): it has the same center and the view's aspect ratio,
  /// and contains `region`. Returns an invalid region unchanged.
  public func regionThatFits(_ region: CoordinateRegion) -> CoordinateRegion {
    region.isValid ? CoordinateRegion(window.constrained(window.fitting(MapRect(region))).rect(window.size)) : region
  }

  /// The middle of the map (`centerCoordinate`). Setting it pans without zooming.
  public var centerCoordinate: Coordinate {
    get { window.viewport.center.coordinate }
    set { setCenter(newValue, animated: false) }
  }

  /// Pans without zooming, at any latitude (`setCenter(_:animated:)`).
  public func setCenter(_ center: Coordinate, animated: Bool) {
    change(to: Viewport(center: MapPoint(center), zoomScale: window.zoomScale), animated: animated)
  }

  /// Pans and zooms to a level of tiles of 256 points, 0 to 21, including fractions. NaN is refused.
  public func setCenter(_ center: Coordinate, level: Double, animated: Bool) {
    guard !level.isNaN else { return report(.invalidRegion) }
    let zoomScale = MapScale.zoomScale(level: max(-10, min(30, level)))
    change(to: Viewport(center: MapPoint(center), zoomScale: zoomScale), animated: animated)
  }

  /// The visible zoom level, for tiles of 256 points.
  public var level: Double { MapScale.level(window.zoomScale) }
  /// Points of the view per map point (`MKZoomScale`).
  public var zoomScale: ZoomScale { window.zoomScale }

  /// The visible map rectangle (`visibleMapRect`), from which ``region`` is derived. It may cross the antimeridian.
  public var visibleMapRect: MapRect {
    get { window.mapRect }
    set { setVisibleMapRect(newValue, animated: false) }
  }

  /// Shows at least a rectangle, with padding at each edge (`setVisibleMapRect(_:edgePadding:animated:)`). A rectangle
  /// larger than the world shows the world. A null or invalid rectangle is refused.
  public func setVisibleMapRect(_ rect: MapRect, edgePadding: EdgeInsets = .zero, animated: Bool) {
    guard rect.isValid else { return report(.invalidRegion) }
    if edgePadding == .zero, rect == visibleMapRect { return }
    change(to: window.fitting(rect, edgePadding), animated: animated)
  }

  /// Returns the rectangle that would be shown (`mapRectThatFits(_:edgePadding:)`).
  public func mapRectThatFits(_ rect: MapRect, edgePadding: EdgeInsets = .zero) -> MapRect {
    rect.isValid ? window.constrained(window.fitting(rect, edgePadding)).rect(window.size) : rect
  }

  /// The size of the view in points. Setting it keeps center and scale. Sizes that no screen may have
  /// (``ScreenSize/fitsScreens``) are refused.
  public var size: ScreenSize {
    get { window.size }
    set {
      guard newValue.fitsScreens else { return report(.invalidSize) }
      guard newValue != (regionChanges.waiting?.size ?? window.size) else { return }
      resize(to: newValue)
    }
  }

  /// The levels to which gestures may zoom from here; only the current level if they may not zoom.
  package var gestureLevels: ClosedRange<Double> {
    guard isZoomEnabled else { return level...level }
    let scales = window.zoomScales(around: window.viewport.center)
    return MapScale.level(scales.lowerBound)...MapScale.level(scales.upperBound)
  }

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
