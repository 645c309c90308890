import GeoModel
import GeoRender
import GeoStore
import GeoStoreWriting
import GeoSupport
import GeoTestKit
import GeoWire
import Synchronization
import Testing

@testable import GeoMapServer
@testable import GeoServer

@Suite(.serialized) struct TileRouteTests {
  /// The store of one street, as in the daemon.
  private static func store() throws -> TemporaryStore {
    let grid = Grid("S . . . T", unitMeters: 50)
    var content = StoreContent()
    content.street("Lindenweg", grid.line("ST"), kind: .primary)
    return try TemporaryStore(content)
  }

  /// The tile in the center of that street.
  private static let path = "/tiles/16/34497/23024"

  /// Width and height of a PNG file.
  private static func size(_ png: [UInt8]) throws -> [Int] {
    try #require(png.count > 33 && png[1...3].elementsEqual("PNG".utf8))
    return [16, 20].map { start in png[start..<start + 4].reduce(0) { $0 << 8 | Int($1) } }
  }

  @Test("tiles are pictures in two sizes, light and dark, and the same as long as the store is")
  func tiles() async throws {
    let store = try TileRouteTests.store()
    try await TestHTTPServer.run(source: StoreSource(path: store.path)) { server throws in
      let tile = try server.ask(TileRouteTests.path + ".png", fields: ["Accept-Encoding: gzip"])
      #expect(tile.status == 200 && tile["Content-Type"] == "image/png" && tile["Content-Encoding"] == nil)
      #expect(tile["Access-Control-Allow-Origin"] == "*")
      #expect(try TileRouteTests.size(tile.body) == [256, 256])
      let large = try server.ask(TileRouteTests.path + "@2x.png")
      #expect(try TileRouteTests.size(large.body) == [512, 512])
      #expect(try server.ask(TileRouteTests.path + "%402x.png").body == large.body)
      let dark = try server.ask(TileRouteTests.path + ".png?appearance=dark&style=sketch&languages=de,en")
      #expect(dark.status == 200 && dark.body != tile.body && dark["ETag"] != tile["ETag"])
      let again = try server.ask(TileRouteTests.path + ".png")
      #expect(again.body == tile.body && again["ETag"] == tile["ETag"])
      let tag = try #require(tile["ETag"])
      for field in [tag, "\"x\", W/\(tag)", "*"] {
        let known = try server.ask(TileRouteTests.path + ".png", fields: ["If-None-Match: \(field)"])
        #expect(known.status == 304 && known.body.isEmpty && known["ETag"] == tag)
      }
      #expect(try server.ask(TileRouteTests.path + ".png", method: "HEAD").body.isEmpty)
      // Nothing is known there.
      #expect(try server.ask("/tiles/21/5/7.png").status == 200)
      #expect(try server.ask("/tiles/0/0/0.png").status == 200)
    }
  }

  @Test(
    "what is not a tile is refused with a sentence",
    arguments: [
      ("/tiles/22/0/0.png", "level 22"), ("/tiles/-1/0/0.png", "level -1"), ("/tiles/3/8/0.png", "0 to 7"),
      ("/tiles/3/0/8@2x.png", "0 to 7"), ("/tiles/3/0/0.jpg", "/tiles/14/"), ("/tiles/3/0.png", "/tiles/14/"),
      ("/tiles/a/b/c.png", "/tiles/14/"),
      ("/tiles/3/0/0.png?style=neon", "'style' must be one of standard, muted, sketch"),
      ("/tiles/3/0/0.png?appearance=red", "'appearance' must be one of light, dark"),
      ("/tiles/3/0/0.png?languages=123456789", "languages"),
      ("/tiles/99999999999999999999/0/0.png", "/tiles/14/"), ("/tiles/17/0/0.mvt", "from 0 to 16"),
      ("/tiles/3/0/8.mvt", "0 to 7"), ("/tiles/3/0/0@2x.mvt", "/tiles/14/"), ("/tiles.json?style=blue", "'style'"),
      ("/tiles.json?languages=123456789", "'languages'"), ("/tiles/vector.json?appearance=blue", "'appearance'"),
      ("/styles/standard.json?appearance=blue", "'appearance'"), ("/styles/standard.json?style=blue", "'style'"),
      ("/styles/muted.json?languages=d", "'languages'"),
    ])
  func refused(_ path: String, _ words: String) async throws {
    try await TestHTTPServer.run { server throws in
      let answer = try server.ask(path)
      #expect(answer.status == 400 && answer.text.contains(words), "\(answer.text)")
    }
  }

  @Test("the list of tiles names them with the parameters that it was asked with")
  func list() async throws {
    try await TestHTTPServer.run { server throws in
      let answer = try server.ask("/tiles.json?appearance=dark", fields: ["X-Forwarded-Proto: https"])
      #expect(answer.status == 200)
      for piece in [
        "\"tilejson\":\"3.0.0\"", "https://localhost/tiles/{z}/{x}/{y}.png?appearance=dark", "\"maxzoom\":21",
        "\"attribution\":\"Samples\"",
      ] { #expect(answer.text.contains(piece), "\(answer.text)") }
    }
  }

  @Test("a tile costs as much as a question, and needs a key where keys are")
  func access() async throws {
    let store = try TileRouteTests.store()
    try await withTemporaryFolder { folder in
      let file = folder + "/keys"
      let descriptor = open(file, O_WRONLY | O_CREAT, 0o600)
      _ = write(descriptor, "secret\n", 7)
      close(descriptor)
      try await TestHTTPServer.run(source: StoreSource(path: store.path)) {
        $0.keyFile = file
      } _: { server throws in
        #expect(try server.ask("/tiles/3/0/0.png").status == 401)
        #expect(try server.ask("/tiles/3/0/0.png?key=secret").status == 200)
        #expect(try server.ask("/tiles/3/0/0.mvt").status == 401)
        #expect(try server.ask("/tiles/3/0/0.mvt?key=secret").status == 200)
        #expect(try server.ask("/fonts/Sans/0-255.pbf").status == 401)
        #expect(try server.ask("/fonts/Sans/0-255.pbf?key=secret").status == 200)
        // Resources that show no place need no key.
        #expect(try server.ask("/sprites/standard.png").status == 200)
      }
    }
  }

  @Test("a vector tile is compressed for who accepts it, and as the client knows it as long as the store is the same")
  func vectorTiles() async throws {
    let store = try TileRouteTests.store()
    try await TestHTTPServer.run(source: StoreSource(path: store.path)) { server throws in
      let tile = try server.ask("/tiles/0/0/0.mvt?languages=de")
      #expect(tile.status == 200 && tile["Content-Type"] == "application/vnd.mapbox-vector-tile")
      #expect(tile["Access-Control-Allow-Origin"] == "*" && tile["Content-Encoding"] == nil)
      let tag = try #require(tile["ETag"])
      let known = try server.ask("/tiles/0/0/0.mvt?languages=de", fields: ["If-None-Match: \(tag)"])
      #expect(known.status == 304 && known.body.isEmpty)
      let picture = try server.ask("/tiles/0/0/0.png")
      #expect(picture["Content-Type"] == "image/png" && picture.body != tile.body)
      #expect(try server.ask("/tiles/16/34497/23024.mvt").status == 200)
    }
  }

  @Test("the list of vector tiles says what is in them; styles lead to it with the parameters they were asked with")
  func vectorLists() async throws {
    try await TestHTTPServer.run { server throws in
      let list = try server.ask("/tiles/vector.json?languages=de&key=abc")
      for piece in [
        "http://localhost/tiles/{z}/{x}/{y}.mvt?languages=de&key=abc", "\"maxzoom\":16", "\"id\":\"road\"",
        "\"fields\":{\"kind\":\"String\"}",
      ] { #expect(list.text.contains(piece), "\(list.text)") }
      let style = try server.ask("/styles/standard.json?appearance=dark&key=abc")
      #expect(style.status == 200 && style["Content-Type"] == "application/json")
      #expect(style.text.contains("http://localhost/tiles/vector.json?appearance=dark&key=abc"))
      #expect(style.text != (try server.ask("/styles/standard.json")).text)
      #expect(style.text.contains("http://localhost/fonts/{fontstack}/{range}.pbf?appearance=dark&key=abc"))
      #expect(try server.ask("/styles/muted.json").status == 200)
      for path in ["/styles/sketch.json", "/styles/standard", "/styles/"] {
        let answer = try server.ask(path)
        #expect(answer.status == 404 && answer.text.contains("/styles/standard.json"))
      }
    }
  }

  @Test("letters come in ranges of 256, drawn once, for whatever fonts a style names")
  func letters() async throws {
    try await TestHTTPServer.run { server throws in
      let path = "/fonts/Noto%20Sans,DejaVu%20Sans/0-255.pbf"
      let answer = try server.ask(path, fields: ["Origin: https://maps.example"])
      #expect(answer.status == 200 && answer["Content-Type"] == "application/x-protobuf")
      #expect(answer["Access-Control-Allow-Origin"] == "*" && answer.body.count > 50_000)
      let tag = try #require(answer["ETag"])
      #expect(try server.ask(path, fields: ["If-None-Match: \(tag)"]).status == 304)
      #expect(try server.ask("/fonts/Any/0-255.pbf").body == answer.body)
      #expect(try server.ask("/fonts/Any%20Bold/0-255.pbf").body != answer.body)
      #expect(try server.ask(path, fields: ["Accept-Encoding: gzip"])["Content-Encoding"] == "gzip")
      for wrong in [
        "Any/1-255.pbf", "Any/0-255.png", "Any/65536-65791.pbf", "Any/0-511.pbf", "0-255.pbf", "Any/a/0-255.pbf",
        "/0-255.pbf",
      ] {
        let refused = try server.ask("/fonts/" + wrong)
        #expect(refused.status == 404 && refused.text.contains("/fonts/"), "\(wrong): \(refused.text)")
      }
    }
  }

  @Test("signs come on a sheet with its list, in two sizes, light and dark; the style names those of places")
  func signs() async throws {
    try await TestHTTPServer.run { server throws in
      var parser = JSONParser()
      let style = try server.ask("/styles/standard.json?key=abc").text
      #expect(style.contains("\"sprite\":\"http://localhost/sprites/standard?key=abc\""))
      for (size, side) in [("", 16), ("@2x", 32)] {
        let list = try server.ask("/sprites/standard\(size).json")
        #expect(list.status == 200 && list["Access-Control-Allow-Origin"] == "*")
        let places = try parser.parse(list.body) { root in
          root.members.map { ($0.name, $0.value.member("x")?.integer ?? -1, $0.value.member("width")?.integer ?? 0) }
        }
        #expect(places.count == 14 && places.allSatisfy { $0.2 == side && style.contains("\"\($0.0)\"") })
        #expect(places.map(\.1) == (0..<places.count).map { $0 * side })
        let sheet = try server.ask("/sprites/standard\(size).png")
        #expect(sheet.status == 200 && sheet["Content-Type"] == "image/png")
        #expect(try TileRouteTests.size(sheet.body) == [places.count * side, side])
        let encoded = size.replacing("@", with: "%40")
        #expect(try server.ask("/sprites/standard\(encoded)%2Epng").body == sheet.body)
      }
      let light = try server.ask("/sprites/muted.png"), dark = try server.ask("/sprites/muted.png?appearance=dark")
      #expect(light.body != dark.body && dark.status == 200)
      let tag = try #require(dark["ETag"])
      #expect(
        try server.ask("/sprites/standard.png?appearance=dark", fields: ["If-None-Match: \(tag)"]).status == 304)
      #expect(try server.ask("/sprites/muted.png?appearance=blue").status == 400)
      for wrong in ["sketch.png", "standard", "standard.gif", "", "standard@3x.png", "@2x.png"] {
        let refused = try server.ask("/sprites/" + wrong)
        #expect(refused.status == 404 && refused.text.contains("/sprites/standard.json"), "\(wrong)")
      }
    }
  }

  @Test("a script that no font has is told once")
  func fonts() {
    let told = Mutex<[String]>([])
    let tiles = MapTiles {
      nil
    } tell: { text in
      told.withLock { $0.append(text) }
    }
    for scripts in [[], ["Han"], ["Han"], ["Han", "Thai"], ["Thai"]] {
      tiles.noteFonts(RenderedPicture(bytes: [], missingScripts: scripts))
    }
    let sentences = told.withLock { $0 }
    #expect(sentences.count == 2 && sentences[0].contains("letters of Han; install one"), "\(sentences)")
    #expect(sentences.last?.contains("letters of Thai;") == true)
  }

  @Test("a source without a map, and tiles of a store that is gone, are failures of the server")
  func withoutMap() async throws {
    try await TestHTTPServer.run { server throws in
      let answer = try server.ask("/tiles/3/0/0.png")
      #expect(answer.status == 500 && answer.text.contains("serverFailure"))
    }
  }
}
