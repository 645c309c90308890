import Testing

@testable import GeoServer

@Suite("/nearby", .serialized)
struct NearbyRouteTests {
  @Test("the words of the query reach the engine, and wrong ones are told")
  func query() async throws {
    try await TestHTTPServer.run { server throws in
      let good = try server.ask("/nearby?lat=47.1&lon=9.5&kind=amenity%3Dfuel&kind=shop&radius=250&language=de,en")
      #expect(good.status == 200)
      #expect(
        good.text.contains(#""things":[{"title":"Pump","name":"Pump","kind":"amenity=fuel","distanceMeters":250,"#))
      #expect(good.text.contains(#""formattedAddress":["de","en"],"source":{"type":"node","id":7}"#))
      for (words, sentence) in [
        ("lat=47.1", "'lat' and 'lon'"), ("lat=97.1&lon=9.5", "latitude"),
        ("lat=47.1&lon=9.5&limit=many", "'limit'"), ("lat=47.1&lon=9.5&limit=101", "1 to 100"),
        ("lat=47.1&lon=9.5&kind=", "'kind'"),
        ("lat=47.1&lon=9.5" + String(repeating: "&kind=a", count: 33), "'kind'"),
      ] {
        let wrong = try server.ask("/nearby?" + words)
        #expect(wrong.status == 400 && wrong.text.contains(sentence), "\(words): \(wrong.text)")
      }
      for radius in ["far", "-5", "0", "50000.1", "1e999", "nan", ""] {
        let wrong = try server.ask("/nearby?lat=47.1&lon=9.5&radius=\(radius)")
        #expect(
          wrong.status == 400 && wrong.text.contains("\"the radius must be more than 0 and at most 50000 meters\""),
          "\(radius): \(wrong.text)")
      }
    }
  }
}
