extension Overlay {
  /// The rectangle around ``Overlay/shape``; that of ``Annotation/coordinate`` alone where there is no shape. An overlay without a shape
  /// says its own, or it is never seen.
  public var boundingMapRect: MapRect { shape?.boundingMapRect ?? MapRect(around: [MapPoint(coordinate)]) }

  /// The rectangles around its parts, one for each line or area of several: those of one that is cut at the antimeridian, as GeoJSON has
  /// it, are at both ends of the world.
  package var partMapRects: [MapRect] {
    switch shape {
    case .multiPolyline(let lines): lines.map { OverlayShape.rect([$0]) }
    case .multiPolygon(let polygons): polygons.map { OverlayShape.rect($0) }
    default: [boundingMapRect]
    }
  }

  /// The region of ``Overlay/boundingMapRect``.
  public var boundingRegion: CoordinateRegion { CoordinateRegion(boundingMapRect) }

  /// None: the overlay draws itself.
  public var shape: OverlayShape? { nil }

  /// Whether the rectangle around it meets another one, on either side of the antimeridian.
  public func intersects(_ mapRect: MapRect) -> Bool { boundingMapRect.intersectsOnGlobe(mapRect) }

  /// No: what lies under it is drawn as well.
  public var canReplaceMapContent: Bool { false }
}

extension OverlayShape {
  /// The smallest rectangle around it; ``MapRect/null`` when it has no points.
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
