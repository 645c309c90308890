import GeoTestKit
import GeoWire
import Testing

@Suite(.serialized) struct PlacemarkRouteTests {
  @Test("a coordinate gets the placemark that the socket protocol shows")
  func placemark() async throws {
    try await TestHTTPServer.run { server throws in
      var expected: [UInt8] = []
      PlacemarkJSON.append(tenthStreet, to: &expected)
      for target in [
        "/placemark?lat=37.77&lon=-122.41", "/placemark?latitude=37.77&longitude=-122.41",
        "/placemark?coordinate=37.77,-122.41", "/placemark?coordinate=geo%3A37.77,-122.41",
        "/placemark?lat=+37.77&lon=-122.41%20",
      ] {
        let answer = try server.ask(target)
        #expect(answer.status == 200)
        #expect(answer.text == String(decoding: expected, as: UTF8.self), "\(target)")
      }
      let angles = try server.ask(
        "/placemark?coordinate=37%C2%B046%E2%80%B212%E2%80%B3N+9%C2%B024%E2%80%B236%E2%80%B3E")
      #expect(angles.text.contains("\"title\":\"Street 3777\""))
    }
  }

  @Test("options are those of the socket protocol")
  func options() async throws {
    try await TestHTTPServer.run { server throws in
      let german = try server.ask("/placemark?lat=47.14&lon=9.51&languages=de,%20en")
      #expect(german.text.contains("\"country\":\"Musterland\""))
      #expect(try server.ask("/placemark?lat=47.14&lon=9.51&areas=true").text.contains("\"areas\":["))
      #expect(try server.ask("/placemark?lat=47.14&lon=9.51&areas=0").text.contains("\"areas\":[") == false)
      #expect(try server.ask("/placemark?lat=47.14&lon=9.51&detail=city").text.contains("\"street\":") == false)
      let list = try server.ask("/placemark?lat=47.14&lon=9.51&limit=2").text
      #expect(list.hasPrefix("{\"placemarks\":[{"))
      #expect(list.contains("Second Street"))
      #expect(try server.ask("/placemark?lat=47.14&lon=9.51&limit=1").text.hasPrefix("{\"placemarks\":["))
    }
  }

  @Test("GeoJSON is a feature, or a collection of them, with the longitude first")
  func geoJSON() async throws {
    try await TestHTTPServer.run { server throws in
      let one = try server.ask("/placemark?lat=47.14&lon=9.51&format=geojson")
      #expect(one["Content-Type"] == "application/geo+json")
      #expect(one.text.hasPrefix(#"{"type":"Feature","geometry":{"type":"Point","coordinates":[9.51,47.14]}"#))
      let two = try server.ask("/placemark?lat=47.14&lon=9.51&format=geojson&limit=2")
      #expect(two.text.hasPrefix(#"{"type":"FeatureCollection","features":[{"type":"Feature""#))
    }
  }

  @Test(
    "what makes no sense is 400 with a sentence that names the parameter",
    arguments: [
      ("lon=9", "'lat' and 'lon' are needed"), ("lat=&lon=9", "'lat' is ''"), ("lat=x&lon=9", "'lat' is 'x'"),
      ("lat=nan&lon=9", "'lat' is 'nan'"), ("lat=0x1p3&lon=9", "'lat' is '0x1p3'"),
      ("lat=47,1&lon=9", "'lat' is '47,1'"),
      ("lat=91&lon=9", "latitude 91.0 is out of range"),
      ("coordinate=1,2,3", "'coordinate': a coordinate is two numbers"),
      ("lat=1&lon=9&detail=planet", "'detail' must be one of country"), ("lat=1&lon=9&limit=0", "'limit' must be"),
      ("lat=1&lon=9&limit=1.5", "'limit' must be"), ("lat=1&lon=9&limit=", "'limit' must be"),
      ("lat=1&lon=9&areas=yes", "'areas' must be true or false"), ("lat=1&lon=9&format=xml", "'format' must be"),
      ("lat=1&lon=9&maximumDistanceMeters=-1", "'maximumDistanceMeters' must be a number from 0 to 20100000"),
      ("lat=1&lon=9&worldview=XX", "'worldview' must be the two letters of a country, such as IN"),
      ("lat=1&lon=9&languages=d!", "'languages': “d!” is not a language"),
    ])
  func mistakes(_ query: String, _ sentence: String) async throws {
    try await TestHTTPServer.run { server throws in
      let answer = try server.ask("/placemark?" + query)
      #expect(answer.status == 400)
      #expect(answer.text.contains("\"message\":\"" + sentence), "\(answer.text)")
      #expect(answer.text.contains("\"reason\":\"invalidQuery\""))
    }
  }

  @Test("nothing found is 404, and a failure tells no secrets of the machine")
  func failures() async throws {
    try await TestHTTPServer.run { server throws in
      let nothing = try server.ask("/placemark?lat=85&lon=9")
      #expect(nothing.status == 404)
      #expect(nothing.text.contains("\"reason\":\"placemarkNotFound\""))
      let broken = try server.ask("/placemark?lat=71&lon=9")
      #expect(broken.status == 500)
      #expect(broken.text.contains("its log says more"))
      #expect(!broken.text.contains("the store cannot be read"))
    }
  }
}
