import GeoModel

/// A geometry in the coordinates that are written in the text, which a map point would round.
enum GeoJSONGeometry {
  case point(Coordinate)
  case multiPoint([Coordinate])
  /// A polyline, multi-polyline, polygon or multi-polygon.
  case shape(OverlayShape)

  /// The geometry with MapKit's types. Throws for lines of one point and rings of two.
  func object() throws(ShapeError) -> GeoJSONObject {
    switch self {
    case .point(let coordinate): return .point(PointAnnotation(coordinate: coordinate))
    case .multiPoint(let coordinates): return .multiPoint(try MultiPoint(coordinates))
    case .shape(.polyline(let line)), .shape(.geodesicPolyline(let line)): return .polyline(try Polyline(line))
    case .shape(.multiPolyline(let lines)):
      var polylines: [Polyline] = []
      for line in lines { polylines.append(try Polyline(line)) }
      return .multiPolyline(try MultiPolyline(polylines))
    case .shape(.polygon(let rings)): return .polygon(try GeoJSONGeometry.polygon(rings))
    case .shape(.multiPolygon(let list)):
      var polygons: [Polygon] = []
      for rings in list { polygons.append(try GeoJSONGeometry.polygon(rings)) }
      return .multiPolygon(try MultiPolygon(polygons))
    case .shape(.circle(let center, _)): return .point(PointAnnotation(coordinate: center))
    }
  }

  private static func polygon(_ rings: [[Coordinate]]) throws(ShapeError) -> Polygon {
    var holes: [Polygon] = []
    for ring in rings.dropFirst() { holes.append(try Polygon(coordinates: ring)) }
    return try Polygon(coordinates: rings.first ?? [], interiorPolygons: holes)
  }
}
