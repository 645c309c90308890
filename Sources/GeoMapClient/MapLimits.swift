import GeoMap
import GeoModel
import GeoWire

/// The limits for moving a map.
struct MapLimits: Equatable {
  var isZoomEnabled = true
  var isScrollEnabled = true
  var zoomRange: CameraZoomRange?
  var boundary: MapRect?
}

extension MapLimits {
  /// Creates the limits of a map.
  init(of map: MapView) {
    self.init(
      isZoomEnabled: map.isZoomEnabled, isScrollEnabled: map.isScrollEnabled, zoomRange: map.cameraZoomRange,
      boundary: map.cameraBoundary)
  }
}

extension DaemonMap {
  /// Sends the limits that have changed, so that they apply on pages too.
  func passOnLimits(_ map: MapView) {
    let (old, new) = (known.limits, MapLimits(of: map))
    guard new != old else { return }
    known.limits = new
    ask(.setLimits, .region) { json in
      if new.isZoomEnabled != old.isZoomEnabled { json.member("isZoomEnabled", new.isZoomEnabled) }
      if new.isScrollEnabled != old.isScrollEnabled { json.member("isScrollEnabled", new.isScrollEnabled) }
      if new.zoomRange != old.zoomRange {
        json.key("cameraZoomRange")
        if let range = new.zoomRange {
          // JSON has no infinity; this limit is beyond any real distance.
          let meters = [range.minCenterCoordinateDistance, min(range.maxCenterCoordinateDistance, 1e15)]
          json.beginArray()
          for distance in meters { json.number(distance) }
          json.endArray()
        } else {
          json.null()
        }
      }
      if new.boundary != old.boundary {
        json.key("cameraBoundary")
        if let boundary = new.boundary { json.exactMapRect(boundary) } else { json.null() }
      }
    }
  }
}
