import GeoModel

extension MapView {
  /// Returns the position of a coordinate in the view, in points (`convert(_:toPointTo:)`). Near the antimeridian it is
  /// the position closer to the middle. A coordinate that is not visible has a position outside the bounds.
  public func point(for coordinate: Coordinate) -> ScreenPoint { point(for: MapPoint(coordinate)) }

  /// Returns the position of a map point in the view, in points.
  public func point(for mapPoint: MapPoint) -> ScreenPoint { window.point(for: mapPoint) }

  /// Returns the coordinate at a point of the view (`convert(_:toCoordinateFrom:)`).
  ///
  /// Beyond the upper or lower end of the world, it has the latitude of that end.
  public func coordinate(at point: ScreenPoint) -> Coordinate { mapPoint(at: point).coordinate }

  /// Returns the map point at a point of the view. Beyond the antimeridian its x is below 0 or above the world's width.
  public func mapPoint(at point: ScreenPoint) -> MapPoint { window.mapPoint(at: point) }

  /// Returns the rectangle of a region in the view (`convert(_:toRectTo:)`); an empty rectangle at (0, 0) for an
  /// invalid region.
  public func rect(for region: CoordinateRegion) -> ScreenRect { rect(for: MapRect(region)) }

  /// Returns the rectangle of a map rectangle in the view; an empty rectangle at (0, 0) for the null rectangle.
  public func rect(for mapRect: MapRect) -> ScreenRect { window.rect(for: mapRect) }

  /// Returns the region in a rectangle of the view (`convert(_:toRegionFrom:)`).
  public func region(in rect: ScreenRect) -> CoordinateRegion { CoordinateRegion(mapRect(in: rect)) }

  /// Returns the map rectangle in a rectangle of the view.
  public func mapRect(in rect: ScreenRect) -> MapRect { window.mapRect(in: rect) }
}
