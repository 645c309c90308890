import GeoModel
import GeoSupport

/// The description of the interface after OpenAPI 3.1, for people's tools and for tests that drive every route by it. It is the file
/// `Assets/openapi.json`; what this program knows itself, such as limits, is checked against it by tests.
enum OpenAPI {
  /// The description of a server that needs keys.
  static let documentWithKeys = Array(text.utf8)
  /// The description of a server that needs no keys: the same without the lines about them.
  static let document = Array(
    text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .filter { line in !linesAboutKeys.contains { line.starts(with: $0.utf8) } }.joined(separator: "\n".utf8))

  private static let text = Template.fill(
    PackageResources.openapi_json,
    ["version": productVersion, "fieldNames": names(of: PlacemarkField.allCases), "addressFields": schemas])

  private static func names(of fields: [PlacemarkField]) -> String {
    fields.map { "\"\($0.name)\"" }.joined(separator: ",")
  }

  /// The members of an address with what each is.
  private static var schemas: String {
    PlacemarkField.address.map { field in
      let schema = #"{"type":"string"}"#
      if case .list = field.setter { return #""\#(field.name)":{"type":"array","items":\#(schema)}"# }
      return #""\#(field.name)":\#(schema)"#
    }.joined(separator: ",")
  }

  private static let linesAboutKeys = [#""security":[{"#, #""securitySchemes":"#, #""keyParameter":{"type""#]
}
