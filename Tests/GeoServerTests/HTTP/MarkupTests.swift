import Foundation
import GeoModel
import GeoSupport
import GeoTestKit
import Synchronization
import Testing

@testable import GeoServer

@Suite("Text of others on pages", .serialized) struct MarkupTests {
  /// As many harmless names of the same length.
  private static let harmless = HostileText.names.indices.map { "Name \($0)" }

  @Test("hostile names make the same elements as harmless ones, in answers, candidates, areas, rules and JSON")
  func answers() async throws {
    let hostile = try await MarkupTests.elements(HostileText.names)
    #expect(hostile.count > 50 && hostile.allSatisfy { $0.count > 5 })
    #expect(try await hostile == MarkupTests.elements(MarkupTests.harmless))
  }

  /// The elements of the pages for every third name, on our page and on that of Nominatim's API.
  private static func elements(_ names: [String]) async throws -> [[String]] {
    let town = try HostileTown(names)
    let found = Mutex<[[String]]>([])
    try await TestHTTPServer.run(source: StoreSource(path: town.store.path)) { server throws in
      for index in stride(from: 0, to: names.count, by: 3) {
        let place = HostileTown.place(index)
        for query in [
          "/?q=\(place.latitude),\(place.longitude)",
          "/reverse?format=xml&debug=1&lat=\(place.latitude)&lon=\(place.longitude)",
        ] {
          let page = try server.ask(query)
          #expect(page.status == 200)
          found.withLock { $0.append(MarkupTests.tags(page.body)) }
        }
      }
    }
    withExtendedLifetime(town) {}
    return found.withLock { $0 }
  }

  @Test("what was typed makes no element, in fields, titles, addresses and sentences")
  func typed() async throws {
    try await TestHTTPServer.run { server throws in
      func tags(_ text: String) throws -> [[String]] {
        let text = PercentCoding.encode(text)
        return try [
          "/?q=\(text)&languages=\(text)&key=\(text)", "/?q=47,9&languages=\(text)",
          "/?q=47,9&key=\(text)",
          "/reverse?format=xml&debug=1&lat=\(text)&lon=1", "/reverse?format=xml&debug=1&lat=1&lon=1&layer=\(text)",
        ].map { MarkupTests.tags(try server.ask($0).body) }
      }
      // A query that is neither a place nor a language nor anything else, like the hostile ones.
      let plain = try tags("no such thing, in any words")
      for name in HostileText.names { #expect(try tags(name) == plain, "\(name.debugDescription)") }
      for name in HostileText.pairs { #expect(try tags(name) == plain, "\(name.debugDescription)") }
    }
  }

  @Test(
    "a script or style of a page carries the page's number, which no two pages share; nothing else may run",
    .enabled(if: hasMap))
  func nonces() async throws {
    try await TestHTTPServer.run { server throws in
      let map = try PagedMap(server)
      var numbers: Set<String> = []
      for path in ["/", "/?q=47,9", map.page, "/?q=x", "/"] {
        let page = try server.ask(path)
        let policy = try #require(page["Content-Security-Policy"])
        let number = try #require(
          policy.firstRange(of: "script-src 'nonce-").map { policy[$0.upperBound...].prefix(32) })
        #expect(policy.contains("script-src 'nonce-\(number)';") && policy.contains("style-src 'nonce-\(number)';"))
        #expect(!policy.contains("unsafe") && policy.contains("frame-ancestors 'none'"))
        for tag in ["<script", "<link rel=\"stylesheet\""] {
          #expect(page.text.ranges(of: tag).count == page.text.ranges(of: "\(tag) nonce=\"\(number)\"").count)
        }
        #expect(page["ETag"] == nil && page["Cache-Control"] == "no-store")
        numbers.insert(String(number))
      }
      #expect(numbers.count == 5)
      // A compressed page also has the nonce of its own policy.
      #expect(try server.ask("/", fields: ["Accept-Encoding: gzip"])["Content-Encoding"] == "gzip")
    }
  }

  @Test("pages of maps, and no others, may be in frames of the origins that are named", .enabled(if: hasMap))
  func frames() async throws {
    let origins = ["https://fleet.example.org", "http://localhost:3000", "file:"]
    try await TestHTTPServer.run({ $0.allowedFrames = origins }) { server throws in
      let map = try PagedMap(server)
      let policy = try server.ask(map.page)["Content-Security-Policy"] ?? ""
      #expect(policy.hasSuffix("frame-ancestors https://fleet.example.org http://localhost:3000 file:"))
      #expect(try server.ask("/")["Content-Security-Policy"]?.hasSuffix("frame-ancestors 'none'") == true)
    }
    for wrong in ["fleet", "https://a b", "https://a; script-src *", "https://a/b", "'self'", "", "https://", "*.x"] {
      var options = HTTPOptions()
      options.allowedFrames = [wrong]
      #expect(throws: ServerError.self, "\(wrong)") { try options.validate() }
    }
  }

  @Test("the policy of a map's page has no words of who asks", .enabled(if: hasMap))
  func hosts() async throws {
    try await TestHTTPServer.run({ $0.allowedHosts = ["*"] }) { server throws in
      let map = try PagedMap(server)
      let page = try server.ask(map.page, fields: ["Host: a; script-src *"])
      #expect(page["Content-Security-Policy"]?.contains("script-src *") != true)
    }
  }

  @Test(
    "who may use a response says each of them: other sites get places, this site's pages get the rest",
    .enabled(if: hasMap))
  func resourcePolicy() async throws {
    try await TestHTTPServer.run { server throws in
      let map = try PagedMap(server)
      for path in ["/reverse?lat=47&lon=9", "/placemark?lat=47&lon=9", "/tiles.json", "/openapi.json", "/status"] {
        #expect(try server.ask(path)["Cross-Origin-Resource-Policy"] == "cross-origin", "\(path)")
      }
      for path in ["/", "/metrics", "/page.js", "/healthz", "/nothing", map.page, map.path("snapshot.png")] {
        #expect(try server.ask(path)["Cross-Origin-Resource-Policy"] == "same-origin", "\(path)")
      }
      for path in ["/", "/metrics", "/map.svg?marker=1,1", "/reverse", "/reverse?lat=x&lon=1&format=json", "/x"] {
        #expect(try server.ask(path)["X-Content-Type-Options"] == "nosniff", "\(path)")
      }
      let client = try server.connect()
      client.send("nonsense\r\n\r\n")
      let refused = try client.read()
      #expect(refused.status == 400 && refused["X-Content-Type-Options"] == "nosniff")
    }
  }

  @Test("answers are wrapped in a call only where an option says so")
  func callbacks() async throws {
    let path = "/reverse?lat=47.2&lon=9.4&format=json&json_callback=show"
    let town = try HostileTown(["A\u{2028}\u{2029}", "B", "\u{2030}"])
    let place = HostileTown.place(0)
    let asked = "/reverse?lat=\(place.latitude)&lon=\(place.longitude)&format=json&json_callback=show"
    try await TestHTTPServer.run(source: StoreSource(path: town.store.path)) { server throws in
      let refused = try server.ask(asked)
      #expect(refused.status == 403 && refused.text.contains("--jsonp") && !refused.text.contains("show("))
      #expect(try server.ask(path.replacing("format=json", with: "format=xml")).status == 200)
    }
    try await TestHTTPServer.run(source: StoreSource(path: town.store.path), { $0.allowsCallbacks = true }) {
      server throws in
      let answer = try server.ask(asked)
      #expect(answer.status == 200 && answer["X-Content-Type-Options"] == "nosniff")
      #expect(answer["Content-Type"] == "application/javascript; charset=utf-8")
      #expect(answer.text.utf8.starts(with: "show({".utf8) && answer.text.contains(#"A\u2028\u2029"#))
    }
    withExtendedLifetime(town) {}
  }

  @Test("what is asked with a key is kept by no cache that others share", .enabled(if: hasMap))
  func caching() async throws {
    try await withTemporaryFolder { folder in
      let keys = folder + "/keys"
      try Data("secret".utf8).write(to: URL(fileURLWithPath: keys))
      #expect(chmod(keys, 0o600) == 0)
      try await TestHTTPServer.run({ $0.keyFile = keys }) { server throws in
        for path in ["/map.svg?marker=1,1&style=none", "/placemark?lat=47&lon=9", "/reverse?lat=47&lon=9"] {
          let answer = try server.ask(path, fields: ["X-Api-Key: secret"])
          #expect(answer["Cache-Control"]?.utf8.starts(with: "private".utf8) == true, "\(path)")
        }
        #expect(try server.ask("/page.js")["Cache-Control"] == "no-cache")
      }
      try await TestHTTPServer.run { server throws in
        #expect(try server.ask("/map.svg?marker=1,1&style=none")["Cache-Control"] == "public, max-age=3600")
      }
    }
  }

  @Test("a value of a header field has no line end, whoever made it")
  func headerFields() {
    let reply = HTTPReply.text("").with(.eTag, "a\r\nSet-Cookie: b\u{301}\r\u{301}\n\u{7F}")
    #expect(reply.fields.map(\.value) == ["a  Set-Cookie: b\u{301} \u{301}  "])
  }

  @Test("labels of figures are escaped beside every scalar")
  func labels() {
    for pair in HostileText.pairs + ["\\\u{301}", "\u{600}\\"] {
      var text = PrometheusText()
      text.sample("a", [("b", pair)], 1)
      let written = Array(text.text.utf8)
      #expect(written.split(separator: 0x0A).count == 1)
      var rest = written.dropFirst("a{b=\"".utf8.count).dropLast("\"} 1\n".utf8.count)
      var read: [UInt8] = []
      while let byte = rest.popFirst() {
        #expect(byte != UInt8(ascii: "\""))
        let escaped = byte == UInt8(ascii: "\\") ? rest.popFirst() : nil
        read.append(escaped == UInt8(ascii: "n") ? 0x0A : escaped ?? byte)
      }
      #expect(read == Array(pair.utf8))
    }
  }

  /// The elements that a browser would make, with their attributes: tags as HTML's tokenizer finds them.
  private static func tags(_ page: [UInt8]) -> [String] {
    var (tags, rest): ([String], ArraySlice<UInt8>) = ([], page[...])
    func isLetter(_ byte: UInt8?) -> Bool { byte.map { ($0 | 0x20) &- UInt8(ascii: "a") < 26 } ?? false }
    while let start = rest.firstIndex(of: UInt8(ascii: "<")) {
      rest = rest[(start + 1)...]
      guard isLetter(rest.first) || "/!".utf8.contains(rest.first ?? 0) else {
        tags.append("a sign that is not escaped")
        continue
      }
      tags.append(take(&rest))
    }
    return tags
  }

  /// A tag's name and the names of its attributes, without their values.
  private static func take(_ rest: inout ArraySlice<UInt8>) -> String {
    var (tag, quote): ([UInt8], UInt8?) = ([], nil)
    while let byte = rest.popFirst() {
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: ">") {
        break
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else {
        tag.append(byte)
      }
    }
    return String(decoding: tag, as: UTF8.self)
  }
}
