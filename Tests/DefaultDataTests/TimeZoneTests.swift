import GeoTestKit
import Testing

@testable import make_default_data

@Suite("Time zones of areas are never guessed")
struct TimeZoneTests {
  private func city(_ id: Int64, _ country: String, _ zone: String, longitude: Double = 0.5) -> City {
    City(
      geonameid: id, name: "City \(id)", latitude: 0.5, longitude: longitude, countrycode: country, population: 20_000,
      timezone: zone)
  }

  private func square(_ tags: [String: String], west: Int32 = 0) -> Boundary {
    let corners: [(Int32, Int32)] = [(west, 0), (west + 1, 0), (west + 1, 1), (west, 1), (west, 0)]
    return Boundary(tags: tags, lines: [corners.map { GridPoint(x: $0.0 * 10_000_000, y: $0.1 * 10_000_000) }])
  }

  private func zone(_ cities: [City], _ boundary: Boundary) -> String? {
    TimeZones(cities).assigned(to: [boundary])[0].tags["timezone"]
  }

  @Test("a country with one zone has the zone of its cities, a slip among twenty aside")
  func undivided() {
    let cities = (1...20).map { city($0, "IN", $0 == 7 ? "Asia/Kathmandu" : "Asia/Kolkata") }
    #expect(zone(cities, square(["ISO3166-1": "IN"])) == "Asia/Kolkata")
    #expect(zone(Array(cities.prefix(8)), square(["ISO3166-1": "IN"])) == nil)
    #expect(zone([], square(["ISO3166-1": "IN"])) == nil)
  }

  @Test("a divided country has none, its subdivisions that of the cities in them")
  func divided() {
    let cities = [city(1, "US", "America/Los_Angeles"), city(2, "US", "America/Denver", longitude: 1.5)]
    #expect(zone(cities, square(["ISO3166-1": "US"])) == nil)
    #expect(zone(cities, square(["ISO3166-2": "US-CA"])) == "America/Los_Angeles")
    #expect(zone(cities, square(["ISO3166-2": "US-UT"], west: 1)) == "America/Denver")
    #expect(zone(cities, square(["ISO3166-2": "US-WY"], west: 2)) == nil)
  }

  @Test("a subdivision that a line between zones divides has none")
  func dividedSubdivision() {
    #expect(zone([city(1, "US", "America/Los_Angeles")], square(["ISO3166-2": "US-OR"])) == nil)
  }

  @Test("cities that disagree give none")
  func disagreement() {
    let cities = [city(1, "US", "America/Los_Angeles"), city(2, "US", "America/Denver")]
    #expect(zone(cities, square(["ISO3166-2": "US-CA"])) == nil)
  }
}
