import Testing

@testable import GeoModel

@Suite("The hundred block of a street")
struct HundredBlockTests {
  @Test(
    "is that of the house number on the same street, in the United States alone",
    arguments: [
      ("1252, 1256", "US", "Howard Street", 1200), ("100", "US", "Howard Street", 100),
      ("99", "US", "Howard Street", nil),
      ("401A", "US", "Howard Street", 400), ("A401", "US", "Howard Street", nil), ("401", "CA", "Howard Street", nil),
      ("401", "US", "9th Street", nil), (nil, "US", "Howard Street", nil),
      ("104-20", "US", "Howard Street", nil), ("1252-1256", "US", "Howard Street", 1200),
    ] as [(String?, String, String, Int?)])
  func block(number: String?, country: String, road: String, expected: Int?) throws {
    var placemark = Placemark(
      coordinate: try Coordinate(latitude: 37.77, longitude: -122.41), distanceMeters: 0, match: .address, source: nil)
    (placemark.subThoroughfare, placemark.thoroughfare) = (number, "Howard Street")
    placemark.isoCountryCode = country
    #expect(placemark.hundredBlock(on: road) == expected)
  }
}
