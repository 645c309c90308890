import GeoModel
import GeoSupport

/// The explanation of an answer as HTML: other places nearby, areas that contain the point, and the source of each
/// field.
struct PageExplanation {
  /// The placemarks found, the answer first.
  var placemarks: [Placemark]
  /// The further parameters of links to other places, such as `&languages=de`; not escaped.
  var options: String

  /// The whole explanation, without its empty parts.
  var html: HTML {
    [
      list("Candidates", "ol", "numbered", placemarks.map(candidate)),
      list("Areas that contain it", "ul", "areas", (placemarks[0].areas ?? []).map(area)), table,
    ].filter { !$0.isEmpty }.joined(separator: "\n")
  }

  /// A distance in words.
  static func distance(_ meters: Double) -> String {
    if meters < 1 { return "right here" }
    return meters < 1000 ? "\(Int(meters.rounded())) m away" : "\(Int((meters / 1000).rounded())) km away"
  }

  /// A link to an OpenStreetMap object; a table's row is plain text.
  static func link(_ source: SourceReference) -> HTML {
    let path = source.path
    guard source.type != .table else { return "\(path)" }
    return "<a href=\"https://www.openstreetmap.org/\(path)\" rel=\"noreferrer\">\(path)</a>"
  }

  /// A coordinate with seven decimals, as OpenStreetMap stores it.
  static func text(_ coordinate: Coordinate) -> String {
    "\((coordinate.latitude * 1e7).rounded() / 1e7), \((coordinate.longitude * 1e7).rounded() / 1e7)"
  }

  private func list(_ title: String, _ kind: HTML, _ name: String, _ items: [HTML]) -> HTML {
    guard !items.isEmpty else { return "" }
    return "<h2>\(title)</h2>\n<\(kind) class=\"places \(name)\">\n\(items.joined(separator: "\n"))\n</\(kind)>"
  }

  private func candidate(_ placemark: Placemark) -> HTML {
    let place = PageExplanation.text(placemark.coordinate)
    let address = "?q=\(PercentCoding.encode(place))\(options)"
    let title = placemark.title ?? placemark.name ?? placemark.formattedAddress.first ?? place
    let facts = [placemark.match.rawValue, PageExplanation.distance(placemark.distanceMeters)].joined(separator: ", ")
    return
      "<li data-place=\"\(place)\"><a href=\"\(address)\">\(title)</a> <small>\(facts)</small></li>"
  }

  private func area(_ area: ContainingArea) -> HTML {
    let kind = [area.kind.rawValue, area.level.map { "level \($0)" }].compactMap(\.self).joined(separator: ", ")
    let source: HTML = area.source.map { " <small>\(PageExplanation.link($0))</small>" } ?? ""
    return "<li><span>\(area.name)</span> <small>\(kind)</small>\(source)</li>"
  }

  /// The table of the object and rule that gave each field its value.
  private var table: HTML {
    guard let trace = placemarks[0].trace, !trace.isEmpty else { return "" }
    let rows = trace.map { entry -> HTML in
      let distance = entry.distanceMeters.map { PageExplanation.distance($0) }
      let rule = [entry.rule, distance, entry.runnerUp.map { "before \($0)" }].compactMap(\.self).joined(
        separator: "; ")
      return
        "<tr><th scope=\"row\">\(entry.field)</th><td>\(entry.value ?? "–")</td>"
        + "<td>\(rule)</td><td>\(entry.source.map { PageExplanation.link($0) } ?? "")</td></tr>"
    }
    return """
      <details open>
      <summary>Why <small>where each field comes from</small></summary>
      <div class="table" tabindex="0" role="region" aria-label="Why"><table>
      \(rows.joined(separator: "\n"))
      </table></div>
      </details>
      """
  }
}
