import GeoModel
import GeoWire

/// Reads and checks the query of `/placemark`: a coordinate and the options of the socket protocol. Of a name that comes twice the
/// first one counts; names that are not known are ignored, as there.
struct PlacemarkParameters {
  /// What is asked.
  private(set) var query: PlacemarkQuery
  /// Whether `limit` was given: then the answer is a list, even of one.
  private(set) var isList = false
  /// Whether the answer is GeoJSON.
  private(set) var isGeoJSON = false
  private let values: [(name: String, value: String)]

  /// Reads a query.
  ///
  /// - Throws: ``WireError`` that names the parameter.
  init(_ values: [(name: String, value: String)]) throws(WireError) {
    self.values = values
    query = PlacemarkQuery(coordinate: try PlacemarkParameters.coordinate(values))
    if let languages = value("languages") ?? value("language") { query.languages = try languageList(languages) }
    if let word = value("detail") { query.detail = try detail(word) }
    if let distance = value("maximumDistanceMeters") {
      query.maximumDistanceMeters = try PlacemarkParameters.number(
        distance, "maximumDistanceMeters", in: 0...ProtocolLimits.distanceMeters)
    }
    query.includesAreas = try flag("areas")
    query.includesTrace = try flag("explain")
    query.includesOverlay = try flag("overlay")
    isGeoJSON = try format() == "geojson"
    if let text = value("limit") {
      query.limit = try limit(text)
      isList = true
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
    let degrees = (
      try number(latitude, "lat", in: -Double.infinity...Double.infinity),
      try number(longitude, "lon", in: -Double.infinity...Double.infinity)
    )
    do throws(CoordinateError) {
      return try Coordinate(latitude: degrees.0, longitude: degrees.1)
    } catch { throw WireError(.invalidQuery, error.description) }
  }

  private func value(_ name: String) -> String? { values.first { $0.name == name }?.value }

  private static func number(_ text: String, _ name: String, in range: ClosedRange<Double>) throws(WireError) -> Double
  {
    // Swift would also read `nan`, `inf` and hexadecimal.
    let isPlain = text.utf8.allSatisfy { $0 &- 0x30 <= 9 || "+-.eE".utf8.contains($0) }
    guard isPlain, let number = Double(text) else {
      throw WireError(.invalidQuery, "'\(name)' is '\(text.prefix(40))', which is no number; decimals have a point")
    }
    guard range.contains(number) else {
      throw WireError(.invalidQuery, "'\(name)' must be between \(range.lowerBound) and \(range.upperBound)")
    }
    return number
  }

  private func languageList(_ text: String) throws(WireError) -> [String] {
    let languages: [String]
    do throws(LanguageError) { languages = try LanguageList.parse(text) } catch {
      throw WireError(.invalidQuery, "'languages': \(error.message)")
    }
    guard languages.count <= ProtocolLimits.languages else {
      throw WireError(.invalidQuery, "'languages' holds \(languages.count); \(ProtocolLimits.languages) are allowed")
    }
    return languages
  }

  private func detail(_ word: String) throws(WireError) -> PlacemarkDetail {
    guard let detail = PlacemarkDetail(rawValue: word) else {
      let words = PlacemarkDetail.allCases.map(\.rawValue).joined(separator: ", ")
      throw WireError(.invalidQuery, "'detail' must be one of \(words)")
    }
    return detail
  }

  private func flag(_ name: String) throws(WireError) -> Bool {
    switch value(name) {
    case nil, "false", "0": return false
    case "true", "1": return true
    default: throw WireError(.invalidQuery, "'\(name)' must be true or false")
    }
  }

  private func format() throws(WireError) -> String {
    let format = value("format") ?? "json"
    guard format == "json" || format == "geojson" else {
      throw WireError(.invalidQuery, "'format' must be json or geojson")
    }
    return format
  }

  private func limit(_ text: String) throws(WireError) -> Int {
    guard text.utf8.allSatisfy({ $0 &- 0x30 <= 9 }), let limit = Int(text),
      (1...ProtocolLimits.placemarkLimit).contains(limit)
    else {
      throw WireError(.invalidQuery, "'limit' must be a whole number from 1 to \(ProtocolLimits.placemarkLimit)")
    }
    return limit
  }
}
