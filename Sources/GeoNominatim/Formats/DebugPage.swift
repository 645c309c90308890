import GeoModel

/// A page that explains an answer: which step found what.
enum DebugPage {
  /// The page.
  ///
  /// - Parameter steps: why the engine knows what it knows; empty where it was not asked.
  static func response(
    _ result: NominatimResult?, to request: NominatimRequest, steps: [TraceEntry]
  ) -> NominatimResponse {
    page(title: "reverse", heading: "reverse \(request.latitude), \(request.longitude)") { page in
      page.raw("\n<h2>Question</h2><dl>")
      pair("Finest rank", String(request.maximumRank), &page)
      pair("Languages", request.languages.isEmpty ? "local names" : request.languages.joined(separator: ", "), &page)
      page.raw("</dl>\n<h2>Steps</h2><ol>")
      for entry in steps { step(entry, &page) }
      page.raw("</ol>\n<h2>Answer</h2>")
      if let result { answer(result, &page) } else { page.element("p", "\(Attribution.nothingFound)") }
    }
  }

  /// A page for a problem.
  static func response(to problem: NominatimProblem) -> NominatimResponse {
    var response = page(title: "error", heading: "Error \(problem.status)") { $0.element("p", problem.message) }
    response.status = problem.status
    return response
  }

  /// A page with a heading.
  private static func page(
    title: String, heading: String, _ body: (inout XMLWriter) -> Void
  ) -> NominatimResponse {
    var page = XMLWriter()
    page.raw("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"/><title>\(title)</title></head><body>\n")
    page.element("h1", heading)
    body(&page)
    page.raw("\n</body></html>\n")
    return NominatimResponse(contentType: ContentType.html, body: page.bytes)
  }

  /// One step of the engine.
  private static func step(_ entry: TraceEntry, _ page: inout XMLWriter) {
    let source = entry.source.map { " (\($0.type.rawValue)/\($0.id))" } ?? ""
    page.element("li", "\(entry.field): \(entry.value ?? "none"), \(entry.rule)\(source)")
  }

  /// The address and its parts with their ranks.
  private static func answer(_ result: NominatimResult, _ page: inout XMLWriter) {
    let (ranks, meters) = (result.ranks, Int(result.distanceMeters.rounded()))
    page.element(
      "p", "Closest: \(result.category)=\(result.type) at \(meters) m, ranks \(ranks.search) and \(ranks.address)")
    page.element("p", result.displayName)
    page.element("table", content: { page in for part in result.parts { row(part, &page) } })
  }

  /// A part of the address.
  private static func row(_ part: AddressPart, _ page: inout XMLWriter) {
    let cells = [part.label, part.name, String(part.rank)]
    page.element("tr", content: { page in for cell in cells { page.element("td", cell) } })
  }

  /// A term and what it is.
  private static func pair(_ term: String, _ text: String, _ page: inout XMLWriter) {
    page.element("dt", term)
    page.element("dd", text)
  }
}
