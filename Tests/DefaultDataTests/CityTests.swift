import OSMFile
import Testing

@testable import make_default_data

@Suite("Cities of the world layer")
struct CityTests {
  private func city(
    _ id: String, _ latitude: Double, _ longitude: Double, _ population: Int, country: String = "GB",
    isCapital: Bool = false
  ) -> City {
    City(
      id: id, names: ["name": id], latitude: latitude, longitude: longitude, countryCode: country,
      population: population, timeZone: "", isCapital: isCapital)
  }

  @Test("a town in the middle of a city of ten times its people is a quarter, unless it is known better")
  func quarters() {
    let london = city("London", 51.507, -0.128, 8_900_000)
    let towns = [
      london, city("Westminster", 51.5, -0.117, 255_000), city("Croydon", 51.377, -0.103, 173_000),
      city("Large", 51.5, -0.12, 900_000), city("Abroad", 51.5, -0.12, 20_000, country: "FR"),
      city("Capital", 51.5, -0.12, 20_000, isCapital: true), city("5099836", 51.5, -0.12, 20_000),
      city("2285853", 51.5, -0.12, 900_000),
    ]
    #expect(
      towns.filter { !Quarters(of: towns).contains($0) }.map(\.id) == [
        "London", "Croydon", "Large", "Abroad", "Capital", "5099836",
      ])
  }

  @Test(
    "local names are without the word for a city and without the letters of old character sets",
    arguments: [
      ("수원시", "ko", "수원"), ("서울특별시", "ko", "서울"), ("那覇市", "ja", "那覇"), ("四日市", "ja", "四日市"),
      ("四日市市", "ja", "四日市"), ("津市", "ja", "津市"), ("Kota Tangerang", "id", "Tangerang"), ("Kota", "id", "Kota"),
      ("Iaşi", "ro", "Iași"), ("Kuşadası", "tr", "Kuşadası"),
    ])
  func localNames(name: String, language: String, expected: String) {
    #expect(PlaceNames.asWritten(name, language: language) == expected)
  }

  @Test("an unsure name of a Japanese or Chinese city is confirmed by the word for a city")
  func confirmedNames() {
    let names: [Substring] = ["Nagano", "長野", "長野市", "ながの"]
    #expect(PlaceNames.confirmed(among: names, language: "ja") == "長野")
    #expect(PlaceNames.confirmed(among: names, language: "fr") == nil)
    #expect(PlaceNames.confirmed(among: ["长野", "長野市"], language: "zh-Hans") == nil)
    #expect(PlaceNames.confirmed(among: ["长野", "長野", "長野市", "长野市"], language: "zh-Hans") == nil)
  }

  @Test("an edge around the Earth along a pole is cut, so that it is not taken for one across the antimeridian")
  func poles() {
    let (west, east) = (GridPoint(x: -1_800_000_000, y: 900_000_000), GridPoint(x: 1_800_000_000, y: 900_000_000))
    let ring = GeoJSONAreas.stretched([east, west])
    #expect(ring.count == 9 && ring.first == east && ring.last == west)
    #expect(zip(ring, ring.dropFirst()).allSatisfy { $0.x - $1.x == 450_000_000 && $1.y == 900_000_000 })
    let short = [west, GridPoint(x: -1_790_000_000, y: 900_000_000)]
    #expect(GeoJSONAreas.stretched(short) == short)
  }

  @Test("an island that a sea lacks is cut out of it, one that it has stays as it is")
  func islands() throws {
    func square(_ low: Int32, _ high: Int32) -> [GridPoint] {
      [(low, low), (high, low), (high, high), (low, high), (low, low)].map { GridPoint(x: $0.0, y: $0.1) }
    }
    let sea = Boundary(tags: ["name": "Tasman Sea"], lines: [square(0, 90), square(12, 18)])
    let countries = Boundary(tags: [:], lines: [square(30, 40), square(10, 20), square(13, 16), square(80, 95)])
    let cut = try #require(SeaIslands.cut(of: [countries], outOf: [sea]).first)
    #expect(cut.lines == sea.lines + [square(30, 40)])
    #expect(!cut.contains(GridPoint(x: 35, y: 35)) && cut.contains(GridPoint(x: 50, y: 50)))
    let finer = Boundary(tags: [:], lines: [square(31, 39), square(60, 65)])
    let twice = try #require(SeaIslands.cut(of: [countries, finer], outOf: [sea]).first)
    #expect(!twice.contains(GridPoint(x: 35, y: 35)), "an island of two sources is cut out once")
    #expect(!twice.contains(GridPoint(x: 62, y: 62)))
  }

  @Test(
    "an island that no country reaches is of the country whose time it keeps, and so are the exclaves that are known")
  func remoteIslands() {
    func square(_ low: Int32, _ high: Int32) -> [GridPoint] {
      [(low, low), (high, low), (high, high), (low, high), (low, low)].map {
        GridPoint(x: $0.0 * 100_000, y: $0.1 * 100_000)
      }
    }
    func country(_ code: String, _ low: Int32, _ high: Int32) -> Boundary {
      Boundary(tags: ["ISO3166-1": code], lines: [square(low, high)])
    }
    let zones = [
      ("Asia/Taipei", [square(0, 20), square(60, 64), square(130, 135), square(140, 141)]),
      ("Asia/Tokyo", [square(70, 75)]),
    ]
    .map { Boundary(tags: ["timezone": $0.0], lines: $0.1) }
    let areas = RemoteIslands.added(
      to: [country("TW", 0, 20), country("CN", 50, 100)], zones: zones,
      countryOfZone: ["Asia/Taipei": "TW", "Asia/Tokyo": "CN"])
    func has(_ index: Int, _ place: Int32) -> Bool {
      areas[index].contains(GridPoint(x: place * 100_000, y: place * 100_000))
    }
    #expect(has(0, 10) && has(0, 62) && has(0, 132) && !has(0, 80))
    #expect(!has(1, 62) && has(1, 72) && has(1, 80) && !has(1, 132))
    #expect(areas[0].lines.count == 3, "what is narrow is a sliver")
  }

  @Test("an ocean that the source cuts in two is one")
  func oceans() throws {
    func half(_ name: String, _ ys: [Int32]) -> Boundary {
      let ring = [(0, ys[0]), (9, ys[0]), (9, ys[1]), (0, ys[1]), (0, ys[0])].map { GridPoint(x: $0.0, y: $0.1) }
      return Boundary(tags: ["name": name, "name:en": name, "class": "ocean"], lines: [ring])
    }
    let seas = Seas.named([
      half("North Atlantic Ocean", [0, 5]), half("South Atlantic Ocean", [-5, 0]), half("Red Sea", [6, 7]),
    ])
    #expect(seas.compactMap { $0.tags["name"] } == ["Atlantic Ocean", "Red Sea"])
    #expect(seas[0].contains(GridPoint(x: 4, y: 0)) && seas[0].contains(GridPoint(x: 4, y: -4)))
    #expect(!seas[0].contains(GridPoint(x: 4, y: 6)))
  }

  @Test("a city that is the seat of a larger unit is not on the unit's far islands")
  func farIslands() {
    func box(_ west: Int32, _ south: Int32, _ east: Int32, _ north: Int32) -> [GridPoint] {
      let corners = [(west, south), (east, south), (east, north), (west, north), (west, south)]
      return corners.map { GridPoint(x: $0.0 * 1_000_000, y: $0.1 * 1_000_000) }
    }
    let seat = GridPoint(x: 5_000_000, y: 5_000_000)
    let (main, lake, far) = (box(0, 0, 10, 10), box(2, 2, 3, 3), box(40, 0, 50, 10))
    // A piece may consist of several lines.
    let lines = [Array(main[...2]), far, Array(main[2...]), lake]
    #expect(CityUnits.piece(of: lines, around: seat) == [lines[0], lines[2], lake])
    #expect(CityUnits.piece(of: lines, around: GridPoint(x: -1, y: 0)) == lines)
  }

  @Test("islands that no time zone of land has are cut out of the sea, if a country has them")
  func isletsWithoutZone() {
    func box(_ west: Int32, _ east: Int32) -> [GridPoint] {
      [(west, 0), (east, 0), (east, 10), (west, 10), (west, 0)].map {
        GridPoint(x: $0.0 * 1_000_000, y: $0.1 * 1_000_000)
      }
    }
    let land = Boundary(tags: [:], lines: [box(1, 2), box(21, 22), box(41, 42)])
    let zones = [("A/A", 0, 10), ("Etc/GMT", 10, 90)].map { name, west, east in
      Boundary(tags: ["boundary": "timezone", "timezone": name], lines: [box(Int32(west), Int32(east))])
    }
    let country = Boundary(tags: ["ISO3166-1": "AA"], lines: [box(0, 30)])
    let islets = SeaIslands.withoutZone([land], zones: zones, countries: [country])
    #expect(islets.flatMap(\.lines) == [box(21, 22)])
  }

  @Test(
    "words for a rank that the main name lacks are no part of an English name, but where people say them",
    arguments: [
      ("Kashgar City", "Kashgar", "CN", "Kashgar"), ("Municipality of Bitola", "Bitola", "MK", "Bitola"),
      ("Suiling Town", "Suiling", "CN", "Suiling"), ("Quebec City", "Québec", "CA", "Quebec City"),
      ("Mexico City", "Mexico City", "MX", "Mexico City"), ("Melaka City", "Malacca", "MY", "Melaka"),
    ])
  func ranks(english: String, main: String, country: String, expected: String) {
    #expect(City.withoutRank(english, main: main, country: country) == expected)
  }
}
