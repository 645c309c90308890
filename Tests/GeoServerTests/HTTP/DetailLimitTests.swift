import GeoModel
import GeoStoreWriting
import GeoTestKit
import Testing

@testable import GeoServer

/// A server whose HTTP responses have no more detail than `--max-detail`.
@Suite(.serialized) struct DetailLimitTests {
  /// A house in a street of a quarter of a town.
  private static func town() throws -> TemporaryStore {
    func ring(_ size: Int32) -> [FixedPoint] {
      [(-1, -1), (1, -1), (1, 1), (-1, 1), (-1, -1)].map {
        FixedPoint(x: 95_000_000 + $0.0 * size, y: 470_000_000 + $0.1 * size)
      }
    }
    func point(_ x: Int32, _ y: Int32) -> FixedPoint { FixedPoint(x: 95_000_000 + x, y: 470_000_000 + y) }
    var content = StoreContent()
    content.area("Land", level: 2, countryCode: "LI", ring: ring(90_000))
    content.area("Stadt", level: 8, ring: ring(60_000))
    content.area("Viertel", level: 10, ring: ring(30_000))
    content.street("Lindenweg", [point(0, -4_000), point(0, 4_000)], postalCode: "9490")
    content.address("7", street: "Lindenweg", postalCode: "9490", houseName: "Haus Linde", at: point(500, 0))
    content.feature("Lindencafe", at: point(300, 200))
    return try TemporaryStore(content)
  }

  private static let fineWords = ["Lindenweg", "Lindencafe", "Haus Linde", "9490", "Viertel"]

  @Test("whoever asks for more than the city gets the city, whichever way")
  func city() async throws {
    let store = try DetailLimitTests.town()
    let (place, batch) = ("lat=47.00001&lon=9.50005", #"{"coordinates":[{"latitude":47.00001,"longitude":9.50005}]"#)
    try await TestHTTPServer.run(source: StoreSource(path: store.path)) { server throws in
      #expect(try server.ask("/placemark?\(place)").text.contains("Lindenweg"))
      #expect(try server.ask("/reverse?format=jsonv2&\(place)").text.contains("Lindenweg"))
    }
    try await TestHTTPServer.run(source: StoreSource(path: store.path), { $0.maximumDetail = .city }) { server throws in
      var answers: [HTTPClient.Answer] = []
      for options in [
        "", "&detail=address", "&detail=street&limit=5", "&areas=1&explain=1&overlay=1", "&format=geojson&explain=1",
      ] {
        answers.append(try server.ask("/placemark?\(place)\(options)"))
      }
      for options in [
        "}", #","detail":"address","explain":true,"limit":5}"#, #","fields":["street","houseNumber","city"]}"#,
      ] {
        answers.append(try server.ask("/placemarks", method: "POST", body: batch + options))
      }
      for options in [
        "format=jsonv2", "format=jsonv2&zoom=18", "format=xml&zoom=99&extratags=1&namedetails=1", "debug=1",
      ] {
        answers.append(try server.ask("/reverse?\(place)&\(options)"))
      }
      answers.append(try server.ask("/?q=47.00001,9.50005"))
      for (number, answer) in answers.enumerated() {
        #expect(answer.status == 200 && answer.text.contains("Stadt"), "\(number): \(answer.text)")
        for word in DetailLimitTests.fineWords {
          #expect(!answer.text.contains(word), "\(number): \(word) in \(answer.text)")
        }
      }
      #expect(try !server.ask("/placemark?\(place)&detail=country").text.contains("Stadt"))
    }
    withExtendedLifetime(store) {}
  }

  @Test("what shows more is not there: maps, tiles, pictures, Photon's interface")
  func elsewhere() async throws {
    let store = try DetailLimitTests.town()
    try await TestHTTPServer.run(source: StoreSource(path: store.path), { $0.maximumDetail = .street }) {
      server throws in
      for path in ["/map.png?placemark=47,9.5", "/tiles/13/4312/2874.png", "/tiles.json", "/tiles/13/4312/2874.mvt"] {
        #expect(try server.ask(path).status == 404, "\(path)")
      }
      #expect(try server.ask("/nearby?lat=47&lon=9.5").text.contains("--max-detail"))
      let photon = try server.ask("/photon/reverse?lat=47&lon=9.5")
      #expect(photon.status == 403 && photon.text.contains("--max-detail"))
      let paths = try server.ask("/openapi.json").text
      #expect(paths.contains("\"/placemark\"") && !paths.contains("/map.png") && !paths.contains("/tiles"))
      #expect(try !server.ask("/?q=47,9.5").text.contains("map.png"))
      let street = try server.ask("/placemark?lat=47.00001&lon=9.50005").text
      #expect(street.contains("Lindenweg") && !street.contains("\"7\"") && !street.contains("Haus Linde"))
    }
    withExtendedLifetime(store) {}
  }
}
