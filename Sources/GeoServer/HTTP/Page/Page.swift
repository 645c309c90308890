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
  /// What the data covers, which the map shows at first; nil when that is not known.
  var bounds: CoordinateRegion?

  /// The whole page.
  var html: String {
    let key = key.map { "<input type=\"hidden\" name=\"key\" value=\"\(HTMLText.escaped($0))\">" }
    return Template.fill(
      PackageResources.page_html,
      [
        "title": title, "question": HTMLText.escaped(question), "languages": HTMLText.escaped(languages),
        "key": key ?? "",
        "content": contentHTML + "\n",
        "attribution": attribution.map { HTMLText.escaped($0) }.joined(separator: "<br>"),
        "credit": HTMLText.escaped(attribution.joined(separator: ", ")),
        "south": degrees(\.south), "west": degrees(\.west), "north": degrees(\.north), "east": degrees(\.east),
        "date": dataDate.map { " Map data of \(HTMLText.escaped($0.prefix(10)))." } ?? "",
      ])
  }

  private func degrees(_ side: KeyPath<CoordinateRegion, Double>) -> String {
    bounds.map { "\($0[keyPath: side])" } ?? ""
  }

  private var title: String {
    if case .answer(let answer) = content {
      return HTMLText.escaped(answer.lines.first ?? "Answer") + " – Where is this?"
    }
    return "Where is this?"
  }

  private var contentHTML: String {
    switch content {
    case .welcome(let example): Page.welcome(example) + (example.map { picture("center", $0, "&level=13") } ?? "")
    case .answer(let answer): answer.html + picture("placemark", answer.coordinate, "")
    case .problem(let sentence): "<p class=\"problem\" role=\"alert\">\(HTMLText.escaped(sentence))</p>"
    }
  }

  private static func welcome(_ example: Coordinate?) -> String {
    let place = example.map { example in
      let text = "\(rounded(example.latitude)), \(rounded(example.longitude))"
      let query = text.replacing(", ", with: "%2C+")
      return "<p class=\"hint\">The middle of this map: <a href=\"?q=\(query)\">\(text)</a></p>"
    }
    return """
      <p class="hint">Decimal degrees, <kbd>47°8′28″N 9°31′16″E</kbd> and <kbd>geo:47.141,9.521</kbd> are understood as well.</p>
      \(place ?? "")
      """
  }

  /// A map, light or dark like the page.
  private func picture(_ parameter: String, _ place: Coordinate, _ rest: String) -> String {
    var address = "map.png?\(parameter)=\(place.latitude),\(place.longitude)\(rest)&size=640x360&scale=2"
    if !languages.isEmpty { address += "&languages=\(PercentCoding.encode(languages))" }
    if let key { address += "&key=\(PercentCoding.encode(key))" }
    let escaped = HTMLText.escaped(address)
    return """

      <picture><source srcset="\(escaped)&amp;appearance=dark" media="(prefers-color-scheme: dark)"><img class="map" src="\(escaped)" width="640" height="360" alt="Map of this place"></picture>
      """
  }

  /// Four decimals: ten meters.
  private static func rounded(_ degrees: Double) -> Double { (degrees * 10_000).rounded() / 10_000 }
}

/// Text inside a page.
enum HTMLText {
  /// The text with the characters replaced that mean something in HTML, in element and attribute alike.
  static func escaped(_ text: some StringProtocol) -> String {
    guard text.utf8.contains(where: { "&<>\"'".utf8.contains($0) }) else { return String(text) }
    return text.reduce(into: "") { result, character in
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      default: result.append(character)
      }
    }
  }
}
