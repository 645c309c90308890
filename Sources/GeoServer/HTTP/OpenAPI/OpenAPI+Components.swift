import GeoModel
import GeoWire

extension OpenAPI {
  /// Options that several operations have.
  static let sharedParameters = """
    "languages":{"name":"languages","in":"query","description":"Up to \(ProtocolLimits.languages) language tags with commas between, best first; \
    without them names are as mapped","schema":{"type":"string","pattern":"^[A-Za-z]{2,3}(-[A-Za-z]{4})?(-[A-Za-z]{2})?(,[A-Za-z]{2,3}(-[A-Za-z]{4})?(-[A-Za-z]{2})?){0,15}$"},"example":"de,en"},
    "detail":{"name":"detail","in":"query","description":"The finest part of the address","schema":{"type":"string","enum":[\(details)],"default":"address"}},
    "limit":{"name":"limit","in":"query","description":"At most so many placemarks; the answer is a list then",
    "schema":{"type":"integer","minimum":1,"maximum":\(ProtocolLimits.placemarkLimit)}},
    "maximumDistanceMeters":{"name":"maximumDistanceMeters","in":"query","description":"Nothing farther away is matched",
    "schema":{"type":"number","minimum":0,"maximum":\(Int(ProtocolLimits.distanceMeters))}},
    \(flag("areas", "With the areas that contain the point")),
    \(flag("explain", "With the reason of each field")),
    \(flag("overlay", "With the shape"))
    """

  /// Errors that several operations have.
  static let sharedResponses =
    [
      ("BadRequest", "The request makes no sense; the message says why"), ("Unauthorized", "A valid key is needed"),
      ("NotFound", "Nothing is within reach of the data"), ("Timeout", "The request took too long to arrive"),
      ("TooLarge", "The body is too long"), ("URLTooLong", "The address is too long"),
      ("UnsupportedMediaType", "The body is no JSON"), ("HeaderTooLarge", "The header fields are too long"),
      ("Failure", "The data cannot be read"),
    ].map { response($0, $1) }.joined(separator: ",\n")
    + ",\n" + response("TooManyRequests", "Too many requests", mayRetry: true)
    + ",\n" + response("Unavailable", "Too much to do, or the server stops", mayRetry: true)

  /// What goes in and out.
  static let schemas = """
    "Error":{"type":"object","required":["error"],"properties":{"error":{"type":"object","required":["code","message","data"],
    "properties":{"code":{"type":"integer"},"message":{"type":"string"},"data":{"type":"object","required":["reason"],
    "properties":{"reason":{"type":"string"}}}}}}},
    "Coordinate":{"type":"object","required":["latitude","longitude"],"properties":{
    "latitude":{"type":"number","minimum":-90,"maximum":90},"longitude":{"type":"number","minimum":-180,"maximum":180}}},
    "Batch":{"type":"object","required":["coordinates"],"properties":{
    "coordinates":{"type":"array","maxItems":\(ProtocolLimits.batchCoordinates),"items":{"description":"A Coordinate; what is none gets an error in its place","examples":[{"latitude":47.141,"longitude":9.5209}]}},
    "languages":{"type":["array","null"],"maxItems":\(ProtocolLimits.languages),"items":{"type":"string","pattern":"^[A-Za-z]{2,3}(-[A-Za-z]{4})?(-[A-Za-z]{2})?$"}},
    "detail":{"enum":[\(details),null]},
    "limit":{"type":["integer","null"],"minimum":1,"maximum":\(ProtocolLimits.placemarkLimit)},
    "maximumDistanceMeters":{"type":["number","null"],"minimum":0,"maximum":\(Int(ProtocolLimits.distanceMeters))},
    "areas":{"type":["boolean","null"]},"explain":{"type":["boolean","null"]},"overlay":{"type":["boolean","null"]}}},
    "PlacemarkList":{"type":"object","required":["placemarks"],"properties":{"placemarks":{"type":"array",
    "items":{"$ref":"#/components/schemas/Placemark"}}}},
    "Placemark":{"type":"object","required":["coordinate","address","match","distanceMeters"],"properties":{
    "coordinate":{"$ref":"#/components/schemas/Coordinate"},"title":{"type":"string"},"subtitle":{"type":"string"},"name":{"type":"string"},
    "address":{"type":"object","properties":{\(addressProperties)}},
    "formattedAddress":{"type":"array","items":{"type":"string"}},
    "match":{"type":"string"},"distanceMeters":{"type":"number","minimum":0},
    "source":{"type":"object","required":["type","id"],"properties":{"type":{"enum":["node","way","relation"]},"id":{"type":"integer"}}},
    "coarseFields":{"type":"array","items":{"type":"string"}},"transliteratedFields":{"type":"array","items":{"type":"string"}},
    "coarseBorderDistanceMeters":{"type":"number"},"areas":{"type":"array","items":{"type":"object"}},
    "trace":{"type":"array","items":{"type":"object"}},"overlay":{"type":"object"}}}
    """

  private static let details = PlacemarkDetail.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ",")

  private static let addressProperties =
    [
      "houseNumber", "street", "neighborhood", "suburb", "city", "county", "state", "stateCode", "postalCode",
      "country",
      "countryCode", "inlandWater", "ocean", "timeZone",
    ].map { "\"\($0)\":{\"type\":\"string\"}" }.joined(separator: ",")
    + ",\"areasOfInterest\":{\"type\":\"array\",\"items\":{\"type\":\"string\"}}"

  private static func flag(_ name: String, _ description: String) -> String {
    """
    "\(name)":{"name":"\(name)","in":"query","description":"\(description)","schema":{"type":"boolean","default":false}}
    """
  }

  private static func response(_ name: String, _ description: String, mayRetry: Bool = false) -> String {
    let fields = "\"headers\":{\"Retry-After\":{\"description\":\"Seconds\",\"schema\":{\"type\":\"integer\"}}},"
    return """
      "\(name)":{"description":"\(description)",\(mayRetry ? fields : "")
      "content":{"application/json":{"schema":{"$ref":"#/components/schemas/Error"}}}}
      """
  }
}
