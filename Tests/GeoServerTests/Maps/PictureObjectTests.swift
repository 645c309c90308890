import GeoTestKit
import GeoWire
import Testing

@testable import GeoServer

/// Pictures of objects in the format of a session.
@Suite(.serialized) struct PictureObjectTests {
  private static let fields = ["Content-Type: application/json"]

  /// Objects of all kinds, with all kinds of numbers.
  static let body = """
    {"size":[300,200],"scale":2,"baseMap":"none","userInterfaceStyle":"dark","languages":["de"],
    "templates":{"bus":{"kind":"marker","glyphText":"B","markerTintColor":"systemBlue","displayPriority":1000}},
    "images":{"dot":{"data":"iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAEklEQVR4nGP4z8CAFWEXHbQSACj/P8Fu7N9hAAAAAElFTkSuQmCC"}},
    "annotations":[{"id":"depot","coordinate":{"latitude":47.141,"longitude":9.5209},"title":"Depot","view":{"image":"dot"}},
    {"coordinate":{"latitude":47.142,"longitude":9.523},"title":"Stop","template":"bus"},
    {"id":"depot","coordinate":{"latitude":47.1405,"longitude":9.52},"title":"New depot","view":{"image":"dot"}}],
    "columns":{"ids":[7,8],"latitudes":[47.1392,47.1480],"longitudes":[9.5228,9.5330],"titles":["Bus 7","Bus 8"]},"template":"bus",
    "overlays":[{"id":"ring","shape":{"circle":{"center":{"latitude":47.1405,"longitude":9.5215},"radiusMeters":300}},
    "renderer":{"fillColor":"#ff000080"}},{"level":"aboveRoads","shape":{"polyline":[[9.52,47.14],[9.525,47.144]]}},
    {"shape":{"world":{}},"renderer":{"fillColor":"#00ff0010"}}]}
    """

  private func post(_ server: TestHTTPServer, _ path: String, _ body: String) throws -> HTTPClient.Answer {
    try server.ask(path, method: "POST", fields: PictureObjectTests.fields, body: body)
  }

  @Test("annotations and overlays of a session are in the picture, and where is said with their ids")
  func objects() async throws {
    try await TestHTTPServer.run { server throws in
      let picture = try post(server, "/map.png", PictureObjectTests.body)
      #expect(picture.status == 200 && picture["Content-Type"] == "image/png", "\(picture.text)")
      // Parameters of the URL take precedence over the body.
      let other = try post(server, "/map.png?size=200x100&appearance=light", PictureObjectTests.body)
      #expect(other.status == 200 && other.body != picture.body)
      let answer = try post(server, "/map.json?marker=47.143,9.518,Mine", PictureObjectTests.body)
      #expect(answer.status == 200, "\(answer.text)")
      var parser = JSONParser()
      try parser.parse(answer.body) { root -> Void in
        #expect(root.member("size")?.elements.compactMap(\.double) == [300, 200] && root.member("scale")?.double == 2)
        let items = root.member("annotations").map { Array($0.elements) } ?? []
        #expect(items.compactMap { $0.member("title")?.string } == ["New depot", "Stop", "Bus 7", "Bus 8", "Mine"])
        #expect(items.compactMap { $0.member("id")?.string } == ["depot", "1", "4"])
        #expect(items.compactMap { $0.member("id")?.integer } == [7, 8])
        #expect(items.allSatisfy { $0.member("frame") != nil }, "\(answer.text)")
        // The picture of a view has the size that it states.
        #expect(items.first?.member("frame")?.elements.compactMap(\.double).suffix(2) == [8, 8])
        // The world below everything does not affect the shown region.
        #expect((root.member("level")?.double ?? 0) > 13)
      }
    }
  }

  @Test("what is drawn is what was said: colors, levels, a part of the map; GeoJSON among it")
  func looks() async throws {
    try await TestHTTPServer.run { server throws in
      let plain = "{\"baseMap\":\"none\",\"center\":{\"latitude\":47,\"longitude\":9},\"level\":12,\"overlays\":[]}"
      var pictures = [try post(server, "/map.svg", plain).body]
      for shape in [
        "\"renderer\":{\"strokeColor\":\"#ff0000\",\"lineWidth\":4},", "\"renderer\":{\"strokeColor\":\"#00ff00\"},",
        "",
      ] {
        let picture = try post(
          server, "/map.svg",
          "{\"baseMap\":\"none\",\"center\":{\"latitude\":47,\"longitude\":9},\"level\":12,"
            + "\"overlays\":[{\(shape)\"shape\":{\"polyline\":[[8.9,47],[9.1,47]]}}]}")
        #expect(picture.status == 200 && !pictures.contains(picture.body), "\(picture.text)")
        pictures.append(picture.body)
      }
      let frames = [
        "\"region\":{\"south\":47,\"west\":9,\"north\":47.5,\"east\":10}",
        "\"center\":{\"latitude\":47.25,\"longitude\":9.5},\"span\":[0.5,1]",
      ]
      for frame in frames {
        let world = "{\"baseMap\":\"none\",\(frame),\"geojson\":{\"type\":\"Point\",\"coordinates\":[9.5,47.2]}}"
        let places = try post(server, "/map.json", world)
        #expect(
          places.text.contains("\"east\":10}") && places.text.contains("\"role\":\"marker\""), "\(places.text)")
      }
      // A world alone is shown completely.
      let world = try post(server, "/map.json", "{\"baseMap\":\"none\",\"overlays\":[{\"shape\":{\"world\":{}}}]}")
      #expect(world.text.contains("\"west\":-180") && world.text.contains("\"annotations\":[]"), "\(world.text)")
    }
  }

  @Test(
    "what makes no sense is refused with a sentence that names it",
    arguments: [
      ("{}", "'annotations'"), ("{\"annotations\":{}}", "array of objects"),
      ("{\"annotations\":[7]}", "array of objects"),
      ("{\"annotations\":[{}]}", "'coordinate'"), ("{\"annotations\":[]}", "nothing to show"),
      ("{\"annotations\":[{\"coordinate\":{\"latitude\":91,\"longitude\":0}}]}", "latitude"),
      ("{\"annotations\":[{\"id\":\"cluster:1\",\"coordinate\":{\"latitude\":1,\"longitude\":0}}]}", "cluster:"),
      ("{\"annotations\":[{\"coordinate\":{\"latitude\":1,\"longitude\":0},\"template\":\"bus\"}]}", "'templates'"),
      (
        "{\"annotations\":[{\"coordinate\":{\"latitude\":1,\"longitude\":0},\"view\":{\"image\":\"zz\"}}]}",
        "no picture is called 'zz'"
      ),
      ("{\"columns\":{\"ids\":[1],\"latitudes\":[1,2],\"longitudes\":[1]}}", "latitudes"),
      ("{\"overlays\":[{}]}", "'shape'"), ("{\"overlays\":[{\"shape\":{\"blob\":[]}}]}", "is not a shape"),
      ("{\"overlays\":[{\"shape\":{\"world\":{}},\"renderer\":{\"fillColor\":\"reddish\"}}]}", "'fillColor'"),
      ("{\"overlays\":[{\"shape\":{\"world\":{}},\"level\":\"top\"}]}", "'level'"),
      ("{\"overlays\":[],\"templates\":{\"\":{}}}", "'templates'"),
      ("{\"overlays\":[],\"center\":{\"latitude\":1,\"longitude\":0},\"images\":{\"a\":{\"data\":\"AAAA\"}}}", "PNG"),
      (
        "{\"annotations\":[{\"coordinate\":{\"latitude\":1,\"longitude\":0},\"view\":{\"image\":\"a\"}}],"
          + "\"images\":{\"a\":{\"svg\":\"<svg/>\"}}}", "'size' is missing"
      ),
      ("{\"overlays\":[],\"size\":[0,9]}", "'size'"), ("{\"overlays\":[],\"size\":[1e308,9]}", "'size'"),
      (
        "{\"annotations\":[{\"coordinate\":{\"latitude\":1,\"longitude\":0},\"view\":{\"kind\":\"marker\",\"size\":[1e30,1e30],"
          + "\"clusteringIdentifier\":\"a\"}}]}", "'size'"
      ),
      (
        "{\"annotations\":[{\"coordinate\":{\"latitude\":1,\"longitude\":0},\"view\":{\"centerOffset\":[1e308,0]}}]}",
        "'centerOffset'"
      ), ("{\"overlays\":[],\"size\":[5000,9]}", "4096"),
      ("{\"overlays\":[],\"scale\":9}", "'scale'"), ("{\"overlays\":[],\"baseMap\":\"neon\"}", "'baseMap'"),
      ("{\"overlays\":[],\"level\":40}", "'level'"), ("{\"overlays\":[],\"languages\":\"de\"}", "'languages'"),
      ("{\"overlays\":[],\"geojson\":{\"type\":\"Cube\"}}", "'geojson'"), ("[{}]", "GeoJSON"),
      ("{\"overlays\":[}", "line 1"),
    ])
  func refused(_ body: String, _ part: String) async throws {
    try await TestHTTPServer.run { server throws in
      for path in ["/map.png?style=none", "/map.json?style=none"] {
        let answer = try post(server, path, body)
        #expect(answer.status == 400 && answer.text.contains(part), "\(path): \(answer.text)")
      }
    }
  }

  @Test("as many annotations as like may bring views of their own")
  func ownViews() async throws {
    try await TestHTTPServer.run { server throws in
      for view in ["{\"kind\":\"marker\"}", "{\"kind\":\"pin\",\"size\":[9,9],\"clusteringIdentifier\":\"all\"}"] {
        let annotations = (0..<300).map {
          "{\"coordinate\":{\"latitude\":47.14,\"longitude\":9.\(500 + $0)},\"view\":\(view)}"
        }
        let body = "{\"baseMap\":\"none\",\"annotations\":[\(annotations.joined(separator: ","))]}"
        let answer = try post(server, "/map.png", body)
        #expect(answer.status == 200, "\(answer.text.prefix(200))")
      }
    }
  }

  @Test("there may be ten thousand objects")
  func limit() async throws {
    try await TestHTTPServer.run { server throws in
      let numbers = (0..<10_001).map { "\($0)" }.joined(separator: ",")
      let zeros = repeatElement("0", count: 10_001).joined(separator: ",")
      let answer = try post(
        server, "/map.png?style=none",
        "{\"columns\":{\"ids\":[\(numbers)],\"latitudes\":[\(zeros)],\"longitudes\":[\(zeros)]}}")
      #expect(answer.status == 400 && answer.text.contains("10001 objects"), "\(answer.text)")
    }
  }
}
