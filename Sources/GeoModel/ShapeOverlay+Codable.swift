import GeoSupport

// GeoJSON (RFC 7946), where the longitude comes first.
extension ShapeOverlay: Codable {
  private enum Key: String, CodingKey { case type, coordinates, bbox, title }

  private enum GeometryType: String, Codable {
    case point = "Point"
    case line = "LineString"
    case lines = "MultiLineString"
    case polygon = "Polygon"
    case polygons = "MultiPolygon"
  }

  /// Writes a GeoJSON geometry with its `bbox` (west, south, east, north) and its name as `title`. A circle becomes a
  /// polygon.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    func write(_ type: GeometryType, _ coordinates: some Encodable) throws {
      try container.encode(type, forKey: .type)
      try container.encode(coordinates, forKey: .coordinates)
    }
    switch shape {
    case .polyline(let line), .geodesicPolyline(let line): try write(.line, line.map(Position.init))
    case .multiPolyline(let lines): try write(.lines, lines.map { $0.map(Position.init) })
    case .polygon(let rings): try write(.polygon, rings.map { $0.map(Position.init) })
    case .multiPolygon(let polygons): try write(.polygons, polygons.map { $0.map { $0.map(Position.init) } })
    case .circle(let center, let radius):
      let ring = OverlayShape.circleRing(center: center, radiusMeters: radius)
      try write(.polygon, [ring.map(Position.init)])
    case nil: try write(.point, Position(coordinate))
    }
    let region = boundingRegion
    let edges = [region.west, region.south, region.east, region.north]
    try container.encode(edges.map(\.roundedToUnits), forKey: .bbox)
    try container.encodeIfPresent(title, forKey: .title)
  }

  /// Reads the output of ``encode(to:)`` or of the daemon.
  ///
  /// - Throws: `DecodingError` when it is not a geometry, or is of a type that placemarks' shapes do not have.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    func read<Value: Decodable>(_ type: Value.Type) throws -> Value { try container.decode(type, forKey: .coordinates) }
    let shape: OverlayShape?
    let first: Coordinate?
    switch try container.decode(GeometryType.self, forKey: .type) {
    case .point: (shape, first) = (nil, try read(Position.self).coordinate)
    case .line:
      let line = try read([Position].self).map(\.coordinate)
      (shape, first) = (.polyline(line), line.first)
    case .lines:
      let lines = try read([[Position]].self).map { $0.map(\.coordinate) }
      (shape, first) = (.multiPolyline(lines), lines.first?.first)
    case .polygon:
      let rings = try read([[Position]].self).map { $0.map(\.coordinate) }
      (shape, first) = (.polygon(rings), rings.first?.first)
    case .polygons:
      let polygons = try read([[[Position]]].self).map { $0.map { $0.map(\.coordinate) } }
      (shape, first) = (.multiPolygon(polygons), polygons.first?.first?.first)
    }
    guard let first else {
      throw DecodingError.dataCorruptedError(
        forKey: .coordinates, in: container, debugDescription: "the geometry has no coordinates")
    }
    let edges = try container.decodeIfPresent([Double].self, forKey: .bbox) ?? []
    let region =
      edges.count == 4
      ? CoordinateRegion(south: edges[1], west: edges[0], north: edges[3], east: edges[2])
      : CoordinateRegion(
        south: first.latitude, west: first.longitude, north: first.latitude, east: first.longitude)
    self.init(
      coordinate: first, title: try container.decodeIfPresent(String.self, forKey: .title), boundingRegion: region,
      shape: .polyline([first]))
    self.shape = shape
  }
}

/// A coordinate in GeoJSON.
private struct Position: Codable {
  let coordinate: Coordinate

  init(_ coordinate: Coordinate) { self.coordinate = coordinate }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    try container.encode(coordinate.longitude.roundedToUnits)
    try container.encode(coordinate.latitude.roundedToUnits)
  }

  init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    let longitude = try container.decode(Double.self)
    let latitude = try container.decode(Double.self)
    do throws(CoordinateError) { coordinate = try Coordinate(latitude: latitude, longitude: longitude) } catch {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: error.description)
    }
  }
}

extension OverlayShape {
  /// The corners of a circle, closed. GeoJSON has no circles, so a polygon of 64 corners replaces one; its edges lie
  /// less than 0.13 % of the radius inside.
  package static func circleRing(center: Coordinate, radiusMeters: Double) -> [Coordinate] {
    let projection = LocalProjection(origin: FixedPoint(center))
    return (0...64).map { corner in
      let angle = Double(corner % 64) / 64 * 2 * .pi
      let local = LocalPoint(x: radiusMeters * cos(angle), y: radiusMeters * sin(angle))
      return Coordinate(projection.unproject(local))
    }
  }
}
