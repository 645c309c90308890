import GeoModel

extension MapView {
  /// Where a coordinate is in the view (`convert(_:toPointTo:)`), in points; of its places left and right of the antimeridian the one nearer
  /// to the middle. Outside of the view it is outside of its bounds, which is not an error.
  public func point(for coordinate: Coordinate) -> ScreenPoint { point(for: MapPoint(coordinate)) }

  /// Where a map point is in the view.
  public func point(for mapPoint: MapPoint) -> ScreenPoint {
    let near = mapPoint.wrapped.near(viewport.center)
    return ScreenPoint(
      x: (near.x - viewport.center.x) * zoomScale + viewSize.width / 2,
      y: (near.y - viewport.center.y) * zoomScale + viewSize.height / 2)
  }

  /// Which coordinate is at a point of the view (`convert(_:toCoordinateFrom:)`). Beyond the ends of the world it is that of the last
  /// latitude.
  public func coordinate(at point: ScreenPoint) -> Coordinate { mapPoint(at: point).coordinate }

  /// Which map point is at a point of the view; beyond the antimeridian it is left of 0 or right of the world's width.
  public func mapPoint(at point: ScreenPoint) -> MapPoint {
    MapPoint(
      x: viewport.center.x + (point.x - viewSize.width / 2) / zoomScale,
      y: viewport.center.y + (point.y - viewSize.height / 2) / zoomScale)
  }

  /// Where a region is in the view (`convert(_:toRectTo:)`). A region that is none is an empty rectangle at (0, 0).
  public func rect(for region: CoordinateRegion) -> ScreenRect { rect(for: MapRect(region)) }

  /// Where a rectangle of the map is in the view. The null rectangle is an empty one at (0, 0).
  public func rect(for mapRect: MapRect) -> ScreenRect {
    guard mapRect.isValid else { return ScreenRect(origin: .zero, size: .zero) }
    let middle = point(for: mapRect.center)
    let (width, height) = (mapRect.width * zoomScale, mapRect.height * zoomScale)
    return ScreenRect(x: middle.x - width / 2, y: middle.y - height / 2, width: width, height: height)
  }

  /// Which region is in a rectangle of the view (`convert(_:toRegionFrom:)`).
  public func region(in rect: ScreenRect) -> CoordinateRegion { CoordinateRegion(mapRect(in: rect)) }

  /// Which rectangle of the map is in a rectangle of the view.
  public func mapRect(in rect: ScreenRect) -> MapRect {
    MapRect(
      origin: mapPoint(at: rect.origin),
      size: MapSize(width: rect.width / zoomScale, height: rect.height / zoomScale))
  }
}
