import GeoModel
import GeoStore

/// One request for `/reverse`, read from the query of its URL.
package struct NominatimRequest: Sendable {
  /// Degrees north, as requested. May be outside of the world, where nothing is found.
  package var latitude: Double
  /// Degrees east, as requested.
  package var longitude: Double
  /// The format of the response.
  package var format: OutputFormat
  /// The finest detail of the answer, 0 to 18, as requested; nil when not given.
  package var zoom: Int?
  /// The layers of possible answers.
  package var layers: MapLayers
  /// Whether the parts of the address are included.
  package var includesAddress: Bool
  /// Whether all other tags are included.
  package var includesExtraTags: Bool
  /// Whether all names are included.
  package var includesNames: Bool
  /// Whether the entrances of the building are included.
  package var includesEntrances: Bool
  /// The format of the shape; nil for none.
  package var geometry: GeometryFormat?
  /// The tolerance for simplifying the shape, in degrees, as the parameter is documented; 0 for none.
  package var simplificationDegrees: Double
  /// Preferred languages, best first; empty for local names.
  package var languages: [String]
  /// The country whose point of view counts in disputed areas; nil for the country of the map.
  package var worldview: Worldview?
  /// The function that wraps JSON; nil for none.
  package var callback: String?
  /// Whether the response is a page that explains the answer.
  package var isDebug: Bool

  /// Reads a request.
  ///
  /// - Parameters:
  ///   - parameters: the query's names and values, decoded; of a repeated name the first counts.
  ///   - acceptLanguage: the `Accept-Language` header; the parameter `accept-language` takes precedence.
  /// - Throws: an error with status 400 that names the parameter.
  package init(
    parameters: [(name: String, value: String)], acceptLanguage: String?
  ) throws(NominatimProblem) {
    let reader = ParameterReader(parameters)
    format = try NominatimRequest.format(reader)
    isDebug = reader.flag("debug", default: false)
    longitude = try reader.requiredNumber("lon")
    latitude = try reader.requiredNumber("lat")
    geometry = try NominatimRequest.geometry(reader, format)
    simplificationDegrees = max(0, try reader.number("polygon_threshold") ?? 0)
    zoom = try reader.integer("zoom")
    layers =
      try reader.text("layer").map { text throws(NominatimProblem) in try LayerList.parse(text) }
      ?? LayerList.standard
    includesAddress = reader.flag("addressdetails", default: true)
    includesExtraTags = reader.flag("extratags", default: false)
    includesNames = reader.flag("namedetails", default: false)
    includesEntrances = reader.flag("entrances", default: false)
    callback = try NominatimRequest.callback(reader, format)
    languages = NominatimRequest.languages(reader, acceptLanguage)
    worldview = try NominatimRequest.worldview(reader)
  }

  /// The finest rank of possible answers.
  var maximumRank: UInt8 { Zoom.maximumRank(zoom ?? Zoom.building) }

  /// The point; nil when it is not on Earth.
  var point: FixedPoint? {
    (try? Coordinate(latitude: latitude, longitude: longitude)).map { FixedPoint($0) }
  }
}

extension NominatimRequest {
  /// The format; XML unless the request names another. Never guessed.
  static func format(_ reader: ParameterReader) throws(NominatimProblem) -> OutputFormat {
    guard let text = reader.text("format") else { return .xml }
    guard let format = OutputFormat(rawValue: text) else {
      let known = OutputFormat.allCases.map(\.rawValue).joined(separator: ", ")
      throw NominatimProblem(message: "Parameter 'format' must be one of: \(known).")
    }
    return format
  }

  /// The format of the shape; at most one.
  ///
  /// The two GeoJSON formats accept only GeoJSON shapes and ignore the other parameters.
  static func geometry(
    _ reader: ParameterReader, _ format: OutputFormat
  ) throws(NominatimProblem) -> GeometryFormat? {
    let knowsAll = format != .geojson && format != .geocodejson
    var wanted: GeometryFormat?
    for geometry in GeometryFormat.allCases where knowsAll || geometry == .geojson {
      guard reader.flag(geometry.parameter, default: false) else { continue }
      guard wanted == nil else {
        throw NominatimProblem(message: "Too many polygon output options selected; choose one of polygon_*.")
      }
      wanted = geometry
    }
    return wanted
  }

  /// The country whose point of view counts.
  static func worldview(_ reader: ParameterReader) throws(NominatimProblem) -> Worldview? {
    guard let text = reader.text("worldview") else { return nil }
    guard let worldview = Worldview(text) else {
      throw NominatimProblem(message: "Parameter 'worldview' \(Worldview.advice).")
    }
    return worldview
  }

  /// The JavaScript function around JSON; nil for other formats.
  static func callback(_ reader: ParameterReader, _ format: OutputFormat) throws(NominatimProblem) -> String? {
    guard format.isJSON, let name = reader.text("json_callback") else { return nil }
    guard CallbackName.isValid(name) else {
      throw NominatimProblem(message: "Invalid json_callback value: it must be the name of a function.")
    }
    return name
  }

  /// The languages; the parameter takes precedence over the header unless it is empty.
  static func languages(_ reader: ParameterReader, _ acceptLanguage: String?) -> [String] {
    if let text = reader.text("accept-language"), !text.isEmpty { return LanguagePreference.parse(text) }
    return LanguagePreference.parse(acceptLanguage ?? "")
  }
}
