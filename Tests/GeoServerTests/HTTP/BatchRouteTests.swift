import GeoWire
import Testing

@testable import GeoServer

@Suite(.serialized) struct BatchRouteTests {
  private static let json = "Content-Type: application/json"

  @Test("many coordinates are answered in their order, mistakes in their place")
  func order() async throws {
    try await TestHTTPServer.run { server throws in
      let points = (0..<500).map { #"{"latitude":\#(Double($0) / 100),"longitude":9}"# }
      let body = #"{"coordinates":[\#((points + [#"{"latitude":91,"longitude":9}"#]).joined(separator: ","))]}"#
      let answer = try server.ask("/placemarks", method: "POST", fields: [Self.json], body: body)
      #expect(answer.status == 200)
      #expect(answer["Content-Type"] == "application/json")
      var parser = JSONParser()
      let titles = try parser.parse(answer.body) { root in
        root.member("placemarks").map { $0.elements.map { $0.member("title")?.string ?? "none" } } ?? []
      }
      #expect(titles == (0..<500).map { "Street \($0)" } + ["none"])
      #expect(answer.text.contains(#"{"error":{"code":-32602,"message":"latitude 91.0 is out of range"#))
    }
  }

  @Test("options hold for all, and lines are written for those who like lines")
  func lines() async throws {
    try await TestHTTPServer.run { server throws in
      let body = #"{"coordinates":[{"latitude":1,"longitude":9},{"latitude":2,"longitude":9}],"languages":["de"]}"#
      let answer = try server.ask(
        "/placemarks", method: "POST", fields: [Self.json, "Accept: application/x-ndjson"], body: body)
      #expect(answer["Content-Type"] == "application/x-ndjson")
      let lines = answer.text.split(separator: "\n", omittingEmptySubsequences: false)
      #expect(lines.count == 3)
      #expect(lines[2].isEmpty)
      #expect(lines[0].contains("Street 100") && lines[1].contains("Street 200"))
      #expect(lines.prefix(2).allSatisfy { $0.contains("Musterland") })
    }
  }

  @Test("with fields the answers are rows of just these values, in JSON and in lines; coordinates may be two arrays")
  func rows() async throws {
    try await TestHTTPServer.run { server throws in
      let body =
        #"{"latitudes":[1,95,2],"longitudes":[9,9,9],"fields":["title","ocean","latitude"],"languages":["de"]}"#
      let error = #"{"error":{"code":-32602,"message":"latitude 95.0 is out of range"#
      let answer = try server.ask("/placemarks", method: "POST", fields: [Self.json], body: body).text
      #expect(answer.hasPrefix(#"{"rows":[["Street 100",null,1],"# + error), "\(answer)")
      #expect(answer.hasSuffix(#"},["Street 200",null,2]]}"#))
      let lines = try server.ask(
        "/placemarks", method: "POST", fields: [Self.json, "Accept: application/x-ndjson"], body: body)
      #expect(lines.text.split(separator: "\n").first == #"["Street 100",null,1]"#)
      #expect(lines.text.hasSuffix("[\"Street 200\",null,2]\n"))
    }
  }

  @Test(
    "a body that makes no sense is 400 with a sentence",
    arguments: [
      ("", "the body is not JSON"), ("{", "the body is not JSON"), ("[]", "the body is an object: {"),
      ("{}", "'coordinates' must be an array"), (#"{"coordinates":[],"limit":0}"#, "'limit' must be"),
      (#"{"coordinates":[],"languages":["d!"]}"#, "'languages': “d!” is not a language"),
      (#"{"coordinates":[],"fields":["town"]}"#, "'fields': there is no 'town'; there are houseNumber, street,"),
      (#"{"coordinates":[],"fields":[]}"#, "'fields' must be an array of 1 to 64 names"),
      (#"{"coordinates":[],"fields":["city"],"limit":2}"#, "'fields' goes without 'limit'"),
      (
        #"{"latitudes":[1],"longitudes":[],"fields":["city"]}"#,
        "'latitudes' and 'longitudes' must have as many numbers"
      ),
      (#"{"latitudes":[],"longitudes":[1]}"#, "'latitudes' and 'longitudes' must have as many numbers"),
      (#"{"latitudes":1,"longitudes":[1]}"#, "'latitudes' and 'longitudes' must be arrays of numbers"),
    ])
  func mistakes(_ body: String, _ sentence: String) async throws {
    try await TestHTTPServer.run { server throws in
      let answer = try server.ask("/placemarks", method: "POST", fields: [Self.json], body: body)
      #expect(answer.status == 400)
      #expect(answer.text.contains("\"message\":\"" + sentence), "\(answer.text)")
    }
  }

  @Test("an empty list gets an empty list")
  func empty() async throws {
    try await TestHTTPServer.run { server throws in
      let answer = try server.ask("/placemarks", method: "POST", body: #"{"coordinates":[]}"#)
      #expect(answer.text == #"{"placemarks":[]}"#)
    }
  }

  @Test("a body of another kind is 415, one that is too long 413 before it is sent")
  func refusedBodies() async throws {
    try await TestHTTPServer.run {
      $0.maximumBodyLength = 1000
    } _: { server throws in
      let form = try server.ask(
        "/placemarks", method: "POST", fields: ["Content-Type: application/x-www-form-urlencoded"], body: "a=b")
      #expect(form.status == 415)
      let packed = try server.ask(
        "/placemarks", method: "POST", fields: [Self.json, "Content-Encoding: br"], body: "x")
      #expect(packed.status == 415 && packed.text.contains("or packed by gzip"))
      for length in ["100000000", "9223372036854775808", "18446744073709551615"] {
        let client = try server.connect()
        client.send("POST /placemarks HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(length)\r\n\r\n")
        let large = try client.read()
        #expect(large.status == 413)
        #expect(large["Connection"] == "close")
        #expect(client.isAtEnd())
      }
      // The parser stops at a number that takes more than 64 bits as at any text.
      for length in ["18446744073709551616", "-1", "many"] {
        let client = try server.connect()
        client.send("POST /placemarks HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(length)\r\n\r\n")
        let refused = try client.read()
        #expect(refused.status == 400 && refused.text.contains("Content-Length is not a number of bytes"))
        #expect(client.isAtEnd())
      }
    }
  }

  @Test("a body that is packed by gzip is unpacked, but not beyond the limit, and not if it is damaged")
  func packed() async throws {
    try await TestHTTPServer.run {
      $0.maximumBodyLength = 5000
    } _: { server throws in
      func answer(to body: [UInt8]) throws -> HTTPClient.Answer {
        let client = try server.connect()
        let length = "Content-Length: \(body.count)\r\n\r\n"
        client.send("POST /placemarks HTTP/1.1\r\nHost: localhost\r\nContent-Encoding: gzip\r\n" + length)
        client.send(body)
        return try client.read()
      }
      func text(_ count: Int) -> [UInt8] {
        let points = Array(repeating: #"{"latitude":1,"longitude":9}"#, count: count).joined(separator: ",")
        return Array("{\"coordinates\":[\(points)]}".utf8)
      }
      func member(_ text: some Collection<UInt8>) throws -> [UInt8] {
        try #require(GzipCompressor().compress(Array(text)))
      }
      let good = try member(text(100))
      let beginning = #"{"placemarks":[{"coordinate":{"latitude":1"#
      #expect(try answer(to: good).text.hasPrefix(beginning))
      #expect(try answer(to: member(text(1000))).status == 413)
      // Members one after the other are one text.
      let (first, second) = (try member(text(100).prefix(1200)), try member(text(100).dropFirst(1200)))
      #expect(try answer(to: first + second).text.hasPrefix(beginning))
      #expect(try answer(to: good + good).status == 413)
      let noise = [0x1F, 0x8B] + [UInt8](repeating: 0, count: 20)
      let damaged: [[UInt8]] = [
        [], Array("{}".utf8), [0] + good.dropFirst(), noise, Array(good.prefix(20)), Array(good.dropLast()), good + [0],
        first + second.dropLast(4),
      ]
      for bad in damaged {
        let refused = try answer(to: bad)
        #expect(refused.status == 400 && refused.text.contains("the body is not packed by gzip as a whole"), "\(bad)")
      }
      // A body with a false length needs no more memory than that.
      #expect(try answer(to: good.dropLast(4) + [10, 0, 0, 0]).status == 400)
    }
  }

  @Test("a body that comes in pieces and grows beyond the limit is 413")
  func chunked() async throws {
    try await TestHTTPServer.run {
      $0.maximumBodyLength = 1000
    } _: { server throws in
      let start = "POST /placemarks HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
      let good = try server.connect()
      good.send(start + "10\r\n{\"coordinates\":[\r\n2\r\n]}\r\n0\r\n\r\n")
      #expect(try good.read().text == #"{"placemarks":[]}"#)
      let bad = try server.connect()
      bad.send(start + String(repeating: "64\r\n" + String(repeating: " ", count: 100) + "\r\n", count: 12))
      #expect(try bad.read().status == 413)
      #expect(bad.isAtEnd())
    }
  }

  @Test("a client that waits to be told to go on is told so")
  func expectation() async throws {
    try await TestHTTPServer.run { server throws in
      let client = try server.connect()
      client.send("POST /placemarks HTTP/1.1\r\nHost: localhost\r\nContent-Length: 18\r\nExpect: 100-continue\r\n\r\n")
      #expect(try client.read().status == 100)
      client.send(#"{"coordinates":[]}"#)
      #expect(try client.read().text == #"{"placemarks":[]}"#)
      #expect(try client.ask("/healthz").text == "ok\n")
    }
  }
}
