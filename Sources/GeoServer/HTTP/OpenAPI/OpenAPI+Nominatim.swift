extension OpenAPI {
  /// `/reverse` under one of its names.
  static func reversePath(_ path: String, _ name: String, isDeprecated: Bool) -> String {
    """
    "\(path)":{"get":{"operationId":"\(name)","tags":["nominatim"],"summary":"The object of the map that is nearest, with its address",
    \(isDeprecated ? "\"deprecated\":true," : "")
    "description":"As Nominatim's documentation describes it. Nothing found is an answer with status 200, too. Instead of \
    `polygon_geojson`, one of `polygon_kml`, `polygon_svg` and `polygon_text` may be asked for; with \
    `json_callback`, the name of a function, answers of JSON are calls of it.",
    "parameters":[
    {"name":"lat","in":"query","required":true,"description":"Degrees north","schema":{"type":"number"},"example":47.141},
    {"name":"lon","in":"query","required":true,"description":"Degrees east","schema":{"type":"number"},"example":9.5209},
    {"name":"format","in":"query","schema":{"type":"string","enum":["xml","json","jsonv2","geojson","geocodejson"],"default":"xml"}},
    {"name":"zoom","in":"query","description":"From 3, country, to 18, building",
    "schema":{"type":"integer","format":"int64","minimum":\(Int64.min),"maximum":\(Int64.max),"default":18},"example":18},
    {"name":"layer","in":"query","description":"What may be the answer",
    "schema":{"type":"string","pattern":"^(|(\(layers))(,(\(layers))){0,4})$"},"example":"address,poi"},
    {"name":"accept-language","in":"query","description":"Languages, best first","schema":{"type":"string"},"example":"de,en"},
    \(["addressdetails", "extratags", "namedetails", "entrances", "polygon_geojson"].map(flag).joined(separator: ",\n")),
    {"name":"polygon_threshold","in":"query","description":"Degrees by which shapes may be simplified","schema":{"type":"number"},"example":0.001},
    {"name":"email","in":"query","schema":{"type":"string"}},
    \(flag("debug"))],
    "responses":{"200":{"description":"What is there, or that nothing is","content":{"text/xml":{},"application/json":{},
    "application/javascript":{},"text/html":{}}},
    \([400, 500].map { problem($0) }.joined(separator: ",\n")),
    \(responses(["Unauthorized", "Timeout", "URLTooLong", "TooManyRequests", "HeaderTooLarge", "Unavailable"]))}}}
    """
  }

  /// `/status` under one of its names.
  static func statusPath(_ path: String, _ name: String, isDeprecated: Bool) -> String {
    """
    "\(path)":{"get":{"operationId":"\(name)","tags":["nominatim"],"summary":"Whether the data can be used, and how old it is",
    \(isDeprecated ? "\"deprecated\":true," : "")
    "parameters":[{"name":"format","in":"query","schema":{"type":"string","enum":["text","json"],"default":"text"}}],
    "responses":{"200":{"description":"The state","content":{"text/plain":{},"application/json":{}}},
    \([400, 500].map { problem($0) }.joined(separator: ",\n")),
    \(responses(["Timeout", "URLTooLong", "HeaderTooLarge", "Unavailable"]))},"security":[]}}
    """
  }

  private static let layers = "address|poi|railway|natural|manmade"

  /// 0 is no and anything else yes, as there.
  private static func flag(_ name: String) -> String {
    "{\"name\":\"\(name)\",\"in\":\"query\",\"description\":\"0 or 1\",\"schema\":{\"type\":\"string\"},\"example\":\"1\"}"
  }

  /// An error in the form that the request asked for.
  private static func problem(_ status: Int) -> String {
    """
    "\(status)":{"description":"What is wrong, in the form that was asked for","content":{"text/xml":{},"application/json":{},
    "application/javascript":{},"text/html":{},"text/plain":{}}}
    """
  }
}
