import GeoMap
import GeoModel
import GeoStore
import GeoStoreWriting
import GeoTestKit
import Testing

@testable import GeoBaseMap

/// Which names the world map shows when there is no room for all.
@Suite("Names on the map of the world")
struct WorldLabelTests {
  private static func place(_ latitude: Double, _ longitude: Double) -> FixedPoint {
    FixedPoint(x: Int32(longitude * 1e7), y: Int32(latitude * 1e7))
  }

  private static func box(_ south: Double, _ west: Double, _ north: Double, _ east: Double) -> [FixedPoint] {
    [(south, west), (south, east), (north, east), (north, west), (south, west)].map { place($0.0, $0.1) }
  }

  /// The texts around the center of the map.
  private static func texts(
    _ content: StoreContent, level: Double, canWrite: @escaping @Sendable (String) -> Bool = { _ in true }
  ) throws -> [String] {
    try labels(content, level: level, canWrite: canWrite).map(\.text)
  }

  /// The texts of a picture of 600 by 600 points, with their places in it.
  private static func labels(
    _ content: StoreContent, around middle: MapPoint = MapPoint(Coordinate(place(0, 0))), level: Double,
    canWrite: @escaping @Sendable (String) -> Bool = { _ in true }
  ) throws -> [(text: String, place: ScreenPoint)] {
    var metadata = StoreMetadata()
    metadata.hasWorldLayer = true
    let store = try TemporaryStore(content, metadata: metadata)
    let part = BaseMapPart(
      mapRect: Town.rect(middle, 600, 600, level), zoomScale: MapScale.zoomScale(level: level))
    let map = try StoreMap(database: store.path, canWrite: canWrite)
    return map.draw(part).labels.flatMap(\.drawing.steps).compactMap { step in
      if case .text(let text, let place, _) = step { (text, place) } else { nil }
    }
  }

  /// A country with two cities so close together that only one name has room.
  private static func twoCities(capital: Int?) -> StoreContent {
    var content = StoreContent()
    content.street("Mill Lane", [place(5, 5), place(5.0001, 5)])
    content.area("Land", level: 2, countryCode: "XX", isCoarse: true, ring: box(-8, -8, 8, 8))
    content.place("Large", kind: .city, population: 1_500_000, isCoarse: true, at: place(3, 0))
    content.place("Small", kind: .city, population: 900_000, isCoarse: true, at: place(3.01, 0.01))
    if let capital { content.places[capital].isCapital = true }
    return content
  }

  @Test("a capital comes before a larger city, and has a mark of its own")
  func capitals() throws {
    #expect(try Self.texts(Self.twoCities(capital: nil), level: 5).contains("Large"))
    let names = try Self.texts(Self.twoCities(capital: 1), level: 5)
    #expect(names.first == "Small" && names.contains("Land"))
    // Neither is large enough for level 3 on its own.
    #expect(try Self.texts(Self.twoCities(capital: nil), level: 3.6).contains("Large") == false)
    #expect(try Self.texts(Self.twoCities(capital: 1), level: 3.6).contains("Small"))
  }

  @Test("the country with more people keeps the room; a name beside the middle is better than none")
  func countries() throws {
    var content = StoreContent()
    content.street("Mill Lane", [Self.place(5, 5), Self.place(5.0001, 5)])
    content.area("Few", level: 2, countryCode: "XX", isCoarse: true, ring: Self.box(-8, -8, 8, 8))
    content.area("Many", level: 2, countryCode: "XY", isCoarse: true, ring: Self.box(-8, -8, 8, 8))
    content.areas[0].population = 400_000
    content.areas[1].population = 40_000_000
    let names = try Self.texts(content, level: 4)
    #expect(names == ["Many", "Few"])
  }

  @Test("a name beside the middle stays within the part of the country that it stands in")
  func partOfCountry() throws {
    var content = StoreContent()
    content.street("Mill Lane", [Self.place(5, 5), Self.place(5.0001, 5)])
    content.area("Many", level: 2, countryCode: "XY", isCoarse: true, ring: Self.box(-1, -20, 1, 20))
    content.area(
      "Few", level: 2, countryCode: "XX", isCoarse: true,
      polygons: [[Self.box(-1, -20, 1, 20)], [Self.box(-1, 170, 1, 179)]])
    content.areas[0].population = 40_000_000
    content.areas[1].population = 400_000
    let name = try #require(try Self.labels(content, level: 4).first { $0.text == "Few" })
    // A sixth of the 40 degrees of the part.
    let side: Double = 40.0 / 6 * 256 * 16 / 360
    let away = abs(name.place.x - 300)
    #expect(abs(away - side) < 2)
  }

  @Test("names stand at their places on both sides of the antimeridian")
  func antimeridian() throws {
    var content = StoreContent()
    content.street("Mill Lane", [Self.place(5, 5), Self.place(5.0001, 5)])
    for (name, longitude) in [("Westberg", 179.95), ("Ostberg", -179.95)] {
      content.map.add(peak: Self.place(0, longitude), name: content.names.intern(name), height: 2_812)
    }
    let middle = MapPoint(x: MapSize.world.width, y: MapSize.world.height / 2)
    let labels = try Self.labels(content, around: middle, level: 12)
    for (name, side) in [("Westberg", -1.0), ("Ostberg", 1.0)] {
      let label = try #require(labels.first { $0.text.hasPrefix(name) })
      let place: Double = 300 + side * 0.05 * 256 * 4096 / 360
      #expect(abs(label.place.x - place) < 3, "\(name)")
    }
  }

  @Test("where there are no fonts for a name, another name of the place stands, or none")
  func fonts() throws {
    var content = StoreContent()
    content.street("Mill Lane", [Self.place(5, 5), Self.place(5.0001, 5)])
    content.place(
      "東京", kind: .city, population: 9_000_000, isCoarse: true, at: Self.place(2, 0),
      translations: ["de": "Tokio", "en": "Tokyo", "ko": "도쿄"])
    content.place(
      "横浜", kind: .city, population: 8_000_000, isCoarse: true, at: Self.place(-2, 0), translations: ["de": "Yokohama"])
    content.place("奈良", kind: .city, population: 8_000_000, isCoarse: true, at: Self.place(0, 2))
    #expect(Set(try Self.texts(content, level: 5)) == ["東京", "横浜", "奈良"])
    let latin = try Self.texts(content, level: 5) { text in text.unicodeScalars.allSatisfy { $0.value < 0x300 } }
    #expect(Set(latin) == ["Tokyo", "Yokohama"])
  }
}
