import OSMFile

/// The one country that the files of borders lack. Natural Earth has it as a polygon on a flat map: a line near the pole
/// closes it, which is moved to the pole itself.
enum Antarctica {
  /// Reads its border from Natural Earth's countries.
  static func boundary(_ path: String, grid: Int32) throws -> Boundary {
    let world = try GzippedJSON.decode(NaturalEarth.self, path: path)
    let rings = world.features.first { $0.properties.ISO_A2 == "AQ" }?.geometry.coordinates.joined() ?? [].joined()
    let tags = ["admin_level": "2", "ISO3166-1:alpha2": "AQ", "name": "Antarctica"]
    return Boundary(tags: tags, lines: rings.map { line($0, grid) })
  }

  private static func line(_ ring: [[Double]], _ grid: Int32) -> [GridPoint] {
    ring.compactMap { position in
      let (longitude, latitude) = (position[0], position[1])
      let isAtPole = latitude < -89.99
      // Along the pole a few points do; steps below 180 degrees keep it clear which way round the line goes.
      if isAtPole && longitude.truncatingRemainder(dividingBy: 45) != 0 { return nil }
      let node = OSMNode(id: 0, latitude: isAtPole ? -90 : latitude, longitude: longitude)
      return GridPoint(rounding: node, to: grid)
    }
  }
}

/// The parts of Natural Earth's GeoJSON that are used. Positions are longitude first.
private struct NaturalEarth: Decodable {
  struct Feature: Decodable {
    struct Properties: Decodable {
      // The name is Natural Earth's.
      // swift-format-ignore: AlwaysUseLowerCamelCase
      let ISO_A2: String?
    }
    struct Geometry: Decodable {
      let coordinates: [[[[Double]]]]
      enum CodingKeys: CodingKey { case type, coordinates }

      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let isPolygon = try container.decode(String.self, forKey: .type) == "Polygon"
        coordinates =
          isPolygon
          ? [try container.decode([[[Double]]].self, forKey: .coordinates)]
          : try container.decode([[[[Double]]]].self, forKey: .coordinates)
      }
    }
    let properties: Properties
    let geometry: Geometry
  }
  let features: [Feature]
}
