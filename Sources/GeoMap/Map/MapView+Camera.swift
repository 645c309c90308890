import GeoModel

extension MapView {
  /// From where the map is seen (`camera`). Heading and pitch other than 0, and distances that are none, are refused.
  public var camera: MapCamera {
    get {
      let center = centerCoordinate
      return MapCamera(
        centerCoordinate: center,
        centerCoordinateDistance: MapCamera.distance(zoomScale, viewSize.height, center.latitude))
    }
    set { setCamera(newValue, animated: false) }
  }

  /// Looks from elsewhere (`setCamera(_:animated:)`). Heading and pitch other than 0, and distances that are none, are refused.
  public func setCamera(_ camera: MapCamera, animated: Bool) {
    guard camera.heading == 0, camera.pitch == 0 else { return report(.unsupportedCamera) }
    let distance = camera.centerCoordinateDistance
    guard distance > 0, distance.isFinite else { return report(.invalidRegion) }
    let zoomScale = MapCamera.zoomScale(distance, viewSize.height, camera.centerCoordinate.latitude)
    change(to: Viewport(center: MapPoint(camera.centerCoordinate), zoomScale: zoomScale), animated: animated)
  }

  /// Between which distances the camera stays (`cameraZoomRange`); nil, the default, for no limits. Setting it moves the map into it.
  public var cameraZoomRange: CameraZoomRange? {
    get { zoomRange }
    set { setCameraZoomRange(newValue, animated: false) }
  }

  /// Limits the distance, and moves the map into it (`setCameraZoomRange(_:animated:)`).
  public func setCameraZoomRange(_ range: CameraZoomRange?, animated: Bool) {
    setCameraLimits(range, boundary, animated: animated)
  }

  /// Where the middle of the map stays (`cameraBoundary`); nil, the default, for no limit. Setting it moves the map into it; a rectangle
  /// that is null or none is refused.
  public var cameraBoundary: MapRect? {
    get { boundary }
    set { setCameraBoundary(newValue, animated: false) }
  }

  /// Limits where the middle is, and moves the map there (`setCameraBoundary(_:animated:)`). A rectangle that is null or none is refused.
  public func setCameraBoundary(_ rect: MapRect?, animated: Bool) {
    if let rect, !rect.isValid { return report(.invalidLimit) }
    setCameraLimits(zoomRange, rect, animated: animated)
  }

  /// Sets both limits, and moves the map into them at once.
  package func setCameraLimits(_ range: CameraZoomRange?, _ rect: MapRect?, animated: Bool = false) {
    (zoomRange, boundary) = (range, rect)
    change(to: viewport, animated: animated)
  }
}
