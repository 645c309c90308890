import GeoModel
import GeoTestKit
import Testing

@testable import GeoServer

@Suite("Text of others in pages", .serialized)
struct ForeignMarkupTests {
  /// Scalars that make one character of themselves and a sign beside them.
  private static let companions: [Unicode.Scalar] = [
    "\u{301}", "\u{308}", "\u{600}", "\u{6DD}", "\u{70F}", "\u{110BD}", "\u{200D}", "\u{FE0F}", "\u{20E3}", "\u{1F3FB}",
    "\u{E0061}", "\u{93E}", "\u{94D}", "\u{E33}", "\u{1160}", "\u{11A8}", "\u{0}", "\u{7F}", "\u{2028}", "\u{FEFF}",
  ]

  /// Each sign of markup behind and before each of them.
  private static let texts: [String] = "<>&\"'".unicodeScalars.flatMap { sign in
    companions.flatMap { ["a\(sign)\($0)script>", "a\($0)\(sign)img onerror='x'\(sign)\($0)"] }
  }

  /// Whether the only signs of markup of a text are those of `&…;`.
  private func isPlain(_ bytes: [UInt8]) -> Bool {
    let text = String(decoding: bytes, as: UTF8.self)
    var rest = text.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      if scalar == "&" {
        guard ["amp;", "lt;", "gt;", "quot;", "#39;"].contains(where: { rest.starts(with: $0.unicodeScalars) }) else {
          return false
        }
      }
      if "<>\"'".unicodeScalars.contains(scalar) { return false }
    }
    return true
  }

  @Test("each sign is escaped beside every scalar that combines with it")
  func escaped() {
    for text in Self.texts {
      let html = HTML(text: text)
      #expect(isPlain(html.bytes), "\(Array(text.unicodeScalars))")
    }
    let bold: HTML = "<b>\(text: "<\u{301}b>")</b>"
    #expect(bold.bytes == Array("<b>&lt;\u{301}b&gt;</b>".utf8))
  }

  /// What a browser would take for elements in a page, by their names.
  private func elements(_ page: [UInt8]) -> [String] {
    page.split(separator: UInt8(ascii: "<"), omittingEmptySubsequences: false).dropFirst().map { part in
      String(decoding: part.prefix { $0 != UInt8(ascii: ">") && $0 != 0x20 && $0 != 0x0A }, as: UTF8.self)
    }
  }

  private func page(_ text: String) throws -> [UInt8] {
    var placemark = Placemark(
      coordinate: try Coordinate(latitude: 47, longitude: 9), distanceMeters: 3, match: .building,
      source: SourceReference(type: .way, id: 1))
    for field in PlacemarkField.allCases {
      switch field.setter {
      case .text(let set): set(&placemark, text)
      case .list(let set): set(&placemark, [text, text])
      case .derived: break
      }
    }
    placemark.areas = [ContainingArea(level: 8, kind: .administrative, name: text, source: nil)]
    placemark.trace = [TraceEntry(field: text, value: text, rule: text, distanceMeters: 1, runnerUp: text)]
    let answer = PageAnswer(
      coordinate: placemark.coordinate, explanation: PageExplanation(placemarks: [placemark], options: "&key=" + text),
      picture: "map.png?x=" + text, placemarkJSON: Array("{\"a\":\"\(text)\"}".utf8),
      nominatimJSON: Array("[\"\(text)\"]".utf8))
    var page = Page(content: .answer(answer), attribution: [text], dataDate: text, bounds: nil)
    (page.question, page.languages, page.key) = (text, text, text)
    var failed = page
    failed.content = .problem(text)
    return page.html(PageNonce()).bytes + failed.html(PageNonce()).bytes
  }

  @Test("names, questions, errors and keys add no element to a page, wherever they stand")
  func places() throws {
    let plain = elements(try page("name"))
    for text in Self.texts where !text.utf8.contains(0) {
      #expect(elements(try page(text)) == plain, "\(Array(text.unicodeScalars))")
    }
  }

  @Test("a page runs its own scripts by a nonce that is another one each time")
  func nonce() async throws {
    try await TestHTTPServer.run { server throws in
      let pages = [try server.ask("/"), try server.ask("/?q=47.2,9.4")]
      let nonces = pages.map { page in
        page["Content-Security-Policy"]!.split(separator: "'").first { $0.hasPrefix("nonce-") }!.dropFirst(6)
      }
      #expect(nonces[0] != nonces[1] && nonces.allSatisfy { $0.utf8.count == 32 })
      for (page, nonce) in zip(pages, nonces) {
        #expect(page.text.contains("<script nonce=\"\(nonce)\" src=\"page.js\""))
        #expect(!page.text.contains("<script src") && !page["Content-Security-Policy"]!.contains("script-src 'self'"))
        #expect(page["Cross-Origin-Resource-Policy"] == "same-origin" && page["X-Content-Type-Options"] == "nosniff")
      }
      #expect(try server.ask("/placemark?lat=47.2&lon=9.4")["Cross-Origin-Resource-Policy"] == "cross-origin")
    }
  }

  @Test("calls of a function are answered only where the daemon was started for it")
  func callbacks() async throws {
    for path in ["/reverse?lat=47.2&lon=9.4&format=json", "/status?format=json"] {
      try await TestHTTPServer.run { server throws in
        let refused = try server.ask(path + "&json_callback=document.write")
        #expect(refused.status == 400 && refused.text.contains("--jsonp"), "\(refused.text)")
        #expect(refused["Content-Type"]?.hasPrefix("application/json") == true)
      }
      try await TestHTTPServer.run {
        $0.allowsScriptCallbacks = true
      } _: { server throws in
        #expect(try !server.ask(path + "&json_callback=show").text.contains("--jsonp"))
      }
    }
  }
}
