import GeoModel

/// The page at `/`: a field for a coordinate, and the answer. Written by the server, so that it works in any browser; the script only
/// spares the browser to load the page anew.
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

  /// The whole page.
  var html: String {
    """
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta name="referrer" content="no-referrer">
    <title>\(title)</title>
    <link rel="icon" href="data:image/svg+xml,\(Page.icon)">
    <link rel="stylesheet" href="page.css">
    <script src="page.js" defer></script>
    </head>
    <body>
    <header>
    \(Page.pin)
    <h1>Where is this?</h1>
    <p>Type a coordinate, get its address.</p>
    </header>
    <main>
    \(form)
    <section id="answer" aria-live="polite">
    \(contentHTML)
    </section>
    </main>
    <footer>
    \(footer)
    </footer>
    </body>
    </html>

    """
  }

  private var title: String {
    if case .answer(let answer) = content {
      return HTMLText.escaped(answer.lines.first ?? "Answer") + " – Where is this?"
    }
    return "Where is this?"
  }

  private var form: String {
    let hidden = key.map { "<input type=\"hidden\" name=\"key\" value=\"\(HTMLText.escaped($0))\">" } ?? ""
    return """
      <form method="get" action="./" role="search">
      <div class="field wide">
      <label for="q">Coordinate, latitude first</label>
      <input id="q" name="q" value="\(HTMLText.escaped(question))" placeholder="37.77, -122.41" required autofocus \
      autocomplete="off" autocapitalize="off" spellcheck="false" inputmode="text" enterkeyhint="search">
      </div>
      <div class="field">
      <label for="languages">Languages</label>
      <input id="languages" name="languages" value="\(HTMLText.escaped(languages))" placeholder="as mapped" \
      title="Language tags, best first, such as de, en" autocomplete="off" autocapitalize="off" spellcheck="false">
      </div>
      \(hidden)<button type="submit">Find</button>
      </form>
      """
  }

  private var contentHTML: String {
    switch content {
    case .welcome(let example): Page.welcome(example)
    case .answer(let answer): answer.html
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

  /// Four decimals: ten meters.
  private static func rounded(_ degrees: Double) -> Double { (degrees * 10_000).rounded() / 10_000 }

  private var footer: String {
    let day = dataDate.map { " Map data of \(HTMLText.escaped($0.prefix(10)))." } ?? ""
    let sources = attribution.map { HTMLText.escaped($0) }.joined(separator: "<br>")
    return """
      <p>\(sources)</p>
      <p>Answered on this server, from its own map.\(day) For programs: <a href="openapi.json">the interface</a>, \
      <a href="status?format=json">its state</a>.</p>
      """
  }

  private static let pin = """
    <svg viewBox="0 0 24 24" width="44" height="44" aria-hidden="true"><path d="M12 1.8a7.4 7.4 0 0 0-7.4 7.4c0 5.3 6 11.7 7 12.7a.6.6 \
    0 0 0 .8 0c1-1 7-7.4 7-12.7A7.4 7.4 0 0 0 12 1.8Zm0 10.2a2.9 2.9 0 1 1 0-5.8 2.9 2.9 0 0 1 0 5.8Z" fill="currentColor"/></svg>
    """

  private static let icon =
    "%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24'%3E%3Cpath fill='%23d6402b' d='M12 1a8 8 0 0 0-8 8c0 6 8 14 8 14"
    + "s8-8 8-14a8 8 0 0 0-8-8Zm0 11a3 3 0 1 1 0-6 3 3 0 0 1 0 6Z'/%3E%3C/svg%3E"
}
