import GeoModel
import GeoSupport

/// The visible part of the map and its scale, from which regions and rectangles are derived.
struct Viewport: Equatable {
  /// The middle of the view.
  var center: MapPoint
  /// Points per map point.
  var zoomScale: ZoomScale

  /// The rectangle that a view of a size shows; it may cross the antimeridian and extend beyond the ends of the world.
  func rect(_ size: ScreenSize) -> MapRect {
    let (width, height) = (size.width / zoomScale, size.height / zoomScale)
    return MapRect(x: center.x - width / 2, y: center.y - height / 2, width: width, height: height)
  }

  /// The viewport that shows a rectangle as large as possible inside the edge padding of a view.
  static func fitting(_ rect: MapRect, _ size: ScreenSize, _ edges: EdgeInsets) -> Viewport {
    let width = max(1, size.width - edges.left - edges.right)
    let height = max(1, size.height - edges.top - edges.bottom)
    let world = MapSize.world
    let cut = MapRect(
      x: rect.midX - min(rect.width, world.width) / 2, y: max(0, rect.minY),
      width: min(rect.width, world.width), height: min(world.height, rect.maxY) - max(0, rect.minY))
    let scale = min(width / max(cut.width, 1e-6), height / max(cut.height, 1e-6), Viewport.maximumZoomScale)
    let shown = MapPoint(
      x: cut.midX - (edges.left - edges.right) / 2 / scale, y: cut.midY - (edges.top - edges.bottom) / 2 / scale)
    return Viewport(center: shown, zoomScale: scale)
  }

  /// The largest scale: level 21.
  static let maximumZoomScale = 2.0

  /// The smallest scale: level 0, or the scale at which the world just fits into a smaller view.
  static func minimumZoomScale(_ size: ScreenSize) -> ZoomScale {
    min(MapScale.zoomScale(level: 0), min(size.width, size.height) / MapSize.world.width)
  }
}

/// The viewpoint of a map (`MKMapCamera`). Heading and pitch are always 0 here.
public struct MapCamera: Hashable, Sendable {
  /// The middle of the map.
  public var centerCoordinate: Coordinate
  /// The distance from the camera to the ground in meters, for a vertical field of view of 30 degrees.
  public var centerCoordinateDistance: Double
  /// Degrees clockwise from north; only 0 is accepted.
  public var heading = 0.0
  /// Degrees from straight down; only 0 is accepted.
  public var pitch = 0.0

  /// Creates a camera above a place.
  public init(centerCoordinate: Coordinate, centerCoordinateDistance: Double, heading: Double = 0, pitch: Double = 0) {
    self.centerCoordinate = centerCoordinate
    self.centerCoordinateDistance = centerCoordinateDistance
    self.heading = heading
    self.pitch = pitch
  }

  private static let tangent = tan(15 * Double.pi / 180)

  /// The distance from which a view of a height shows a scale.
  static func distance(_ zoomScale: ZoomScale, _ height: Double, _ latitude: Double) -> Double {
    height / zoomScale / 2 * MapScale.metersPerMapPoint(atLatitude: latitude) / tangent
  }

  /// The scale that a view of a height shows from a distance.
  static func zoomScale(_ distance: Double, _ height: Double, _ latitude: Double) -> ZoomScale {
    height / 2 * MapScale.metersPerMapPoint(atLatitude: latitude) / tangent / distance
  }
}

/// The allowed camera distances (`MKMapView.CameraZoomRange`), in meters.
public struct CameraZoomRange: Hashable, Sendable {
  /// The smallest distance.
  public let minCenterCoordinateDistance: Double
  /// The largest distance; infinite for no limit.
  public let maxCenterCoordinateDistance: Double

  /// Creates a range.
  ///
  /// - Throws: ``MapError/invalidLimit`` unless 0 < `min` ≤ `max` and `min` is finite.
  public init(
    minCenterCoordinateDistance: Double = 1, maxCenterCoordinateDistance: Double = .infinity
  ) throws(MapError) {
    guard minCenterCoordinateDistance > 0, minCenterCoordinateDistance.isFinite,
      minCenterCoordinateDistance <= maxCenterCoordinateDistance
    else { throw .invalidLimit }
    self.minCenterCoordinateDistance = minCenterCoordinateDistance
    self.maxCenterCoordinateDistance = maxCenterCoordinateDistance
  }
}
