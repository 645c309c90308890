import GeoModel
import GeoSupport

/// An answer as the page shows it.
struct PageAnswer {
  /// The queried point.
  var coordinate: Coordinate
  /// The reasons for the answer, and the other candidates.
  var explanation: PageExplanation
  /// The URL of a picture of it, for browsers without scripts; nil if the server draws no maps.
  var picture: String?
  /// The placemark as JSON.
  var placemarkJSON: [UInt8]
  /// Nominatim's response as JSON; nil if there is none.
  var nominatimJSON: [UInt8]?

  /// The answer.
  private var placemark: Placemark { explanation.placemarks[0] }

  /// The lines of the address, as on an envelope, preceded by the water's name if the point is on water.
  var lines: [String] { placemark.readLines }

  /// The answer as HTML.
  var html: HTML {
    """
    <article data-asked="\(PageExplanation.text(coordinate))">
    <address>
    \(lines.enumerated().map(PageAnswer.line).joined(separator: "\n"))
    </address>
    <p class="facts">\(facts.map { fact -> HTML in "<span>\(fact)</span>" }.joined(separator: " "))</p>
    <dl>
    \(fields.map { name, value -> HTML in "<div><dt>\(name)</dt><dd>\(value)</dd></div>" }.joined(separator: "\n"))
    </dl>
    </article>
    \(pictureHTML)
    \(explanation.html)
    \(PageAnswer.details("Placemark", "/placemark", placemarkJSON))
    \(nominatimJSON.map { PageAnswer.details("Nominatim", "/reverse?format=jsonv2", $0) } ?? "")
    """
  }

  private static func line(_ number: Int, _ text: String) -> HTML {
    "<span class=\"\(number == 0 ? "first" : "line")\">\(text)</span>"
  }

  private var facts: [HTML] {
    var facts: [HTML] = [
      "\(placemark.match.rawValue)", "\(PageExplanation.distance(placemark.distanceMeters))",
      "\(PageExplanation.text(coordinate))",
    ]
    if let table = placemark.sourcePath, placemark.sourceTable != nil {
      facts.append("\(table)")
    } else if let source = placemark.source {
      facts.append(PageExplanation.link(source))
    }
    return facts
  }

  /// The picture, light or dark by the user's preference.
  ///
  /// It is loaded lazily, and not at all where the page shows its own map.
  private var pictureHTML: HTML {
    guard let picture else { return "" }
    return """
      <figure class="picture"><picture>
      <source media="(prefers-color-scheme: dark)" srcset="\(picture)&amp;appearance=dark">
      <img src="\(picture)" width="640" height="400" loading="lazy" alt="The asked point and the candidates on a map">
      </picture></figure>
      """
  }

  private var fields: [(String, String)] {
    let all: [(String, String?)] = [
      ("House number", placemark.subThoroughfare), ("Street", placemark.thoroughfare),
      ("Neighborhood", placemark.neighborhood), ("Suburb", placemark.subLocality), ("City", placemark.locality),
      ("Postal code", placemark.postalCode), ("County", placemark.subAdministrativeArea),
      ("State", placemark.administrativeArea), ("Country", placemark.country), ("Water", placemark.inlandWater),
      ("Ocean", placemark.ocean), ("Name", placemark.name),
    ]
    let own = (placemark.layers ?? []).filter { !$0.areas.isEmpty }
    return all.compactMap { name, value in value.map { (name, $0) } }
      + own.map { ($0.layer, $0.areas.map(\.name).joined(separator: ", ")) }
  }

  private static func details(_ title: String, _ note: String, _ json: [UInt8]) -> HTML {
    """
    <details>
    <summary>\(title) <small>\(note)</small></summary>
    <pre tabindex="0">\(PrettyJSON.text(json))</pre>
    </details>
    """
  }
}
