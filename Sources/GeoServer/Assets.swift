import GeoModel

/// The description of the interface after OpenAPI 3.1, for people's tools and for tests that drive every route by it. It is the file
/// `Assets/openapi.json`; what this program knows itself, such as limits, is checked against it by tests.
enum OpenAPI {
  /// The description of a server that needs keys.
  static let documentWithKeys = Array(text.utf8)
  /// The description of a server that needs no keys: the same without the lines about them.
  static let document = Array(
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .filter { line in !linesAboutKeys.contains { line.hasPrefix($0) } }.joined(separator: "\n").utf8)

  private static let text = Template.text(
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

/// A file of the build with places such as `{{name}}` that are filled in when it is served.
enum Template {
  /// The file with a value in each of its places. Values are taken as they are: braces in them mean nothing.
  ///
  /// - Parameters:
  ///   - file: UTF-8, from `PackageResources`.
  ///   - values: a value for each name that the file has.
  static func fill(_ file: [UInt8], _ values: [String: [UInt8]]) -> [UInt8] {
    let parts = file[...].split(separator: Array("{{".utf8), omittingEmptySubsequences: false)
    return parts.dropFirst().reduce(into: Array(parts[0])) { bytes, part in
      let halves = part.split(separator: Array("}}".utf8), maxSplits: 1, omittingEmptySubsequences: false)
      guard halves.count == 2, let value = values[String(decoding: halves[0], as: UTF8.self)] else {
        preconditionFailure("nothing is known to fill in for {{\(String(decoding: part.prefix(40), as: UTF8.self))")
      }
      bytes += value
      bytes += halves[1]
    }
  }

  /// The same of text, for files that are no markup.
  static func text(_ file: [UInt8], _ values: [String: String]) -> String {
    String(decoding: fill(file, values.mapValues { Array($0.utf8) }), as: UTF8.self)
  }
}
