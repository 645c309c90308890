import GeoModel
import GeoStore

/// One request for `/reverse`, read from the query of its URL.
package struct NominatimRequest: Sendable {
  /// Degrees north, as asked; may lie outside of the world, where nothing is found.
  package var latitude: Double
  /// Degrees east, as asked.
  package var longitude: Double
  /// How the answer is written.
  package var format: OutputFormat
  /// How fine the answer may be, 0 to 18, as asked; nil when nothing was.
  package var zoom: Int?
  /// What may be answered.
  package var layers: MapLayers
  /// Whether the parts of the address are listed.
  package var includesAddress: Bool
  /// Whether all other tags are listed.
  package var includesExtraTags: Bool
  /// Whether all names are listed.
  package var includesNames: Bool
  /// Whether the entrances of the building are listed.
  package var includesEntrances: Bool
  /// How the shape is written; nil for none.
  package var geometry: GeometryFormat?
  /// How much the shape may be simplified, in degrees, as the parameter is documented; 0 for not at all.
  package var simplificationDegrees: Double
  /// Preferred languages, best first; empty for local names.
  package var languages: [String]
  /// The function that wraps JSON; nil for none.
  package var callback: String?
  /// Whether the answer is a page that explains it.
  package var isDebug: Bool

  /// Reads a request.
  ///
  /// - Parameters:
  ///   - parameters: the query's names and values, decoded; of a repeated name the first counts.
  ///   - acceptLanguage: the header of that name; the parameter `accept-language` goes before it.
  /// - Throws: a problem with status 400 that names the parameter.
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
  }

  /// The finest rank that may be answered.
  var maximumRank: UInt8 { Zoom.maximumRank(zoom ?? Zoom.building) }

  /// The point; nil when it is not on Earth.
  var point: FixedPoint? {
    (try? Coordinate(latitude: latitude, longitude: longitude)).map { FixedPoint($0) }
  }
}

extension NominatimRequest {
  /// XML unless something else is asked for; never guessed.
  static func format(_ reader: ParameterReader) throws(NominatimProblem) -> OutputFormat {
    guard let text = reader.text("format") else { return .xml }
    guard let format = OutputFormat(rawValue: text) else {
      let known = OutputFormat.allCases.map(\.rawValue).joined(separator: ", ")
      throw NominatimProblem(message: "Parameter 'format' must be one of: \(known).")
    }
    return format
  }

  /// At most one shape; the two GeoJSON formats know no other than their own, and pass over the rest.
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

  /// The function around JSON; other formats have none.
  static func callback(_ reader: ParameterReader, _ format: OutputFormat) throws(NominatimProblem) -> String? {
    guard format.isJSON, let name = reader.text("json_callback") else { return nil }
    guard CallbackName.isValid(name) else {
      throw NominatimProblem(message: "Invalid json_callback value: it must be the name of a function.")
    }
    return name
  }

  /// The parameter goes before the header, unless it is empty.
  static func languages(_ reader: ParameterReader, _ acceptLanguage: String?) -> [String] {
    if let text = reader.text("accept-language"), !text.isEmpty { return LanguagePreference.parse(text) }
    return LanguagePreference.parse(acceptLanguage ?? "")
  }
}
