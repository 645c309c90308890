import GeoModel
import GeoSupport

/// The description of the interface after OpenAPI 3.1, for people's tools and for tests that drive every route by it. It is the file
/// `Assets/openapi.json`; what this program knows itself, such as limits, is checked against it by tests.
enum OpenAPI {
  /// The description of a server. For one that needs no keys it is without the lines about them.
  ///
  /// - Parameter guestPaths: the paths of guests as members of an object, each with a comma behind it.
  static func document(withKeys: Bool, _ guestPaths: String) -> [UInt8] {
    let text = Template.fill(
      PackageResources.openapi_json,
      [
        "version": productVersion, "fieldNames": names(of: PlacemarkField.allCases),
        "addressFields": schemas(PlacemarkField.address),
        "extraNames": names(of: PlacemarkField.extras), "codeFields": schemas(PlacemarkField.codes),
        "guestPaths": guestPaths,
      ])
    guard !withKeys else { return Array(text.utf8) }
    return Array(
      text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        .filter { line in !linesAboutKeys.contains { line.starts(with: $0.utf8) } }.joined(separator: "\n".utf8))
  }

  private static func names(of fields: [PlacemarkField]) -> String {
    fields.map { "\"\($0.name)\"" }.joined(separator: ",")
  }

  /// Members of an address or placemark with what each is.
  private static func schemas(_ fields: [PlacemarkField]) -> String {
    fields.map { field in
      let schema = #"{"type":"string"}"#
      if case .list = field.setter { return #""\#(field.name)":{"type":"array","items":\#(schema)}"# }
      return #""\#(field.name)":\#(schema)"#
    }.joined(separator: ",")
  }

  private static let linesAboutKeys = [#""security":[{"#, #""securitySchemes":"#, #""keyParameter":{"type""#]
}
