import GeoModel

/// One request for `/reverse`, read from the query of its URL.
public struct NominatimRequest: Sendable {
  /// Reads a request.
  ///
  /// - Parameters:
  ///   - parameters: the query's names and values, decoded; of a repeated name the first counts.
  ///   - acceptLanguage: the header of that name; the parameter `accept-language` goes before it.
  /// - Throws: a problem with status 400 that names the parameter.
  public init(
    parameters: [(name: String, value: String)], acceptLanguage: String?
  ) throws(NominatimProblem) {
    fatalError("not written yet")
  }
}
