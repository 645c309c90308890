import GeoModel
import GeoWire

/// An answer as the page shows it.
struct PageAnswer {
  /// The point that was asked about.
  var coordinate: Coordinate
  /// What was found.
  var placemark: Placemark
  /// The placemark as JSON.
  var placemarkJSON: [UInt8]
  /// Nominatim's answer as JSON; nil when it has none.
  var nominatimJSON: [UInt8]?

  /// The lines of the address, as an envelope has them.
  var lines: [String] {
    placemark.formattedAddress.isEmpty ? [placemark.title].compactMap(\.self) : placemark.formattedAddress
  }

  /// The answer as a piece of the page.
  var html: String {
    """
    <article>
    <address>
    \(lines.enumerated().map { "<span class=\"\($0 == 0 ? "first" : "line")\">\(HTMLText.escaped($1))</span>" }.joined(separator: "\n"))
    </address>
    <p class="facts">\(facts.map { "<span>\($0)</span>" }.joined(separator: " "))</p>
    <dl>
    \(fields.map { "<div><dt>\($0)</dt><dd>\(HTMLText.escaped($1))</dd></div>" }.joined(separator: "\n"))
    </dl>
    </article>
    \(PageAnswer.details("Placemark", "/placemark", placemarkJSON))
    \(nominatimJSON.map { PageAnswer.details("Nominatim", "/reverse?format=jsonv2", $0) } ?? "")
    """
  }

  private var facts: [String] {
    let meters = placemark.distanceMeters
    let distance =
      meters < 1
      ? "right here" : meters < 1000 ? "\(Int(meters.rounded())) m away" : "\(Int((meters / 1000).rounded())) km away"
    var facts = [placemark.match.rawValue, distance, PageAnswer.text(coordinate)]
    if let source = placemark.source {
      let path = "\(source.type.rawValue)/\(source.id)"
      facts.append("<a href=\"https://www.openstreetmap.org/\(path)\" rel=\"noreferrer\">\(path)</a>")
    }
    return facts
  }

  /// Seven decimals, as OpenStreetMap keeps them.
  private static func text(_ coordinate: Coordinate) -> String {
    "\((coordinate.latitude * 1e7).rounded() / 1e7), \((coordinate.longitude * 1e7).rounded() / 1e7)"
  }

  private var fields: [(String, String)] {
    let all: [(String, String?)] = [
      ("House number", placemark.subThoroughfare), ("Street", placemark.thoroughfare),
      ("Neighborhood", placemark.neighborhood), ("Suburb", placemark.subLocality), ("City", placemark.locality),
      ("Postal code", placemark.postalCode), ("County", placemark.subAdministrativeArea),
      ("State", placemark.administrativeArea), ("Country", placemark.country), ("Water", placemark.inlandWater),
      ("Ocean", placemark.ocean), ("Name", placemark.name),
    ]
    return all.compactMap { name, value in value.map { (name, $0) } }
  }

  private static func details(_ title: String, _ note: String, _ json: [UInt8]) -> String {
    """
    <details>
    <summary>\(title) <small>\(note)</small></summary>
    <pre tabindex="0">\(HTMLText.escaped(PrettyJSON.text(json)))</pre>
    </details>
    """
  }
}
