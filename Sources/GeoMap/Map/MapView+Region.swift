import GeoModel

/// A change of what is shown, that has to wait for the end of another one.
struct RegionChange {
  var viewport: Viewport
  var animated: Bool
  /// The size of the view from then on; nil: as it is.
  var size: ScreenSize?
}

extension MapView {
  /// What is shown (`MKMapView.region`). Setting it keeps its center and shows at least what was asked, in the aspect ratio of the view,
  /// without animation; a region that is none is refused.
  public var region: CoordinateRegion {
    get { CoordinateRegion(visibleMapRect) }
    set { setRegion(newValue, animated: false) }
  }

  /// Pans and zooms at once (`setRegion(_:animated:)`). Nothing happens, and nothing is called, when it is shown already.
  public func setRegion(_ region: CoordinateRegion, animated: Bool) {
    guard region.isValid else { return report(.invalidRegion) }
    guard region != self.region else { return }
    change(to: fitting(MapRect(region)), animated: animated)
  }

  /// The region that would be shown (`regionThatFits(_:)`): same center, the view's aspect ratio, with all that was asked. A region that is
  /// none comes back as it is.
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

  /// Pans and zooms to a level of tiles of 256 points; 0 to 21, fractions too. A level that is not a number is refused.
  public func setCenter(_ center: Coordinate, level: Double, animated: Bool) {
    guard !level.isNaN else { return report(.invalidRegion) }
    let zoomScale = MapScale.zoomScale(level: max(-10, min(30, level)))
    change(to: Viewport(center: MapPoint(center), zoomScale: zoomScale), animated: animated)
  }

  /// The level that is shown, of tiles of 256 points.
  public var level: Double { MapScale.level(viewport.zoomScale) }
  /// Points of the view for each map point (`MKZoomScale`).
  public var zoomScale: ZoomScale { viewport.zoomScale }

  /// What is shown, projected (`visibleMapRect`): the truth of which ``region`` is a view. It may reach over the antimeridian.
  public var visibleMapRect: MapRect {
    get { viewport.rect(viewSize) }
    set { setVisibleMapRect(newValue, animated: false) }
  }

  /// Shows at least a rectangle, with room at each side (`setVisibleMapRect(_:edgePadding:animated:)`). What is larger than the world
  /// shows the world; a rectangle that is null or no rectangle is refused.
  public func setVisibleMapRect(_ rect: MapRect, edgePadding: EdgeInsets = .zero, animated: Bool) {
    guard rect.isValid else { return report(.invalidRegion) }
    if edgePadding == .zero, rect == visibleMapRect { return }
    change(to: Viewport.fitting(rect, viewSize, edgePadding), animated: animated)
  }

  /// The rectangle that would be shown (`mapRectThatFits(_:edgePadding:)`).
  public func mapRectThatFits(_ rect: MapRect, edgePadding: EdgeInsets = .zero) -> MapRect {
    rect.isValid ? constrained(Viewport.fitting(rect, viewSize, edgePadding)).rect(viewSize) : rect
  }

  /// The size of the view in points. Setting it keeps center and scale; what no screen may have (``ScreenSize/fitsScreens``) is refused.
  public var size: ScreenSize {
    get { viewSize }
    set {
      guard newValue.fitsScreens else { return report(.invalidSize) }
      guard newValue != (waitingChange?.size ?? viewSize) else { return }
      resize(to: newValue)
    }
  }

  private func fitting(_ rect: MapRect) -> Viewport { Viewport.fitting(rect, viewSize, .zero) }

  /// A viewport within the limits. One that is none, as computations with far numbers may come to, is the one that is shown.
  func constrained(_ wanted: Viewport) -> Viewport {
    guard wanted.center.x.isFinite, wanted.center.y.isFinite, wanted.zoomScale.isFinite else { return viewport }
    let world = MapSize.world
    var center = wanted.center
    if let boundary {
      // Nearest to the boundary, on whichever side of the antimeridian it lies.
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

  /// The scales that may be shown around a center.
  private func zoomScales(around center: MapPoint) -> ClosedRange<ZoomScale> {
    let (low, high) = (Viewport.minimumZoomScale(viewSize), Viewport.maximumZoomScale)
    guard let zoomRange else { return low...high }
    let latitude = center.coordinate.latitude
    let farthest = MapCamera.zoomScale(zoomRange.maxCenterCoordinateDistance, viewSize.height, latitude)
    let nearest = MapCamera.zoomScale(zoomRange.minCenterCoordinateDistance, viewSize.height, latitude)
    let least = min(high, max(low, farthest))
    return least...max(least, min(high, nearest))
  }

  /// The levels to which gestures may zoom from where the map is: the one that is shown where they may not.
  package var gestureLevels: ClosedRange<Double> {
    guard isZoomEnabled else { return level...level }
    let scales = zoomScales(around: viewport.center)
    return MapScale.level(scales.lowerBound)...MapScale.level(scales.upperBound)
  }
}
