import GeoModel
import GeoStore
import Testing

@testable import GeoNominatim

@Suite("Labels, ranks and boxes")
struct LabelTests {
  private func label(_ key: String, _ value: String, rank: UInt8, place: String? = nil, country: String? = nil)
    -> String
  {
    AddressLabel.of(MapTag(key: key, value: value), place: place, rank: rank, country: country)
  }

  @Test(
    "boundaries are called by their address rank",
    arguments: [
      (2, "continent"), (4, "country"), (6, "region"), (8, "state"), (10, "state_district"), (12, "county"),
      (14, "municipality"), (16, "city"), (18, "city_district"), (20, "suburb"), (22, "neighbourhood"),
      (24, "city_block"), (0, "administrative"),
    ] as [(UInt8, String)])
  func boundaries(rank: UInt8, name: String) {
    #expect(label("boundary", "administrative", rank: rank) == name)
    #expect(label("boundary", "administrative", rank: rank + 1) == name)
  }

  @Test("a boundary of a settlement is called as the settlement")
  func settlements() { #expect(label("boundary", "administrative", rank: 16, place: "village") == "village") }

  @Test("counties of Norway are called counties")
  func norway() { #expect(label("boundary", "administrative", rank: 8, country: "no") == "county") }

  @Test("settlements are called by their kind, ways road, the rest by its key")
  func others() {
    #expect(label("place", "hamlet", rank: 20) == "hamlet")
    #expect(label("landuse", "residential", rank: 22) == "residential")
    #expect(label("place", "Some Thing", rank: 22) == "some_thing")
    #expect(label("leisure", "yes", rank: 24) == "leisure")
    #expect(label("highway", "footway", rank: 27) == "road")
    #expect(label("amenity", "cafe", rank: 30, place: "village") == "amenity")
    #expect(label("boundary", "postal_code", rank: 11) == "postcode")
  }

  @Test(
    "zoom decides the finest rank",
    arguments: [
      (-1, 2), (0, 2), (1, 2), (2, 2), (3, 4), (4, 4), (5, 8), (6, 10), (7, 10), (8, 12), (9, 12), (10, 16), (11, 17),
      (12, 18), (13, 19), (14, 22), (15, 25), (16, 26), (17, 27), (18, 30), (19, 30), (100, 30),
    ] as [(Int, UInt8)])
  func zoom(zoom: Int, rank: UInt8) { #expect(Zoom.maximumRank(zoom) == rank) }

  @Test("a node has a box of the size that is usual for its kind, within the world")
  func boxes() {
    let point = FixedPoint(x: 95_000_000, y: 470_000_000)
    #expect(
      NodeExtent.box(around: point, MapTag(key: "shop", value: "bakery"))
        == FixedBox(minX: 94_999_500, minY: 469_999_500, maxX: 95_000_500, maxY: 470_000_500))
    #expect(NodeExtent.box(around: point, MapTag(key: "place", value: "town")).maxX == 95_400_000)
    #expect(
      NodeExtent.box(around: FixedPoint(x: 0, y: 899_000_000), MapTag(key: "place", value: "country")).maxY
        == 900_000_000)
  }

  @Test("GeocodeJSON has a few kinds for all ranks")
  func kinds() {
    let words = (0...30).map { GeocodeJSONLevel.of(UInt8($0)).rawValue }
    #expect(words[0] == "locality" && words[4] == "country" && words[9] == "state" && words[12] == "county")
    #expect(words[16] == "city" && words[17] == "district" && words[22] == "locality" && words[25] == "street")
    #expect(words[28] == "house" && words[30] == "house")
  }
}
