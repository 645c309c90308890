import GeoModel
import GeoSupport

/// The page at `/`: a field for a coordinate, and the answer. The server fills in `Assets/page.html`, so that the page works in any
/// browser; the script only spares the browser loading the page anew.
///
/// All addresses in it are relative, so that it also works behind a proxy, under another path.
struct Page {
  /// What stands below the field.
  enum Content {
    /// Nothing was asked yet.
    case welcome(example: Coordinate?)
    /// The answer.
    case answer(PageAnswer)
    /// A sentence that says what is wrong.
    case problem(String)
  }

  /// What was typed.
  var question = ""
  /// The languages that were typed.
  var languages = ""
  /// The key in the page's address; nil when there is none.
  var key: String?
  /// What stands below the field.
  var content: Content
  /// Who made the data.
  var attribution: [String]
  /// The day that the data reflects; nil when it does not say.
  var dataDate: String?
  /// Whether the server draws maps.
  var hasMap: Bool
  /// What the map shows at first; nil when it is not known what the data covers.
  var bounds: CoordinateRegion?

  /// The whole page.
  ///
  /// - Parameter nonce: what the page's own scripts and styles are known by, see ``PagePolicy``.
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

  /// What the map of the page needs, which comes with the server's maps.
  private static func chart(_ nonce: HTML) -> HTML {
    """
    <link rel="stylesheet" nonce="\(nonce)" href="leaflet/leaflet.css">
    <link rel="stylesheet" nonce="\(nonce)" href="chart.css">
    <script nonce="\(nonce)" src="leaflet/leaflet.js" defer></script>
    <script nonce="\(nonce)" src="chart.js" defer></script>

    """
  }

  /// A map, light or dark like the page; nothing where the server draws none.
  private func picture(_ parameter: String, _ place: Coordinate, _ rest: String) -> HTML {
    guard hasMap else { return "" }
    var address = "map.png?\(parameter)=\(place.latitude),\(place.longitude)\(rest)&size=640x360&scale=2"
    if !languages.isEmpty { address += "&languages=\(PercentCoding.encode(languages))" }
    if let key { address += "&key=\(PercentCoding.encode(key))" }
    return """

      <picture><source srcset="\(address)&amp;appearance=dark" media="(prefers-color-scheme: dark)"><img class="map" src="\(address)" width="640" height="360" alt="Map of this place"></picture>
      """
  }

  /// Four decimals: ten meters.
  private static func rounded(_ degrees: Double) -> Double { (degrees * 10_000).rounded() / 10_000 }
}
