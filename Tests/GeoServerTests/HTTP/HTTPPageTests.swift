import GeoModel
import GeoStoreWriting
import GeoTestKit
import Testing

@testable import GeoServer

@Suite(.serialized) struct HTTPPageTests {
  @Test("the page has a field, who made the data, and nothing from elsewhere")
  func welcome() async throws {
    try await TestHTTPServer.run { server throws in
      let page = try server.ask("/")
      #expect(page.text.contains("<input id=\"q\" name=\"q\""))
      #expect(page.text.contains("<p>Samples</p>"))
      #expect(page.text.contains("Map data of 2020-01-01."))
      #expect(
        page["Content-Security-Policy"]?.hasPrefix("default-src 'none'; script-src 'nonce-") == true)
      #expect(!page.text.contains("src=\"http") && !page.text.contains("style=") && !page.text.contains("onclick"))
    }
  }

  @Test(
    "where the middle of the data is far from everything, the page begins with a street, however far, not with water",
    arguments: [2_000.0, 20_000])
  func firstSight(unitMeters: Double) async throws {
    let grid = Grid(
      """
      A . . . . . . . . . B
      . . . . . . . . . . .
      . . . . . . . . . . .
      . . . . . . . . . . .
      . . . . . . . . . . .
      D . . . . . . S T . C
      """, unitMeters: unitMeters)
    var content = StoreContent()
    content.area("Island and sea", level: 2, countryCode: "LI", ring: grid.line("ABCDA"))
    content.street("Quay", grid.line("ST"))
    content.object("highway=residential", name: "Quay", rank: 26, address: 26, .line(content.addLine(grid.line("ST"))))
    let store = try TemporaryStore(content)
    let (quay, corner) = (Coordinate(grid["S"]), Coordinate(grid["A"]))
    try await TestHTTPServer.run(source: StoreSource(path: store.path)) { server throws in
      let page = try server.ask("/").text
      func value(_ name: String) throws -> Double {
        let start = try #require(page.firstRange(of: "data-\(name)=\"")).upperBound
        return try #require(Double(page[start...].prefix { $0 != "\"" }))
      }
      let (south, north) = (try value("south"), try value("north"))
      #expect(south < quay.latitude && north > quay.latitude && north < corner.latitude)
      #expect(try value("west") > corner.longitude)
      let example = try #require(page.firstRange(of: "A place on this map: <a href=\"?q=")).upperBound
      let latitude = try #require(Double(page[example...].prefix { $0 != "%" && $0 != "," }))
      #expect(abs(latitude - quay.latitude) < 0.001)
    }
  }

  @Test("without a script, the form's own request brings the answer", .enabled(if: hasMap))
  func answer() async throws {
    try await TestHTTPServer.run { server throws in
      let page = try server.ask("/?q=37.77,+-122.41&languages=de")
      #expect(page.status == 200)
      for piece in [
        "<span class=\"first\">465 10th Street</span>", "<title>465 10th Street – Where is this?</title>",
        "value=\"37.77, -122.41\"", "value=\"de\"", "https://www.openstreetmap.org/node/5177552049",
        "&quot;formattedAddress&quot;: [", "<dt>Postal code</dt><dd>94103</dd>", "1 m away",
        "src=\"map.png?placemark=37.77,-122.41&amp;size=640x360&amp;scale=2&amp;languages=de\"",
      ] { #expect(page.text.contains(piece), "\(piece)") }
    }
  }

  @Test(
    "the answer comes with its explanation, with what a map needs, and with a picture for who has no script",
    .enabled(if: hasMap))
  func explanation() async throws {
    try await TestHTTPServer.run { server throws in
      let page = try server.ask("/?q=47.2,+9.4&languages=de&key=a%26b").text
      for piece in [
        "<article data-asked=\"47.2, 9.4\">", "<h2>Candidates</h2>", "<h2>Areas that contain it</h2>",
        "<li data-place=\"47.2, 9.4\"><a href=\"?q=47.2%2C%209.4&amp;languages=de&amp;key=a%26b\">Street 4720</a>",
        "<small>street, right here</small>", "<li><span>West</span> <small>administrative, level 8</small>",
        "<img src=\"map.png?placemark=47.2,9.4&amp;explain=1&amp;size=640x400&amp;scale=2&amp;languages=de&amp;key=a%26b\"",
        "data-south=\"-90.0\"", "data-attribution=\"Samples\"",
      ] { #expect(page.contains(piece), "\(piece)") }
      #expect(page.ranges(of: "<li data-place").count == 2)
      for file in ["/chart.js", "/chart.css", "/page.js", "/page.css"] {
        let asset = try server.ask(file)
        #expect(asset.status == 200 && !asset.text.contains("http:") && !asset.text.contains("https:"))
        // A browser caches it, and asks whether it is still current.
        #expect(asset["Cache-Control"] == "no-cache")
        let tag = try #require(asset["ETag"])
        let known = try server.ask(file, fields: ["If-None-Match: \(tag)"])
        #expect(known.status == 304 && known.body.isEmpty && known["ETag"] == tag)
      }
    }
  }

  @Test(
    "what cannot be answered is a sentence on the page",
    arguments: [
      ("91,9", 400, "Latitude 91.0 is out of range"), ("x", 400, "is not a number"), ("85,9", 404, "No placemark"),
      ("71,9", 500, "The server cannot read its data"),
    ])
  func problems(_ question: String, _ status: Int, _ sentence: String) async throws {
    try await TestHTTPServer.run { server throws in
      let page = try server.ask("/?q=" + question)
      #expect(page.status == status)
      #expect(page.text.contains("<p class=\"problem\" role=\"alert\">"))
      #expect(page.text.contains(sentence))
    }
  }

  @Test("what was typed comes back as text, never as markup")
  func escaping() async throws {
    try await TestHTTPServer.run { server throws in
      let page = try server.ask("/?q=%22%3E%3Cscript%3Ealert(1)%3C/script%3E&languages=%22%3E%3Cb%3E&key=%22%3E%3Ci%3E")
      #expect(!page.text.contains("<script>alert") && !page.text.contains("<b>") && !page.text.contains("<i>"))
      #expect(page.text.contains("&lt;script&gt;alert(1)"))
    }
  }

  @Test(
    "JSON is spread over lines for people",
    arguments: [
      (#"{"a":1,"b":[1,2],"c":{}}"#, "{\n  \"a\": 1,\n  \"b\": [1,2],\n  \"c\": {}\n}"),
      (#"{"a":["x,{y","z\"]"]}"#, "{\n  \"a\": [\n    \"x,{y\",\n    \"z\\\"]\"\n  ]\n}"), ("[]", "[]"), (" 1 ", "1"),
      ("", ""),
    ])
  func prettyJSON(_ json: String, _ expected: String) {
    #expect(PrettyJSON.text(Array(json.utf8)) == expected)
  }
}
