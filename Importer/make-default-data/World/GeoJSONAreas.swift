import Foundation

/// Reads areas and lines from GeoJSON, where unlike elsewhere in this program the longitude comes first.
enum GeoJSONAreas {
  private struct Collection: Decodable {
    let features: [Feature]
  }

  private struct Feature: Decodable {
    let properties: [String: Property]
    /// Nil if the source has lost it.
    let geometry: Geometry?
  }

  /// A property's value as text; empty if it is neither text, number nor Boolean.
  private struct Property: Decodable {
    let text: String

    init(from decoder: any Decoder) throws {
      let value = try decoder.singleValueContainer()
      text =
        (try? value.decode(String.self)) ?? (try? value.decode(Bool.self)).map(String.init)
        ?? (try? value.decode(Double.self)).map { String($0) } ?? ""
    }
  }

  private struct Geometry: Decodable {
    var rings: [[[Double]]] = []
    var lines: [[[Double]]] = []

    private enum Key: CodingKey { case type, coordinates }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      switch try container.decode(String.self, forKey: .type) {
      case "Polygon": rings = try container.decode([[[Double]]].self, forKey: .coordinates)
      case "MultiPolygon": rings = try container.decode([[[[Double]]]].self, forKey: .coordinates).flatMap { $0 }
      case "LineString": lines = [try container.decode([[Double]].self, forKey: .coordinates)]
      case "MultiLineString": lines = try container.decode([[[Double]]].self, forKey: .coordinates)
      default: break
      }
    }
  }

  /// The polygons and multipolygons of a gzipped collection, with their properties as tags. Lines are left out.
  static func read(_ path: String) throws -> [Boundary] {
    try read(path, \.rings) { stretched($0.map(point)) }
  }

  /// The lines of a gzipped collection, with their properties as tags. Areas are left out.
  static func lines(_ path: String) throws -> [Boundary] {
    try read(path, \.lines) { $0.map(point) }
  }

  private static func read(
    _ path: String, _ part: KeyPath<Geometry, [[[Double]]]>, _ line: ([[Double]]) -> [GridPoint]
  ) throws -> [Boundary] {
    try GzippedJSON.decode(Collection.self, path: path).features.compactMap { feature in
      guard let lines = feature.geometry?[keyPath: part], !lines.isEmpty else { return nil }
      return Boundary(tags: feature.properties.mapValues(\.text), lines: lines.map(line))
    }
  }

  /// Divides the edges of a ring that go along a pole all around the Earth, as they would be taken for ones across the
  /// antimeridian.
  static func stretched(_ ring: [GridPoint]) -> [GridPoint] {
    var result = Array(ring.prefix(1))
    for (a, b) in zip(ring, ring.dropFirst()) {
      let width = Int64(b.x) - Int64(a.x)
      if abs(width) > 1_000_000_000, a.y == b.y {
        for part in 1..<8 as Range<Int64> { result.append(GridPoint(x: Int32(Int64(a.x) + width * part / 8), y: a.y)) }
      }
      result.append(b)
    }
    return result
  }

  private static func point(_ position: [Double]) -> GridPoint {
    let unit = 1e7 / Double(WorldLayer.grid)
    return GridPoint(
      x: Int32((position[0] * unit).rounded()) * WorldLayer.grid,
      y: Int32((position[1] * unit).rounded()) * WorldLayer.grid)
  }
}
