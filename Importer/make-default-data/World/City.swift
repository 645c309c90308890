import OSMFile

/// A city of GeoNames.
struct City: Decodable {
  let geonameid: Int64
  let name: String
  let latitude: Double
  let longitude: Double
  let countrycode: String
  let population: Int
  let timezone: String

  /// Reads the cities of a gzipped JSON object, in the order of their ids.
  static func read(_ path: String) throws -> [City] {
    let list = try GzippedJSON.decode([String: City].self, path: path)
    return list.values.sorted { $0.geonameid < $1.geonameid }
  }

  /// Where the city is.
  var point: GridPoint {
    GridPoint(rounding: OSMNode(id: 0, latitude: latitude, longitude: longitude), to: WorldLayer.grid)
  }

  /// Its place in the order of space.
  var order: (UInt32, Int64) { (HilbertCurve.position(point), geonameid) }

  /// The city as a node: a city from 100,000 people, else a town.
  func node(id: Int64) -> OSMNode {
    let tags = [
      "name": name, "place": population >= 100_000 ? "city" : "town", "population": String(population),
      "is_in:country_code": countrycode, "timezone": timezone,
    ]
    return OSMNode(id: id, x: point.x, y: point.y, tags: tags.filter { !$0.value.isEmpty })
  }
}
