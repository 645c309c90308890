import GeoModel
import GeoSupport

/// What the view of a map shows: its size and viewport, within the limits of the camera.
struct MapWindow {
  /// The size of the view in points.
  var size: ScreenSize
  var viewport: Viewport
  var zoomRange: CameraZoomRange?
  var boundary: MapRect?

  init(size: ScreenSize) {
    self.size = size
    viewport = Viewport.fitting(.world, size, .zero)
  }

  var zoomScale: ZoomScale { viewport.zoomScale }
  /// The visible rectangle.
  var mapRect: MapRect { viewport.rect(size) }
  /// The middle of the view in points.
  var middle: ScreenPoint { ScreenPoint(x: size.width / 2, y: size.height / 2) }

  /// The level of cluster grids, in quarters. Rounding down makes sure that frames that meet on the screen also meet in
  /// the grid.
  var quarterLevel: Int { Int((MapScale.level(zoomScale) * 4 + 1e-9).rounded(.down)) }

  /// The viewport that shows a rectangle as large as possible inside the edge padding.
  func fitting(_ rect: MapRect, _ edges: EdgeInsets = .zero) -> Viewport { Viewport.fitting(rect, size, edges) }

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
  func zoomScales(around center: MapPoint) -> ClosedRange<ZoomScale> {
    let (low, high) = (Viewport.minimumZoomScale(size), Viewport.maximumZoomScale)
    guard let zoomRange else { return low...high }
    let latitude = center.coordinate.latitude
    let farthest = MapCamera.zoomScale(zoomRange.maxCenterCoordinateDistance, size.height, latitude)
    let nearest = MapCamera.zoomScale(zoomRange.minCenterCoordinateDistance, size.height, latitude)
    let least = min(high, max(low, farthest))
    return least...max(least, min(high, nearest))
  }

  /// The viewport after zooming by levels, within the limits; the place under a point stays there.
  func zoomed(by levels: Double, around point: ScreenPoint) -> Viewport {
    let fixed = mapPoint(at: point)
    let wanted = Viewport(center: viewport.center, zoomScale: zoomScale * exp2(max(-30, min(30, levels))))
    let reached = constrained(wanted).zoomScale
    let part = zoomScale / reached
    let center = MapPoint(
      x: fixed.x + (viewport.center.x - fixed.x) * part, y: fixed.y + (viewport.center.y - fixed.y) * part)
    return Viewport(center: center, zoomScale: reached)
  }

  /// Whether a place is shown already, within the rounding of the wire.
  func shows(_ place: MapPlace) -> Bool {
    let other = place.viewport
    let distance = max(abs(other.center.x - viewport.center.x), abs(other.center.y - viewport.center.y))
    return place.size == size && distance < 0.002
      && abs(other.zoomScale / zoomScale - 1) < max(2e-6, 0.004 / min(place.rect.width, place.rect.height))
  }

  /// The position of a map point in the view, in points; near the antimeridian the one closer to the middle.
  func point(for mapPoint: MapPoint) -> ScreenPoint {
    let near = mapPoint.wrapped.near(viewport.center)
    return ScreenPoint(
      x: (near.x - viewport.center.x) * zoomScale + size.width / 2,
      y: (near.y - viewport.center.y) * zoomScale + size.height / 2)
  }

  /// The map point at a point of the view.
  func mapPoint(at point: ScreenPoint) -> MapPoint {
    MapPoint(
      x: viewport.center.x + (point.x - size.width / 2) / zoomScale,
      y: viewport.center.y + (point.y - size.height / 2) / zoomScale)
  }

  /// The rectangle of a map rectangle in the view; an empty rectangle at (0, 0) for the null rectangle.
  func rect(for mapRect: MapRect) -> ScreenRect {
    guard mapRect.isValid else { return ScreenRect(origin: .zero, size: .zero) }
    let middle = point(for: mapRect.center)
    let (width, height) = (mapRect.width * zoomScale, mapRect.height * zoomScale)
    return ScreenRect(x: middle.x - width / 2, y: middle.y - height / 2, width: width, height: height)
  }

  /// The map rectangle in a rectangle of the view.
  func mapRect(in rect: ScreenRect) -> MapRect {
    MapRect(
      origin: mapPoint(at: rect.origin),
      size: MapSize(width: rect.width / zoomScale, height: rect.height / zoomScale))
  }
}
