import GeoModel

extension MapView {
  /// The viewpoint (`camera`). Refuses a heading or pitch other than 0, and invalid distances.
  public var camera: MapCamera {
    get {
      let center = centerCoordinate
      return MapCamera(
        centerCoordinate: center,
        centerCoordinateDistance: MapCamera.distance(zoomScale, window.size.height, center.latitude))
    }
    set { setCamera(newValue, animated: false) }
  }

  /// Changes the viewpoint (`setCamera(_:animated:)`). Refuses a heading or pitch other than 0, and invalid distances.
  public func setCamera(_ camera: MapCamera, animated: Bool) {
    guard camera.heading == 0, camera.pitch == 0 else { return report(.unsupportedCamera) }
    let distance = camera.centerCoordinateDistance
    guard distance > 0, distance.isFinite else { return report(.invalidRegion) }
    let zoomScale = MapCamera.zoomScale(distance, window.size.height, camera.centerCoordinate.latitude)
    change(to: Viewport(center: MapPoint(camera.centerCoordinate), zoomScale: zoomScale), animated: animated)
  }

  /// The allowed camera distances (`cameraZoomRange`); nil, the default, for no limits. Setting it moves the map within
  /// the limits.
  public var cameraZoomRange: CameraZoomRange? {
    get { window.zoomRange }
    set { setCameraZoomRange(newValue, animated: false) }
  }

  /// Limits the camera distance, and moves the map within the limits (`setCameraZoomRange(_:animated:)`).
  public func setCameraZoomRange(_ range: CameraZoomRange?, animated: Bool) {
    setCameraLimits(range, window.boundary, animated: animated)
  }

  /// The rectangle in which the middle of the map must stay (`cameraBoundary`); nil, the default, for no limit. Setting
  /// it moves the map within it. A null or invalid rectangle is refused.
  public var cameraBoundary: MapRect? {
    get { window.boundary }
    set { setCameraBoundary(newValue, animated: false) }
  }

  /// Limits the middle of the map to a rectangle, and moves the map there (`setCameraBoundary(_:animated:)`). A null or
  /// invalid rectangle is refused.
  public func setCameraBoundary(_ rect: MapRect?, animated: Bool) {
    if let rect, !rect.isValid { return report(.invalidLimit) }
    setCameraLimits(window.zoomRange, rect, animated: animated)
  }

  /// Sets both limits, and moves the map within them at once.
  package func setCameraLimits(_ range: CameraZoomRange?, _ rect: MapRect?, animated: Bool = false) {
    (window.zoomRange, window.boundary) = (range, rect)
    change(to: window.viewport, animated: animated)
  }
}
