import GeoModel
import GeoStore
import GeoStoreWriting
import GeoSupport
import GeoTestKit
import GeoWire
import Testing

@testable import GeoServer

@Suite(.serialized) struct PictureRouteTests {
  /// The store of one street, as in the daemon, and a point beside the street.
  private static func store() throws -> (store: TemporaryStore, point: String) {
    let grid = Grid("S . . . T", unitMeters: 50)
    var content = StoreContent()
    content.street("Lindenweg", grid.line("ST"), kind: .primary)
    let middle = Coordinate(grid.line("ST")[0])
    return (try TemporaryStore(content), "\(middle.latitude + 0.0001),\(middle.longitude + 0.0002)")
  }

  /// Width and height of a PNG file.
  private static func size(_ png: [UInt8]) throws -> [Int] {
    try #require(png.count > 33 && png[1...3].elementsEqual("PNG".utf8))
    return [16, 20].map { start in png[start..<start + 4].reduce(0) { $0 << 8 | Int($1) } }
  }

  @Test("an answer is a picture in any size, light and dark, as PNG and as paths")
  func pictures() async throws {
    let (store, point) = try PictureRouteTests.store()
    try await TestHTTPServer.run(source: StoreSource(path: store.path)) { server throws in
      let words = "?placemark=\(point)&size=300x200"
      let light = try server.ask("/map.png" + words, fields: ["Accept-Encoding: gzip"])
      #expect(light.status == 200 && light["Content-Type"] == "image/png" && light["Content-Encoding"] == nil)
      #expect(light["Access-Control-Allow-Origin"] == "*")
      #expect(try PictureRouteTests.size(light.body) == [300, 200])
      let large = try server.ask("/map.png\(words)&scale=2&explain=1&callout=true")
      #expect(try PictureRouteTests.size(large.body) == [600, 400])
      var pictures = [light.body]
      for change in ["dark=1", "appearance=dark&style=none", "style=none", "level=12", "center=47,9"] {
        let other = try server.ask("/map.png\(words)&\(change)")
        #expect(other.status == 200 && !pictures.contains(other.body), "\(change)")
        pictures.append(other.body)
      }
      let tag = try #require(light["ETag"])
      #expect(try server.ask("/map.png" + words)["ETag"] == tag)
      let known = try server.ask("/map.png" + words, fields: ["If-None-Match: \(tag)"])
      #expect(known.status == 304 && known.body.isEmpty)
      let head = try server.ask("/map.png" + words, method: "HEAD")
      #expect(head.status == 200 && head.body.isEmpty && head["Content-Length"] == "\(light.body.count)")
      let svg = try server.ask("/map.svg" + words)
      #expect(svg.status == 200 && svg["Content-Type"] == "image/svg+xml")
      #expect(svg.text.contains("<path") && !svg.text.contains("<image"))
      let packed = try server.ask("/map.svg" + words, fields: ["Accept-Encoding: gzip", "If-None-Match: \"x\""])
      #expect(packed["Content-Encoding"] == "gzip" && packed["ETag"] == svg["ETag"])
    }
  }

  @Test("one question has one picture and one tag, however many views lie at one place", arguments: ["png", "svg"])
  func oneOrder(_ ending: String) async throws {
    try await TestHTTPServer.run { server throws in
      let colors = (1...8).map { "%23\(String(repeating: "\($0)", count: 6))" }
      let words = colors.map { "marker=47,9,A,\($0)" }.joined(separator: "&")
      let tags = try (0..<12).map { _ in
        let picture = try server.ask("/map.\(ending)?\(words)&style=none&size=100x100")
        #expect(picture.status == 200, "\(picture.text)")
        return picture["ETag"]
      }
      #expect(Set(tags).count == 1)
      let reversed = colors.reversed().map { "marker=47,9,A,\($0)" }.joined(separator: "&")
      #expect(try server.ask("/map.\(ending)?\(reversed)&style=none&size=100x100")["ETag"] != tags[0])
    }
  }

  @Test("where things are: what was asked, the answer, markers, the callout, the part of the map")
  func places() async throws {
    let (store, point) = try PictureRouteTests.store()
    try await TestHTTPServer.run(source: StoreSource(path: store.path)) { server throws in
      let words = "?placemark=\(point)&marker=47.14,9.52,Here,green&callout=1&size=300x200&scale=2"
      let answer = try server.ask("/map.json" + words)
      #expect(answer.status == 200 && answer["Content-Type"] == "application/json")
      var parser = JSONParser()
      try parser.parse(answer.body) { root -> Void in
        #expect(root.member("size")?.doubles == [300, 200] && root.member("scale")?.double == 2)
        let asked = root.member("asked")?.member("point")?.doubles ?? []
        #expect(asked.count == 2 && (0...300).contains(asked[0]) && (0...200).contains(asked[1]))
        let items = root.member("annotations").map { Array($0.elements) } ?? []
        #expect(items.compactMap { $0.member("role")?.string } == ["answer", "marker"])
        #expect(items.compactMap { $0.member("title")?.string } == ["Lindenweg", "Here"])
        #expect(items.first?.member("distanceMeters")?.double ?? -1 > 0)
        for item in items {
          let place = item.member("point")?.doubles ?? []
          let frame = item.member("frame")?.doubles ?? []
          guard place.count == 2, frame.count == 4 else {
            Issue.record("no place of an item")
            continue
          }
          // Balloons are above their places.
          #expect((frame[0]...frame[0] + frame[2]).contains(place[0]))
          #expect((frame[1]...frame[1] + frame[3] + 1).contains(place[1]))
        }
        let callout = root.member("callout")
        #expect(callout?.member("title")?.string == "Lindenweg" && callout?.member("frame")?.doubles?.count == 4)
        #expect(callout?.member("annotation")?.string == items.first?.member("id")?.string)
        let region = root.member("region")?.members.compactMap { $0.value.double } ?? []
        let center = root.member("center")
        let (latitude, longitude) = (center?.member("latitude")?.double ?? 0, center?.member("longitude")?.double ?? 0)
        #expect(region.count == 4 && (region[0]...region[2]).contains(latitude))
        #expect((region[1]...region[3]).contains(longitude))
      }
      // Level and center define this part exactly: 256 points of the world at level 0.
      let world = try server.ask("/map.json?center=0,0&level=0&size=256x256").text
      #expect(world.contains("\"level\":0") && world.contains("\"east\":180"), "\(world)")
    }
  }

  @Test("many objects come as GeoJSON, and a body that is none is told with its place")
  func objects() async throws {
    try await TestHTTPServer.run { server throws in
      let body = """
        {"type":"FeatureCollection","features":[
        {"type":"Feature","properties":{"title":"A","marker-color":"#00ff00"},"geometry":{"type":"Point","coordinates":[9.5,47.1]}},
        {"type":"Feature","properties":{"stroke":"#ff0000"},"geometry":{"type":"LineString","coordinates":[[9.5,47.1],[9.6,47.2]]}}]}
        """
      let type = "Content-Type: application/geo+json"
      let picture = try server.ask("/map.png?style=none&size=200x100", method: "POST", fields: [type], body: body)
      #expect(picture.status == 200, "\(picture.text)")
      #expect(try PictureRouteTests.size(picture.body) == [200, 100])
      let plain = try server.ask(
        "/map.json?style=none", method: "POST", fields: ["Content-Type: application/json"], body: body)
      #expect(plain.text.contains("\"title\":\"A\""))
      let broken = try server.ask(
        "/map.png?style=none", method: "POST", fields: [type], body: "{\"type\":\"Point\",\n\"coordinates\":[9,\"x\"]}")
      #expect(broken.status == 400 && broken.text.contains("line 2"), "\(broken.text)")
      let empty = try server.ask(
        "/map.png?style=none", method: "POST", fields: [type], body: "{\"type\":\"FeatureCollection\",\"features\":[]}")
      #expect(empty.status == 400 && empty.text.contains("nothing to show"))
      let form = try server.ask("/map.png", method: "POST", fields: ["Content-Type: text/plain"], body: "x")
      #expect(form.status == 415 && form.text.contains("application/geo+json or application/json"))
      let point = "{\"type\":\"Feature\",\"properties\":null,\"geometry\":null},"
      let many =
        "{\"type\":\"FeatureCollection\",\"features\":[" + String(repeating: point, count: 10_001).dropLast() + "]}"
      let refused = try server.ask("/map.png?style=none", method: "POST", fields: [type], body: many)
      #expect(refused.status == 400 && refused.text.contains("10000"), "\(refused.text)")
    }
  }

  @Test(
    "what makes no sense or is too much is refused with a sentence",
    arguments: [
      ("", "nothing to show"), ("level=5", "nothing to show"), ("placemark=north", "'placemark'"),
      ("placemark=91,9", "latitude"), ("marker=47", "'marker'"), ("marker=47,9,x,greenish", "color"),
      ("path=47,9", "two points"), ("path=47,9;x,9", "'x,9'"), ("path=47,9;red;47,8", "last part"),
      ("circle=47,9", "'circle'"),
      ("marker=91,9", "'marker': latitude 91.0 is out of range (-90 to 90)"), ("marker=47,181,x", "longitude 181.0"),
      ("path=47,9;95,9", "'path': latitude 95.0"), ("circle=91,9,10", "'circle': latitude 91.0"),
      ("circle=47,9,0", "'circle': the radius of a circle must be more than 0 and at most 10000000 meters, not '0'"),
      ("circle=47,9,-5,blue", "meters, not '-5'"), ("circle=47,9,1e12", "meters, not '1e12'"),
      ("circle=47,9,far", "a circle is latitude,longitude,meters,color"), ("region=1,2,3", "'region'"),
      ("region=2,2,1,3", "not a region"), ("region=1,2,3,4&level=3", "leave level"), ("center=1,2&level=22", "0 to 21"),
      ("center=1,2&size=0x9", "1 to 4096"), ("center=1,2&size=4097x9", "1 to 4096"), ("center=1,2&scale=5", "1 to 4"),
      ("center=1,2&size=4096x4096&scale=2", "8192 by 8192"), ("center=1,2&style=neon", "'style'"),
      ("center=1,2&appearance=red", "'appearance'"), ("center=1,2&languages=123456789", "languages"),
      ("center=1,2&explain=perhaps", "'explain'"),
    ])
  func refused(_ words: String, _ part: String) async throws {
    try await TestHTTPServer.run { server throws in
      for path in ["/map.png", "/map.json"] {
        let answer = try server.ask("\(path)?\(words)")
        #expect(answer.status == 400 && answer.text.contains(part), "\(path): \(answer.text)")
      }
    }
  }

  @Test("a picture needs a key where keys are, and costs as much as its tiles")
  func access() async throws {
    try await withTemporaryFolder { folder in
      let file = folder + "/keys"
      let descriptor = open(file, O_WRONLY | O_CREAT, 0o600)
      _ = write(descriptor, "secret\n", 7)
      close(descriptor)
      try await TestHTTPServer.run {
        $0.keyFile = file
        $0.rateLimit = try RateLimit(parsing: "4/h")
      } _: { server throws in
        #expect(try server.ask("/map.png?style=none&center=1,2").status == 401)
        // Two of the four tokens each.
        let words = "/map.png?style=none&center=1,2&size=1024x512&key=secret"
        #expect(try server.ask(words).status == 200)
        #expect(try server.ask(words).status == 200)
        #expect(try server.ask(words).status == 429)
      }
    }
  }

  @Test("a picture that would hold a thread for minutes is refused at once, and one that takes too long is given up")
  func costly() async throws {
    @Sendable func post(_ geojson: String, _ server: TestHTTPServer) throws -> HTTPClient.Answer {
      let path = "/map.png?style=none&size=3000x3000&center=0,0&level=3"
      return try server.ask(path, method: "POST", fields: ["Content-Type: application/geo+json"], body: geojson)
    }
    try await TestHTTPServer.run { server throws in
      let corners = (0..<20_000).map { $0 % 2 == 0 ? "[\($0 % 90),-60]" : "[-\($0 % 90),60]" }
      let tangle = try post("{\"type\":\"LineString\",\"coordinates\":[\(corners.joined(separator: ","))]}", server)
      #expect(tangle.status == 400 && tangle.text.contains("simplify it"), "\(tangle.text)")
    }
    var limits = ServerOptions()
    limits.queryTimeout = .seconds(1)
    try await TestHTTPServer.run(limits: limits) { server throws in
      let ring = "[[-80,-60],[80,-60],[80,60],[-80,60],[-80,-60]]"
      let area =
        "{\"type\":\"Feature\",\"properties\":{},\"geometry\":{\"type\":\"Polygon\",\"coordinates\":[\(ring)]}}"
      let areas = Array(repeating: area, count: 9900).joined(separator: ",")
      // On a busy machine its turn may come too late, which gives a different message.
      try eventually("a picture that is given up while it is drawn") {
        let slow = try post("{\"type\":\"FeatureCollection\",\"features\":[\(areas)]}", server)
        #expect(slow.status == 503, "\(slow.text)")
        return slow.text.contains("draw less")
      }
    }
  }

  @Test("where nothing is known the asked point is shown alone; a store that cannot be read is the server's failure")
  func nothingKnown() async throws {
    try await TestHTTPServer.run { server throws in
      let nothing = try server.ask("/map.json?style=none&placemark=85,9")
      #expect(
        nothing.status == 200 && nothing.text.contains("\"asked\"") && nothing.text.contains("\"annotations\":[]"))
      #expect(try server.ask("/map.png?style=none&placemark=85,9").status == 200)
      #expect(try server.ask("/map.png?style=none&placemark=71,9").status == 500)
      let withoutMap = try server.ask("/map.png?center=1,2")
      #expect(withoutMap.status == 500 && withoutMap.text.contains("serverFailure"))
    }
  }
}

extension JSONNode {
  /// The numbers of an array.
  fileprivate var doubles: [Double]? { elements.compactMap(\.double) }
}
