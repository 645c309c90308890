import GeoModel

extension ShapeOverlay {
  /// Reads a GeoJSON geometry as ``JSONWriter/geometry(_:)`` writes it; nil when it is none of the known types.
  public init?(_ node: JSONNode) {
    guard let shape = ShapeOverlay.shape(node), let first = shape.firstCoordinate else { return nil }
    let edges = node.member("bbox")?.elements.compactMap(\.double) ?? []
    let region =
      edges.count == 4
      ? CoordinateRegion(south: edges[1], west: edges[0], north: edges[3], east: edges[2])
      : CoordinateRegion(
        south: first.latitude, west: first.longitude, north: first.latitude, east: first.longitude)
    self.init(coordinate: first, title: node.member("title")?.string, boundingRegion: region, shape: shape)
  }

  private static func shape(_ node: JSONNode) -> OverlayShape? {
    guard let coordinates = node.member("coordinates") else { return nil }
    return switch node.member("type")?.string {
    case "LineString": .polyline(line(coordinates))
    case "MultiLineString": .multiPolyline(lines(coordinates))
    case "Polygon": .polygon(lines(coordinates))
    case "MultiPolygon": .multiPolygon(coordinates.elements.map(lines))
    default: nil
    }
  }

  private static func lines(_ node: JSONNode) -> [[Coordinate]] { node.elements.map(line) }

  /// Positions, longitude first as GeoJSON has them.
  private static func line(_ node: JSONNode) -> [Coordinate] {
    node.elements.compactMap { position in
      let numbers = position.elements.compactMap(\.double)
      guard numbers.count >= 2 else { return nil }
      return try? Coordinate(latitude: numbers[1], longitude: numbers[0])
    }
  }
}

extension OverlayShape {
  /// Where the shape begins; nil when it is empty.
  fileprivate var firstCoordinate: Coordinate? {
    switch self {
    case .polyline(let line), .geodesicPolyline(let line): line.first
    case .multiPolyline(let lines), .polygon(let lines): lines.first?.first
    case .multiPolygon(let polygons): polygons.first?.first?.first
    case .circle(let center, _): center
    }
  }
}
