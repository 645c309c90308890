import GeoNominatim

/// A request from a decoded URL query: `lat=1&lon=2`.
func request(_ query: String, acceptLanguage: String? = nil) throws(NominatimProblem) -> NominatimRequest {
  try NominatimRequest(parameters: parameters(query), acceptLanguage: acceptLanguage)
}

/// Names and values of a query.
func parameters(_ query: String) -> [(name: String, value: String)] {
  query.split(separator: "&").map { pair in
    let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    return (name: String(parts[0]), value: parts.count > 1 ? String(parts[1]) : "")
  }
}

extension NominatimResponse {
  /// The body as text.
  var text: String { String(decoding: body, as: UTF8.self) }
}
