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
