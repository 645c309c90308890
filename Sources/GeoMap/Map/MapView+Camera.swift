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
    set {
      guard newValue.heading == 0, newValue.pitch == 0 else { return report(.unsupportedCamera) }
      let distance = newValue.centerCoordinateDistance
      guard distance > 0, distance.isFinite else { return report(.invalidRegion) }
      let zoomScale = MapCamera.zoomScale(distance, viewSize.height, newValue.centerCoordinate.latitude)
      change(to: Viewport(center: MapPoint(newValue.centerCoordinate), zoomScale: zoomScale), animated: false)
    }
  }

  /// Between which distances the camera stays (`cameraZoomRange`); nil, the default, for no limits. Setting it moves the map into it.
  public var cameraZoomRange: CameraZoomRange? {
    get { zoomRange }
    set {
      zoomRange = newValue
      change(to: viewport, animated: false)
    }
  }

  /// Where the middle of the map stays (`cameraBoundary`); nil, the default, for no limit. Setting it moves the map into it; a rectangle
  /// that is null or none is refused.
  public var cameraBoundary: MapRect? {
    get { boundary }
    set {
      if let newValue, !newValue.isValid { return report(.invalidLimit) }
      boundary = newValue
      change(to: viewport, animated: false)
    }
  }
}
