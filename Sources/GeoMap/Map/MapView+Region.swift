import GeoModel

/// A region change that waits for the end of another one.
struct RegionChange {
  var viewport: Viewport
  var animated: Bool
  /// The new size of the view; nil to keep it.
  var size: ScreenSize?
}

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
    change(to: fitting(MapRect(region)), animated: animated)
  }

  /// Returns the region that would be shown (`regionThatFits(_:)`): it has the same center and the view's aspect ratio,
  /// and contains `region`. Returns an invalid region unchanged.
  public func regionThatFits(_ region: CoordinateRegion) -> CoordinateRegion {
    region.isValid ? CoordinateRegion(constrained(fitting(MapRect(region))).rect(viewSize)) : region
  }

  /// The middle of the map (`centerCoordinate`). Setting it pans without zooming.
  public var centerCoordinate: Coordinate {
    get { viewport.center.coordinate }
    set { setCenter(newValue, animated: false) }
  }

  /// Pans without zooming, at any latitude (`setCenter(_:animated:)`).
  public func setCenter(_ center: Coordinate, animated: Bool) {
    change(to: Viewport(center: MapPoint(center), zoomScale: viewport.zoomScale), animated: animated)
  }

  /// Pans and zooms to a level of tiles of 256 points, 0 to 21, including fractions. NaN is refused.
  public func setCenter(_ center: Coordinate, level: Double, animated: Bool) {
    guard !level.isNaN else { return report(.invalidRegion) }
    let zoomScale = MapScale.zoomScale(level: max(-10, min(30, level)))
    change(to: Viewport(center: MapPoint(center), zoomScale: zoomScale), animated: animated)
  }

  /// The visible zoom level, for tiles of 256 points.
  public var level: Double { MapScale.level(viewport.zoomScale) }
  /// Points of the view per map point (`MKZoomScale`).
  public var zoomScale: ZoomScale { viewport.zoomScale }

  /// The visible map rectangle (`visibleMapRect`), from which ``region`` is derived. It may cross the antimeridian.
  public var visibleMapRect: MapRect {
    get { viewport.rect(viewSize) }
    set { setVisibleMapRect(newValue, animated: false) }
  }

  /// Shows at least a rectangle, with padding at each edge (`setVisibleMapRect(_:edgePadding:animated:)`). A rectangle
  /// larger than the world shows the world. A null or invalid rectangle is refused.
  public func setVisibleMapRect(_ rect: MapRect, edgePadding: EdgeInsets = .zero, animated: Bool) {
    guard rect.isValid else { return report(.invalidRegion) }
    if edgePadding == .zero, rect == visibleMapRect { return }
    change(to: Viewport.fitting(rect, viewSize, edgePadding), animated: animated)
  }

  /// Returns the rectangle that would be shown (`mapRectThatFits(_:edgePadding:)`).
  public func mapRectThatFits(_ rect: MapRect, edgePadding: EdgeInsets = .zero) -> MapRect {
    rect.isValid ? constrained(Viewport.fitting(rect, viewSize, edgePadding)).rect(viewSize) : rect
  }

  /// The size of the view in points. Setting it keeps center and scale. Sizes that no screen may have
  /// (``ScreenSize/fitsScreens``) are refused.
  public var size: ScreenSize {
    get { viewSize }
    set {
      guard newValue.fitsScreens else { return report(.invalidSize) }
      guard newValue != (waitingChange?.size ?? viewSize) else { return }
      resize(to: newValue)
    }
  }

  private func fitting(_ rect: MapRect) -> Viewport { Viewport.fitting(rect, viewSize, .zero) }

  /// Returns a viewport within the limits. A viewport with NaN or infinite numbers becomes the current one.
  func constrained(_ wanted: Viewport) -> Viewport {
    guard wanted.center.x.isFinite, wanted.center.y.isFinite, wanted.zoomScale.isFinite else { return viewport }
    let world = MapSize.world
    var center = wanted.center
    if let boundary {
      // The nearest position in the boundary, on either side of the antimeridian.
      center = center.wrapped.near(boundary.center)
      center.x = max(boundary.minX, min(boundary.maxX, center.x))
      center.y = max(boundary.minY, min(boundary.maxY, center.y))
    }
    center = center.wrapped
    center.y = max(0, min(world.height, center.y))
    let scales = zoomScales(around: center)
    return Viewport(
      center: center, zoomScale: max(scales.lowerBound, min(scales.upperBound, wanted.zoomScale)))
  }

  /// The allowed scales around a center.
  private func zoomScales(around center: MapPoint) -> ClosedRange<ZoomScale> {
    let (low, high) = (Viewport.minimumZoomScale(viewSize), Viewport.maximumZoomScale)
    guard let zoomRange else { return low...high }
    let latitude = center.coordinate.latitude
    let farthest = MapCamera.zoomScale(zoomRange.maxCenterCoordinateDistance, viewSize.height, latitude)
    let nearest = MapCamera.zoomScale(zoomRange.minCenterCoordinateDistance, viewSize.height, latitude)
    let least = min(high, max(low, farthest))
    return least...max(least, min(high, nearest))
  }

  /// The levels to which gestures may zoom from here; only the current level if they may not zoom.
  package var gestureLevels: ClosedRange<Double> {
    guard isZoomEnabled else { return level...level }
    let scales = zoomScales(around: viewport.center)
    return MapScale.level(scales.lowerBound)...MapScale.level(scales.upperBound)
  }
}
