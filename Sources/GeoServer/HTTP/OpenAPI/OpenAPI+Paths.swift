extension OpenAPI {
  /// `/placemark`.
  static let placemarkPath = """
    "/placemark":{"get":{"operationId":"placemark","tags":["placemarks"],"summary":"The address of a coordinate",
    "description":"One placemark, or a list with `limit`. Instead of `lat` and `lon`, `latitude` and `longitude` are understood, and \
    `coordinate`: one text with the latitude first, as decimal degrees, degrees with minutes and seconds, or a geo address.",
    "parameters":[
    {"name":"lat","in":"query","required":true,"description":"Degrees north","schema":{"type":"number","minimum":-90,"maximum":90},"example":47.141},
    {"name":"lon","in":"query","required":true,"description":"Degrees east","schema":{"type":"number","minimum":-180,"maximum":180},"example":9.5209},
    {"name":"format","in":"query","schema":{"type":"string","enum":["json","geojson"],"default":"json"}},
    {"$ref":"#/components/parameters/languages"},{"$ref":"#/components/parameters/detail"},
    {"$ref":"#/components/parameters/limit"},{"$ref":"#/components/parameters/maximumDistanceMeters"},
    {"$ref":"#/components/parameters/areas"},{"$ref":"#/components/parameters/explain"},
    {"$ref":"#/components/parameters/overlay"}],
    "responses":{"200":{"description":"What is there","content":{
    "application/json":{"schema":{"oneOf":[{"$ref":"#/components/schemas/Placemark"},{"$ref":"#/components/schemas/PlacemarkList"}]}},
    "application/geo+json":{"schema":{"type":"object","required":["type"],
    "properties":{"type":{"enum":["Feature","FeatureCollection"]}}}}}},
    \(responses(common + ["Unauthorized", "NotFound", "TooManyRequests", "Failure"]))}}}
    """

  /// `/placemarks`.
  static let placemarksPath = """
    "/placemarks":{"post":{"operationId":"placemarks","tags":["placemarks"],"summary":"The addresses of many coordinates",
    "description":"Up to 10,000 coordinates with the same options, as `reverseGeocodeBatch` of the socket protocol. Answers stand in the order of \
    the questions; where one has none, an error stands in its place.",
    "requestBody":{"required":true,"content":{"application/json":{"schema":{"$ref":"#/components/schemas/Batch"},
    "example":{"coordinates":[{"latitude":47.141,"longitude":9.5209},{"latitude":47.167,"longitude":9.5104}],"languages":["de"]}}}},
    "responses":{"200":{"description":"An answer for each coordinate; with `Accept: application/x-ndjson` each on a line of its own","content":{
    "application/json":{"schema":{"type":"object","required":["placemarks"],"properties":{"placemarks":{"type":"array",
    "items":{"anyOf":[{"$ref":"#/components/schemas/Placemark"},{"$ref":"#/components/schemas/PlacemarkList"},
    {"$ref":"#/components/schemas/Error"}]}}}}},
    "application/x-ndjson":{"schema":{"type":"string"}}}},
    \(responses(common + ["Unauthorized", "TooLarge", "UnsupportedMediaType", "TooManyRequests", "Failure"]))}}}
    """

  /// `/readyz`.
  static let readinessPath = """
    "/readyz":{"get":{"operationId":"readiness","tags":["server"],"summary":"Whether requests are answered",
    "responses":{"200":{"description":"They are","content":{"text/plain":{"schema":{"type":"string"}}}},
    "503":{"description":"The server stops","content":{"text/plain":{"schema":{"type":"string"}},
    "application/json":{"schema":{"$ref":"#/components/schemas/Error"}}}},
    \(responses(["BadRequest", "Timeout", "URLTooLong", "HeaderTooLarge"]))},"security":[]}}
    """

  /// `/`.
  static let pagePath = """
    "/":{"get":{"operationId":"page","tags":["page"],"summary":"A page for people",
    "parameters":[{"name":"q","in":"query","description":"A coordinate as people write it, latitude first",
    "schema":{"type":"string","pattern":"^(|-?[1-8]?[0-9](\\\\.[0-9]{1,7})?, -?(1[0-7]|[1-9])?[0-9](\\\\.[0-9]{1,7})?)$"},"example":"47.141, 9.5209"}],
    "responses":{"200":{"description":"The page","content":{"text/html":{"schema":{"type":"string"}}}},
    \([400, 401, 404, 429, 500].map { pageProblem($0) }.joined(separator: ",\n")),
    \(responses(["Timeout", "URLTooLong", "HeaderTooLarge", "Unavailable"]))},"security":[]}}
    """

  private static func pageProblem(_ status: Int) -> String {
    """
    "\(status)":{"description":"The page with a sentence that says what is wrong","content":{"text/html":{"schema":{"type":"string"}},
    "application/json":{"schema":{"$ref":"#/components/schemas/Error"}}}}
    """
  }

  /// A path that always answers the same way.
  static func plainPath(
    _ path: String, _ name: String, _ summary: String, _ type: String, tag: String = "server", isForKeys: Bool = false
  ) -> String {
    """
    "\(path)":{"get":{"operationId":"\(name)","tags":["\(tag)"],"summary":"\(summary)",
    "responses":{"200":{"description":"\(summary)","content":{"\(type)":{}}},
    \(responses(common + (isForKeys ? ["Unauthorized"] : [])))}\(isForKeys ? "" : ",\"security\":[]")}}
    """
  }
}
