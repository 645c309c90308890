import GeoModel
import GeoWire

/// The parameters of `/placemark`: a coordinate, the options of the socket protocol, and the format. If a name occurs
/// twice, the first one counts; unknown names are ignored.
struct PlacemarkParameters {
  /// The query.
  let query: PlacemarkQuery
  /// Whether `limit` was given: then the response is a list, even of one.
  let isList: Bool
  /// Whether the response is GeoJSON.
  let isGeoJSON: Bool

  /// Reads a query.
  ///
  /// - Throws: ``WireError`` that names the parameter.
  init(_ values: [(name: String, value: String)]) throws(WireError) {
    var query = PlacemarkQuery(coordinate: try PlacemarkParameters.coordinate(values))
    // Users try `language` first.
    let options = values + values.filter { $0.name == "language" }.map { ("languages", $0.value) }
    isList = try TextOptions(options).readOptions(into: &query)
    self.query = query
    switch values.first(where: { $0.name == "format" })?.value {
    case nil, "json": isGeoJSON = false
    case "geojson": isGeoJSON = true
    default: throw WireError(.invalidQuery, "'format' must be json or geojson")
    }
  }

  /// The coordinate of `lat` and `lon`, of `latitude` and `longitude`, or of `coordinate` in any notation.
  static func coordinate(_ values: [(name: String, value: String)]) throws(WireError) -> Coordinate {
    func first(_ names: String...) -> String? { values.first { names.contains($0.name) }?.value }
    if let text = first("coordinate") {
      do throws(CoordinateTextError) { return try Coordinate(parsing: text) } catch {
        throw WireError(.invalidQuery, "'coordinate': \(error.description)")
      }
    }
    guard let latitude = first("lat", "latitude"), let longitude = first("lon", "longitude") else {
      throw WireError(.invalidQuery, "'lat' and 'lon' are needed, such as lat=47.14&lon=9.52, or 'coordinate'")
    }
    let degrees = (try number(latitude, "lat"), try number(longitude, "lon"))
    do throws(CoordinateError) {
      return try Coordinate(latitude: degrees.0, longitude: degrees.1)
    } catch { throw WireError(.invalidQuery, error.description) }
  }

  private static func number(_ text: String, _ name: String) throws(WireError) -> Double {
    // A plus sign that was not percent-encoded arrives as a blank.
    guard let number = QueryOptionValue.text(String(Substring(text).trimmingBlanks())).number else {
      throw WireError(.invalidQuery, "'\(name)' is '\(text.prefix(40))', which is not a number; decimals have a point")
    }
    return number
  }
}
