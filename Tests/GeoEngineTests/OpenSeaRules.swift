import GeoModel
import Testing

@testable import GeoEngine

@Suite("Far out at sea") struct OpenSeaRules {
  @Test("a coarse border that reaches 600 km out makes no country of the ocean, a real one does")
  func farOut() throws {
    func country(latitude: Double, longitude: Double, isCoarse: Bool) throws -> String? {
      var town = Town(
        """
        a            b
              p
        d            c
        """, latitude: latitude, longitude: longitude)
      town.area("Brasil", "abcd", level: 2, country: "BR", isCoarse: isCoarse)
      do {
        return try town.ask("p").isoCountryCode
      } catch let error as GeocodingError where error.code == .placemarkNotFound {
        return nil
      }
    }
    #expect(try country(latitude: 0, longitude: -30, isCoarse: true) == nil)
    #expect(try country(latitude: 0, longitude: -30, isCoarse: false) == "BR")
    #expect(try country(latitude: -8, longitude: -35, isCoarse: true) == "BR")
  }

  @Test(
    "lonely islands and atolls are not at sea",
    arguments: [
      (-3.855, -32.425), (0.917, -29.345), (-20.51, -29.32), (-27.12, -109.36), (-8.52, 179.19), (1.42, 172.98),
      (-37.11, -12.29), (28.21, -177.37), (-21.24, -159.78), (-0.63, 73.15), (24.29, 153.98), (-19.7, 63.43),
      (7.1, 171.2), (6.88, 158.2), (-14.82, -138.81), (52.0, 4.0), (37.7, -123.0), (-33.64, -78.84),
    ])
  func islands(latitude: Double, longitude: Double) throws {
    #expect(!OpenSea.contains(FixedPoint(try Coordinate(latitude: latitude, longitude: longitude))))
  }

  @Test("a thousand kilometers from any coast is at sea", arguments: [(0.0, -30.0), (-25.0, -100.0), (-23.77, -92.52)])
  func ocean(latitude: Double, longitude: Double) throws {
    #expect(OpenSea.contains(FixedPoint(try Coordinate(latitude: latitude, longitude: longitude))))
  }
}
