import GeoModel

extension MapView {
  /// Returns the position of a coordinate in the view, in points (`convert(_:toPointTo:)`). Near the antimeridian it is
  /// the position closer to the middle. A coordinate that is not visible has a position outside the bounds.
  public func point(for coordinate: Coordinate) -> ScreenPoint { point(for: MapPoint(coordinate)) }

  /// Returns the position of a map point in the view, in points.
  public func point(for mapPoint: MapPoint) -> ScreenPoint {
    let near = mapPoint.wrapped.near(viewport.center)
    return ScreenPoint(
      x: (near.x - viewport.center.x) * zoomScale + viewSize.width / 2,
      y: (near.y - viewport.center.y) * zoomScale + viewSize.height / 2)
  }

  /// Returns the coordinate at a point of the view (`convert(_:toCoordinateFrom:)`).
  ///
  /// Beyond the upper or lower end of the world, it has the latitude of that end.
  public func coordinate(at point: ScreenPoint) -> Coordinate { mapPoint(at: point).coordinate }

  /// Returns the map point at a point of the view. Beyond the antimeridian its x is below 0 or above the world's width.
  public func mapPoint(at point: ScreenPoint) -> MapPoint {
    MapPoint(
      x: viewport.center.x + (point.x - viewSize.width / 2) / zoomScale,
      y: viewport.center.y + (point.y - viewSize.height / 2) / zoomScale)
  }

  /// Returns the rectangle of a region in the view (`convert(_:toRectTo:)`); an empty rectangle at (0, 0) for an
  /// invalid region.
  public func rect(for region: CoordinateRegion) -> ScreenRect { rect(for: MapRect(region)) }

  /// Returns the rectangle of a map rectangle in the view; an empty rectangle at (0, 0) for the null rectangle.
  public func rect(for mapRect: MapRect) -> ScreenRect {
    guard mapRect.isValid else { return ScreenRect(origin: .zero, size: .zero) }
    let middle = point(for: mapRect.center)
    let (width, height) = (mapRect.width * zoomScale, mapRect.height * zoomScale)
    return ScreenRect(x: middle.x - width / 2, y: middle.y - height / 2, width: width, height: height)
  }

  /// Returns the region in a rectangle of the view (`convert(_:toRegionFrom:)`).
  public func region(in rect: ScreenRect) -> CoordinateRegion { CoordinateRegion(mapRect(in: rect)) }

  /// Returns the map rectangle in a rectangle of the view.
  public func mapRect(in rect: ScreenRect) -> MapRect {
    MapRect(
      origin: mapPoint(at: rect.origin),
      size: MapSize(width: rect.width / zoomScale, height: rect.height / zoomScale))
  }
}
