import GeoModel
import GeoSupport

/// A page that explains an answer: which step found which value.
enum DebugPage {
  /// The page.
  ///
  /// - Parameter steps: the trace of the engine; empty where it was not queried.
  static func response(
    _ result: NominatimResult?, to request: NominatimRequest, steps: [TraceEntry]
  ) -> NominatimResponse {
    let languages = request.languages.isEmpty ? "local names" : request.languages.joined(separator: ", ")
    return page(
      title: "reverse", heading: "reverse \(request.latitude), \(request.longitude)",
      """

      <h2>Question</h2><dl><dt>Finest rank</dt><dd>\(Int(request.maximumRank))</dd><dt>Languages</dt><dd>\(languages)</dd></dl>
      <h2>Steps</h2><ol>\(steps.map(step).joined())</ol>
      <h2>Answer</h2>\(result.map(answer) ?? "<p>\("\(Attribution.nothingFound)")</p>")
      """)
  }

  /// A page for an error.
  static func response(to problem: NominatimProblem) -> NominatimResponse {
    var response = page(title: "error", heading: "Error \(problem.status)", "<p>\(problem.message)</p>")
    response.status = problem.status
    return response
  }

  /// A page with a heading.
  private static func page(title: HTML, heading: String, _ body: HTML) -> NominatimResponse {
    let page: HTML = """
      <!DOCTYPE html>
      <html lang="en"><head><meta charset="utf-8"/><title>\(title)</title></head><body>
      <h1>\(heading)</h1>\(body)
      </body></html>

      """
    return NominatimResponse(contentType: ContentType.html, body: page.bytes)
  }

  /// One step of the engine.
  private static func step(_ entry: TraceEntry) -> HTML {
    let source = entry.source.map { " (\($0.type.rawValue)/\($0.id))" } ?? ""
    return "<li>\(entry.field): \(entry.value ?? "none"), \(entry.rule)\(source)</li>"
  }

  /// The address and its parts with their ranks.
  private static func answer(_ result: NominatimResult) -> HTML {
    let (ranks, meters) = (result.ranks, Int(result.distanceMeters.rounded()))
    let facts = "\(result.category)=\(result.type) at \(meters) m, ranks \(ranks.search) and \(ranks.address)"
    return "<p>Closest: \(facts)</p><p>\(result.displayName)</p><table>\(result.parts.map(row).joined())</table>"
  }

  /// A part of the address.
  private static func row(_ part: AddressPart) -> HTML {
    "<tr><td>\(part.label)</td><td>\(part.name)</td><td>\(Int(part.rank))</td></tr>"
  }
}
