import GeoModel
import GeoStore
import GeoWire

extension NominatimResponder {
  /// Writes an error in the format of the request, as far as that can be determined.
  package static func response(
    to problem: NominatimProblem, parameters: [(name: String, value: String)]
  ) -> NominatimResponse {
    let reader = ParameterReader(parameters)
    guard let format = try? NominatimRequest.format(reader) else {
      let text = Array("ERROR \(problem.status): \(problem.message)".utf8)
      return NominatimResponse(status: problem.status, contentType: ContentType.text, body: text)
    }
    if reader.flag("debug", default: false) { return DebugPage.response(to: problem) }
    let body = format.isJSON ? json(problem) : xml(problem)
    return NominatimResponse(status: problem.status, contentType: format.contentType, body: body)
  }

  /// Writes an object with code and message.
  private static func json(_ problem: NominatimProblem) -> [UInt8] {
    var json = JSONWriter()
    json.object { json in
      json.member("error") { json in
        json.member("code", problem.status)
        json.member("message", problem.message)
      }
    }
    return json.bytes
  }

  /// Writes a document with code and message.
  private static func xml(_ problem: NominatimProblem) -> [UInt8] {
    var xml = XMLWriter()
    xml.raw(XMLWriter.declaration)
    xml.element(
      "error",
      content: { xml in
        xml.element("code", String(problem.status))
        xml.element("message", problem.message)
      })
    return xml.bytes
  }
}

/// The reason why a request cannot be answered: an HTTP status and a sentence for the user.
package struct NominatimProblem: Error, Hashable, Sendable {
  /// The HTTP status, such as 400.
  package var status: Int
  /// The message: what is wrong with which value, and what to do.
  package var message: String

  /// Creates an error.
  package init(status: Int = 400, message: String) {
    self.status = status
    self.message = message
  }
}

extension NominatimResponder {
  /// Responds to `/status`: `format` is `text`, the default, or `json`.
  ///
  /// - Parameter info: the metadata of the store; nil when there is no store.
  /// - Throws: an error with status 400 for another format.
  package static func status(
    _ info: StoreInfo?, parameters: [(name: String, value: String)]
  ) throws(NominatimProblem) -> NominatimResponse {
    switch ParameterReader(parameters).text("format") ?? "text" {
    case "text":
      let body = info == nil ? "ERROR: \(noStore)" : "OK"
      return NominatimResponse(
        status: info == nil ? 500 : 200, contentType: ContentType.text, body: Array(body.utf8))
    case "json": return NominatimResponse(contentType: ContentType.json, body: json(info))
    default: throw NominatimProblem(message: "Parameter 'format' must be one of: text, json.")
    }
  }

  /// The number and the sentence that clients expect from a server without data.
  private static let noStoreStatus = 700
  private static let noStore = "No database"

  /// Writes the state with the date of the data and the versions of program and store.
  private static func json(_ info: StoreInfo?) -> [UInt8] {
    var json = JSONWriter()
    json.object { json in
      json.member("status", info == nil ? noStoreStatus : 0)
      json.member("message", info == nil ? noStore : "OK")
      if let date = info?.metadata.dataDate { json.member("data_updated", withOffset(date)) }
      json.member("software_version", productVersion)
      if let info { json.member("database_version", String(info.formatVersion)) }
    }
    return json.bytes
  }

  /// Writes the time zone as a numeric offset, as clients of this API expect.
  private static func withOffset(_ time: String) -> String {
    time.hasSuffix("Z") ? time.dropLast() + "+00:00" : time
  }
}
