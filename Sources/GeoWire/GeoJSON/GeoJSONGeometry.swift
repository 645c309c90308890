import GeoModel

/// A position in a GeoJSON text.
struct GeoJSONPosition {
  let coordinate: Coordinate
  /// How many turns around the Earth were subtracted from its longitude; negative to the west. Lines across the
  /// antimeridian are often written with longitudes beyond 180 degrees.
  let turns: Double

  /// Its point on a map that continues beyond the antimeridian.
  var mapPoint: MapPoint {
    let point = MapPoint(coordinate)
    return MapPoint(x: point.x + turns * MapSize.world.width, y: point.y)
  }
}

/// A geometry with the coordinates of the text, which map points would round.
enum GeoJSONGeometry {
  case point(GeoJSONPosition)
  case multiPoint([GeoJSONPosition])
  case polyline([GeoJSONPosition])
  case multiPolyline([[GeoJSONPosition]])
  case polygon([[GeoJSONPosition]])
  case multiPolygon([[[GeoJSONPosition]]])

  /// The line or area of the geometry; nil for points.
  var shape: OverlayShape? {
    func line(_ line: [GeoJSONPosition]) -> [Coordinate] { line.map(\.coordinate) }
    return switch self {
    case .point, .multiPoint: nil
    case .polyline(let positions): .polyline(line(positions))
    case .multiPolyline(let lines): .multiPolyline(lines.map(line))
    case .polygon(let rings): .polygon(rings.map(line))
    case .multiPolygon(let polygons): .multiPolygon(polygons.map { $0.map(line) })
    }
  }

  /// The geometry with MapKit's types. Throws for lines of one point and rings of two.
  func object() throws(ShapeError) -> GeoJSONObject {
    switch self {
    case .point(let position): return .point(PointAnnotation(coordinate: position.coordinate))
    case .multiPoint(let positions): return .multiPoint(try MultiPoint(positions.map(\.coordinate)))
    case .polyline(let line): return .polyline(try GeoJSONGeometry.polyline(line))
    case .multiPolyline(let lines):
      var polylines: [Polyline] = []
      for line in lines { polylines.append(try GeoJSONGeometry.polyline(line)) }
      return .multiPolyline(try MultiPolyline(polylines))
    case .polygon(let rings): return .polygon(try GeoJSONGeometry.polygon(rings))
    case .multiPolygon(let list):
      var polygons: [Polygon] = []
      for rings in list { polygons.append(try GeoJSONGeometry.polygon(rings)) }
      return .multiPolygon(try MultiPolygon(polygons))
    }
  }

  private static func polyline(_ line: [GeoJSONPosition]) throws(ShapeError) -> Polyline {
    try Polyline(points: line.map(\.mapPoint))
  }

  private static func polygon(_ rings: [[GeoJSONPosition]]) throws(ShapeError) -> Polygon {
    var holes: [Polygon] = []
    for ring in rings.dropFirst() { holes.append(try Polygon(points: ring.map(\.mapPoint))) }
    return try Polygon(points: (rings.first ?? []).map(\.mapPoint), interiorPolygons: holes)
  }
}
