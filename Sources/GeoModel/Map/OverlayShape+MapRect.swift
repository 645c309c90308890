extension Overlay {
  /// The rectangle around ``Overlay/shape``, or ``Annotation/coordinate`` alone where there is no shape. An overlay
  /// that draws itself must provide its own rectangle.
  public var boundingMapRect: MapRect { shape?.boundingMapRect ?? MapRect(around: [MapPoint(coordinate)]) }

  /// The rectangles around its parts, one for each line or polygon of several. The parts of a shape that is cut at the
  /// antimeridian, as in GeoJSON, are at both ends of the world.
  package var partMapRects: [MapRect] {
    switch shape {
    case .multiPolyline(let lines): lines.map { OverlayShape.rect([$0]) }
    case .multiPolygon(let polygons): polygons.map { OverlayShape.rect($0) }
    default: [boundingMapRect]
    }
  }

  /// The region of ``Overlay/boundingMapRect``.
  public var boundingRegion: CoordinateRegion { CoordinateRegion(boundingMapRect) }

  /// The default: no shape, as the overlay draws itself.
  public var shape: OverlayShape? { nil }

  /// Whether the rectangle around it overlaps another one, on either side of the antimeridian.
  public func intersects(_ mapRect: MapRect) -> Bool { boundingMapRect.intersectsOnGlobe(mapRect) }

  /// The default: false, so the map below is drawn as well.
  public var canReplaceMapContent: Bool { false }
}

extension OverlayShape {
  /// The smallest rectangle around the shape; ``MapRect/null`` when it has no points.
  public var boundingMapRect: MapRect {
    switch self {
    case .polyline(let line): OverlayShape.rect([line])
    case .geodesicPolyline(let line): (try? GeodesicPolyline(line))?.boundingMapRect ?? OverlayShape.rect([line])
    case .multiPolyline(let lines), .polygon(let lines): OverlayShape.rect(lines)
    case .multiPolygon(let polygons): polygons.reduce(.null) { $0.union(OverlayShape.rect($1)) }
    case .circle(let center, let radius):
      (try? Circle(center: center, radiusMeters: radius))?.boundingMapRect ?? MapRect(around: [MapPoint(center)])
    }
  }

  fileprivate static func rect(_ lines: [[Coordinate]]) -> MapRect {
    lines.reduce(.null) { $0.union(MapRect(around: $1.lazy.map { MapPoint($0) })) }
  }
}
