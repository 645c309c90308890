import GeoModel
import GeoSupport

/// The page at `/`: a field for a coordinate, and the answer. The server fills in `Assets/page.html`, so that the page
/// works in any browser; the script only saves reloading the page.
///
/// All URLs in it are relative, so that it also works behind a proxy, under another path.
struct Page {
  /// The content below the field.
  enum Content {
    /// No query yet.
    case welcome(example: Coordinate?)
    /// The answer.
    case answer(PageAnswer)
    /// A sentence that describes the error.
    case problem(String)
  }

  /// The text in the field.
  var question = ""
  /// The text in the field for languages.
  var languages = ""
  /// The key in the page's URL; nil if there is none.
  var key: String?
  /// The content below the field.
  var content: Content
  /// The attribution of the data.
  var attribution: [String]
  /// The date of the data; nil if the store does not have it.
  var dataDate: String?
  /// Whether the server draws maps.
  var hasMap: Bool
  /// Whether the server has layers of areas of one's own, which maps show.
  var hasLayers: Bool
  /// The region that the map shows first; nil if the region of the data is unknown.
  var bounds: CoordinateRegion?

  /// The whole page.
  ///
  /// - Parameter nonce: the nonce of the page's own scripts and styles, see ``PagePolicy``.
  func html(_ nonce: HTML) -> HTML {
    HTML(
      file: PackageResources.page_html,
      [
        "nonce": nonce, "chart": hasMap ? Page.chart(nonce) : "", "title": title, "question": "\(question)",
        "languages": "\(languages)",
        "key": key.map { "<input type=\"hidden\" name=\"key\" value=\"\($0)\">" } ?? "",
        "content": "\(contentHTML)\n",
        "attribution": attribution.map { HTML(escaping: $0) }.joined(separator: "<br>"),
        "credit": HTML(escaping: attribution.joined(separator: ", ")),
        "south": degrees(\.south), "west": degrees(\.west), "north": degrees(\.north), "east": degrees(\.east),
        "layers": hasLayers ? "\(LayerChoice.allWord)" : "",
        "date": dataDate.map { " Map data of \($0.prefix(10))." } ?? "",
      ])
  }

  private func degrees(_ side: KeyPath<CoordinateRegion, Double>) -> HTML {
    bounds.map { HTML(escaping: "\($0[keyPath: side])") } ?? ""
  }

  private var title: HTML {
    if case .answer(let answer) = content { return "\(answer.lines.first ?? "Answer") – Where is this?" }
    return "Where is this?"
  }

  private var contentHTML: HTML {
    switch content {
    case .welcome(let example): Page.welcome(example) + (example.map { picture("center", $0, "&level=13") } ?? "")
    case .answer(let answer): answer.html + picture("placemark", answer.coordinate, "")
    case .problem(let sentence): "<p class=\"problem\" role=\"alert\">\(sentence)</p>"
    }
  }

  private static func welcome(_ example: Coordinate?) -> HTML {
    let place = example.map { example -> HTML in
      let text = "\(rounded(example.latitude)), \(rounded(example.longitude))"
      let query = PercentCoding.encode(text)
      return "<p class=\"hint\">A place on this map: <a href=\"?q=\(query)\">\(text)</a></p>"
    }
    return """
      <p class="hint">Decimal degrees, <kbd>47°8′28″N 9°31′16″E</kbd> and <kbd>geo:47.141,9.521</kbd> are understood as well.</p>
      \(place ?? "")
      """
  }

  /// The scripts and styles of the page's map, which come with the server's maps.
  private static func chart(_ nonce: HTML) -> HTML {
    """
    <link rel="stylesheet" nonce="\(nonce)" href="leaflet/leaflet.css">
    <link rel="stylesheet" nonce="\(nonce)" href="chart.css">
    <script nonce="\(nonce)" src="leaflet/leaflet.js" defer></script>
    <script nonce="\(nonce)" src="chart.js" defer></script>

    """
  }

  /// A map picture, light or dark like the page; empty if the server draws no maps.
  private func picture(_ parameter: String, _ place: Coordinate, _ rest: String) -> HTML {
    guard hasMap else { return "" }
    var address = "map.png?\(parameter)=\(place.latitude),\(place.longitude)\(rest)&size=640x360&scale=2"
    if !languages.isEmpty { address += "&languages=\(PercentCoding.encode(languages))" }
    if hasLayers { address += "&layers=\(LayerChoice.allWord)" }
    if let key { address += "&key=\(PercentCoding.encode(key))" }
    return """

      <picture><source srcset="\(address)&amp;appearance=dark" media="(prefers-color-scheme: dark)"><img class="map" src="\(address)" width="640" height="360" alt="Map of this place"></picture>
      """
  }

  /// Rounds to four decimals, about ten meters.
  private static func rounded(_ degrees: Double) -> Double { (degrees * 10_000).rounded() / 10_000 }
}
