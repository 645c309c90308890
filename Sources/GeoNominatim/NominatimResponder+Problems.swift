import GeoWire

extension NominatimResponder {
  /// A problem, written in the format that the request asked for as far as that can be known.
  public static func response(
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

  /// An object with code and message.
  private static func json(_ problem: NominatimProblem) -> [UInt8] {
    var json = JSONWriter()
    json.beginObject()
    json.key("error")
    json.beginObject()
    json.key("code")
    json.integer(problem.status)
    json.member("message", problem.message)
    json.endObject()
    json.endObject()
    return json.bytes
  }

  /// A document with code and message.
  private static func xml(_ problem: NominatimProblem) -> [UInt8] {
    var xml = XMLWriter()
    xml.raw("<?xml version=\"1.0\" encoding=\"UTF-8\" ?>\n<error>")
    xml.element("code", String(problem.status))
    xml.element("message", problem.message)
    xml.raw("</error>")
    return xml.bytes
  }
}
