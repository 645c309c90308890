import GeoModel

/// Reads features and geometries from parsed JSON, and tracks the path for errors.
struct GeoJSONReader {
  private var steps: [String] = []

  /// The objects of a root value.
  mutating func objects(_ node: JSONNode) throws(GeoJSONFault) -> [GeoJSONObject] {
    switch try type(of: node) {
    case "FeatureCollection":
      let features = try member("features", of: node)
      guard features.isArray else { throw fault(features, "'features' must be an array") }
      var objects: [GeoJSONObject] = []
      for (index, element) in features.elements.enumerated() {
        objects.append(
          .feature(try within(["features[\(index)]"], { reader throws(GeoJSONFault) in try reader.feature(element) })))
      }
      return objects
    case "Feature": return [.feature(try feature(node))]
    default: return try geometries(node)
    }
  }

  private mutating func feature(_ node: JSONNode) throws(GeoJSONFault) -> GeoJSONFeature {
    guard try type(of: node) == "Feature" else {
      throw fault(node, "a member of a feature collection must be a Feature")
    }
    var feature = GeoJSONFeature(geometry: [])
    if let geometry = node.member("geometry"), !geometry.isNull {
      feature.geometry = try within(["geometry"], { reader throws(GeoJSONFault) in try reader.geometries(geometry) })
    }
    if let properties = node.member("properties"), !properties.isNull {
      guard properties.isObject else { throw fault(properties, "'properties' must be an object or null") }
      feature.properties = Array(properties.text)
    }
    if let id = node.member("id"), !id.isNull {
      guard id.isString || id.isNumber else { throw fault(id, "'id' must be a string or a number") }
      feature.identifier = id.string ?? String(decoding: id.text, as: UTF8.self)
    }
    return feature
  }

  /// The shapes of a geometry; more than one for a collection.
  private mutating func geometries(_ node: JSONNode) throws(GeoJSONFault) -> [GeoJSONObject] {
    guard try type(of: node) == "GeometryCollection" else {
      guard let geometry = try geometry(node) else { return [] }
      do throws(ShapeError) { return [try geometry.object()] } catch { throw fault(node, error.description) }
    }
    let parts = try member("geometries", of: node)
    guard parts.isArray else { throw fault(parts, "'geometries' must be an array") }
    var objects: [GeoJSONObject] = []
    for (index, part) in parts.elements.enumerated() {
      objects += try within(["geometries[\(index)]"], { reader throws(GeoJSONFault) in try reader.geometries(part) })
    }
    return objects
  }

  /// A geometry that is not a collection, with the coordinates of the text. Nil if it has no coordinates, which is read
  /// as null (RFC 7946, 3.1), because databases write empty geometries that way.
  mutating func geometry(_ node: JSONNode) throws(GeoJSONFault) -> GeoJSONGeometry? {
    let type = try type(of: node)
    let depth: Int
    switch type {
    case "Point": depth = 0
    case "MultiPoint", "LineString": depth = 1
    case "MultiLineString", "Polygon": depth = 2
    case "MultiPolygon": depth = 3
    default: throw fault(node, "'\(type)' is not a type of GeoJSON")
    }
    let coordinates = try member("coordinates", of: node)
    if coordinates.isArray && coordinates.elements.isEmpty { return nil }
    steps.append("coordinates")
    defer { steps.removeLast() }
    switch depth {
    case 0: return .point(try position(coordinates))
    case 1:
      let line = try positions(coordinates)
      return type == "LineString" ? .polyline(line) : .multiPoint(line)
    case 2:
      let lines = try list(coordinates, { reader, node throws(GeoJSONFault) in try reader.positions(node) })
      return type == "Polygon" ? .polygon(lines) : .multiPolyline(lines)
    default:
      return .multiPolygon(
        try list(
          coordinates,
          { reader, node throws(GeoJSONFault) in
            try reader.list(node, { reader, node throws(GeoJSONFault) in try reader.positions(node) })
          }))
    }
  }

  private mutating func positions(_ node: JSONNode) throws(GeoJSONFault) -> [GeoJSONPosition] {
    try list(node, { reader, node throws(GeoJSONFault) in try reader.position(node) })
  }

  /// Longitude first, as in GeoJSON. Positions across the antimeridian are often written beyond 180 degrees, and are
  /// accepted up to a whole turn.
  private func position(_ node: JSONNode) throws(GeoJSONFault) -> GeoJSONPosition {
    var numbers = node.elements
    guard let longitude = numbers.next()?.double, let latitude = numbers.next()?.double else {
      throw fault(node, "a position is an array of longitude and latitude")
    }
    do throws(CoordinateError) {
      let isBeyond = abs(longitude) > 180 && abs(longitude) <= 360
      let turns = isBeyond ? ((longitude + 180) / 360).rounded(.down) : 0
      return GeoJSONPosition(
        coordinate: try Coordinate(latitude: latitude, longitude: longitude - 360 * turns), turns: turns)
    } catch {
      throw fault(node, GeoJSONReader.advice(error, longitude: longitude, latitude: latitude))
    }
  }

  /// The error message for a position that is out of range, with advice.
  static func advice(latitude: Double, longitude: Double) -> String {
    do throws(CoordinateError) {
      _ = try Coordinate(latitude: latitude, longitude: longitude)
      return "\(longitude), \(latitude) is out of range"
    } catch { return advice(error, longitude: longitude, latitude: latitude) }
  }

  private static func advice(_ error: CoordinateError, longitude: Double, latitude: Double) -> String {
    if case .outOfRange(_, _, true) = error {
      return "latitude \(latitude) is out of range; GeoJSON has the longitude first: are the two numbers swapped?"
    }
    // A longitude beyond a whole turn is invalid, and typical for data in the meters of a map projection.
    guard abs(longitude) > 360 || abs(latitude) > 360 else { return error.description }
    return "\(longitude), \(latitude) are no degrees: are they meters of a projection? GeoJSON has degrees (WGS 84); "
      + "ogr2ogr with -t_srs EPSG:4326 makes them"
  }

  private mutating func list<Element>(
    _ node: JSONNode, _ element: (inout GeoJSONReader, JSONNode) throws(GeoJSONFault) -> Element
  ) throws(GeoJSONFault) -> [Element] {
    guard node.isArray else { throw fault(node, "an array of positions is missing here") }
    var result: [Element] = []
    let last = steps.count - 1
    let name = steps[last]
    for (index, child) in node.elements.enumerated() {
      steps[last] = "\(name)[\(index)]"
      result.append(try element(&self, child))
    }
    steps[last] = name
    return result
  }

  private func type(of node: JSONNode) throws(GeoJSONFault) -> String {
    guard node.isObject else { throw fault(node, "an object with a 'type' is missing here") }
    guard let type = node.member("type")?.string else { throw fault(node, "the object has no 'type'") }
    return type
  }

  private func member(_ name: StaticString, of node: JSONNode) throws(GeoJSONFault) -> JSONNode {
    guard let member = node.member(name) else { throw fault(node, "'\(name)' is missing") }
    return member
  }

  private mutating func within<Value>(
    _ path: [String], _ body: (inout GeoJSONReader) throws(GeoJSONFault) -> Value
  ) throws(GeoJSONFault) -> Value {
    steps += path
    defer { steps.removeLast(path.count) }
    return try body(&self)
  }

  private func fault(_ node: JSONNode, _ reason: String) -> GeoJSONFault {
    GeoJSONFault(
      path: steps.joined(separator: "."), offset: Int(node.entry.start) - (node.isString ? 1 : 0), reason: reason)
  }
}
