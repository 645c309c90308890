import GeoModel
import GeoSupport

/// The OpenAPI 3.1 description of the HTTP interface, for users' tools and for tests that exercise every route. It is
/// the file `Assets/openapi.json`; tests check the values in it that the program knows, such as limits.
enum OpenAPI {
  /// The description of a server. Without keys, the lines about them are left out.
  ///
  /// - Parameter guestPaths: the guests' paths as members of a JSON object, each followed by a comma.
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

  /// The members of an address or placemark, each with its JSON schema.
  private static func schemas(_ fields: [PlacemarkField]) -> String {
    fields.map { field in
      let schema = #"{"type":"string"}"#
      if case .list = field.setter { return #""\#(field.name)":{"type":"array","items":\#(schema)}"# }
      return #""\#(field.name)":\#(schema)"#
    }.joined(separator: ",")
  }

  private static let linesAboutKeys = [#""security":[{"#, #""securitySchemes":"#, #""keyParameter":{"type""#]
}
