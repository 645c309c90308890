import GeoModel
import GeoTestKit
import Testing

@testable import GeoLocale

@Suite("Layouts that are remembered")
struct RecentLayoutsTests {
  /// The possible values of each field: none, an empty text, or a text that another field may have, too.
  private static let streets = [nil, "", "Main Street", "Κεντρική", "Monaco", "丸の内1丁目", "Ville"]
  private static let numbers = [nil, "7", "12 a", "No. 7"]
  private static let suburbs = [nil, nil, nil, "", "丸の内"]
  private static let cities = [nil, "", "Monaco", "Springfield", "東京", "Ville"]
  private static let states = [nil, "California", "東京都", "Springfield"]
  private static let codes = [nil, "", "94103", "98000", "SW1A 2AA"]

  @Test("are those that are made anew, in all countries, whatever was asked before")
  func same() {
    let layouts = RecentLayouts()
    var random = SeededGenerator(seed: 20_26)
    let countries = ["US", "DE", "GB", "MC", "GR", "JP", "IT", "IE", "HU", "RU", "ES", "AU", "IR", "ID", "XX", nil]
    var remembered = 0
    for _ in 0..<20_000 {
      var placemark = Placemark(
        coordinate: Coordinate(FixedPoint(x: 0, y: 0)), distanceMeters: 0, match: .address, source: nil)
      placemark.isoCountryCode = countries.randomElement(using: &random)!
      placemark.country = [placemark.isoCountryCode, "Monaco", nil, ""].randomElement(using: &random)!
      placemark.thoroughfare = Self.streets.randomElement(using: &random)!
      placemark.subThoroughfare = Self.numbers.randomElement(using: &random)!
      placemark.subLocality = Self.suburbs.randomElement(using: &random)!
      placemark.locality = Self.cities.randomElement(using: &random)!
      placemark.subAdministrativeArea = [nil, "Roma", "County Ville"].randomElement(using: &random)!
      placemark.administrativeArea = Self.states.randomElement(using: &random)!
      placemark.administrativeAreaCode = [nil, "US-CA", "US"].randomElement(using: &random)!
      placemark.postalCode = Self.codes.randomElement(using: &random)!
      placemark.neighborhood = [nil, "Old Town"].randomElement(using: &random)!
      var filled = placemark
      layouts.fill(&filled)
      #expect(filled.title == AddressLayout.title(for: placemark))
      #expect(filled.subtitle == AddressLayout.subtitle(for: placemark))
      #expect(filled.formattedAddress == AddressLayout.lines(for: placemark))
      let isUsual = placemark.thoroughfare?.isEmpty == false
      if isUsual, filled.subtitle != nil { remembered += 1 }
    }
    #expect(remembered > 2_000, "too few are of the kind that is remembered")
  }

  @Test("a house's name stands above its street where houses are found by it, once, and not beside remembered lines")
  func houseNames() {
    let layouts = RecentLayouts()
    func filled(_ country: String, _ street: String?, houseName: String?) -> Placemark {
      var placemark = Address(country, street, nil, "Bray", "SL6 2AQ").placemark
      placemark.name = "The Post Office"
      layouts.fill(&placemark, houseName: houseName)
      return placemark
    }
    let cottage = filled("GB", "High Street", houseName: "Rose Cottage")
    #expect(cottage.formattedAddress == ["Rose Cottage", "High Street", "Bray", "SL6 2AQ"])
    #expect(cottage.title == "Rose Cottage, High Street" && cottage.subtitle == "Bray, SL6 2AQ")
    #expect(filled("GB", "High Street", houseName: nil).formattedAddress == ["High Street", "Bray", "SL6 2AQ"])
    #expect(filled("GB", "Mill Row", houseName: "Mill Row").formattedAddress == ["Mill Row", "Bray", "SL6 2AQ"])
    #expect(filled("GB", nil, houseName: "Rose Cottage").formattedAddress == ["Rose Cottage", "Bray", "SL6 2AQ"])
    #expect(filled("GB", nil, houseName: "Rose Cottage").title == "The Post Office")
    #expect(filled("DE", "Am Ring", houseName: "Villa Rosa").formattedAddress == ["Am Ring", "SL6 2AQ Bray"])
  }
}
