import GeoTestKit
import OSMFile
import Testing

@testable import make_default_data

@Suite("The data that ships")
struct ShippedDataTests {
  @Test("the world layer is small, marked, and has all countries of ISO 3166-1")
  func world() throws {
    let reader = try OSMFileReader(path: SharedData.packageRoot + "/data/world.osm.pbf")
    #expect(reader.header.isWorldLayer)
    #expect(reader.fileSize < 8_000_000)
    let world = try OSMFileContents(path: reader.path)
    let countries = Set(world.relations.compactMap { $0.tags["ISO3166-1"] })
    #expect(countries.count == 250)
    #expect(countries.isSuperset(of: ["AQ", "LI", "SM", "TV", "US", "VA", "XK"]))
    #expect(
      world.relations.filter { $0.tags["admin_level"] == "6" && $0.tags["is_in:country_code"] == "US" }.count > 3_100)
    let cities = world.nodes.filter { $0.tags["place"] != nil }
    let suburbs = Set(cities.filter { $0.tags["place"] == "suburb" }.compactMap { $0.tags["name"] })
    #expect((31_000...33_000).contains(cities.count { $0.tags["place"] == "town" || $0.tags["place"] == "city" }))
    #expect(suburbs.count > 2_500 && suburbs.isSuperset(of: ["Mission District", "Canary Wharf", "Chamartín"]))
    #expect(cities.contains { $0.tags["name"] == "Venezia" && $0.tags["name:en"] == "Venice" })
    #expect(cities.contains { $0.tags["name"] == "北京" && $0.tags["name:de"] == "Peking" })
    #expect(cities.contains { $0.tags["name"] == "Plzeň" && $0.tags["name:de"] == "Pilsen" })
    #expect(cities.contains { $0.tags["name"] == "徐州" } && cities.contains { $0.tags["name"] == "堺" })
    let sections = ["Mission District", "Canary Wharf", "Chamartín", "Plano Piloto"]
    #expect(!cities.contains { $0.tags["place"] != "suburb" && sections.contains($0.tags["name"] ?? "") })
    let districts = cities.filter { $0.tags["place"] == "district" }
    #expect((400...700).contains(districts.count) && districts.count { $0.tags["name"] == "London" } > 30)
    let names = (cities.map(\.tags) + world.relations.map(\.tags)).flatMap { tags in
      tags.compactMap { key, text in key.hasPrefix("name") ? text : nil }
    }
    #expect(!names.contains { PlaceNames.withoutMarks($0) != $0 })
    #expect(!names.contains("asentamiento"), "a word of Natural Earth, not a name")
    let bracketed = (cities.map(\.tags) + world.relations.map(\.tags)).flatMap { tags in
      tags.filter { $0.key.hasPrefix("name") && $0.value.contains("(") && $0.value.hasSuffix(")") }.map { _ in
        tags["name"] ?? ""
      }
    }
    #expect(
      Set(bracketed) == [
        "Kempten (Allgäu)", "Brake (Unterweser)", "Hennef (Sieg)", "Halle (Saale)", "Frankfurt (Oder)",
        "Schwedt (Oder)",
      ])
  }

  @Test("cities that are a unit of their own are areas with the city's name")
  func cityUnits() throws {
    let world = try OSMFileContents(path: SharedData.packageRoot + "/data/world.osm.pbf")
    let units = world.relations.filter { $0.tags["place"] == "city" || $0.tags["place"] == "municipality" }
    let names = Set(units.compactMap { $0.tags["name"] })
    #expect(names.isSuperset(of: ["Washington", "Praha", "Bogotá", "Asunción", "Bissau", "Chișinău", "Скопје"]))
    let ofCounties = units.filter { $0.tags["ISO3166-2"] == nil }
    #expect(ofCounties.map { $0.tags["name"] } == ["New York City"])
    #expect(Set(units.compactMap { $0.tags["ISO3166-2"] }).count == units.count - ofCounties.count)
  }

  @Test("seas have names in many languages, and time zones cover them")
  func seas() throws {
    let world = try OSMFileContents(path: SharedData.packageRoot + "/data/world.osm.pbf")
    let atlantic = world.relations.filter { $0.tags["name"] == "Atlantic Ocean" }
    #expect(atlantic.count == 1 && atlantic.allSatisfy { $0.tags["place"] == "ocean" && $0.tags["name:ja"] == "大西洋" })
    let zones = Set(world.relations.compactMap { $0.tags["timezone"] })
    #expect(zones.isSuperset(of: ["Europe/Kyiv", "America/Nuuk", "Asia/Kolkata", "Etc/GMT+12", "Pacific/Easter"]))
    #expect(
      world.relations.allSatisfy {
        $0.tags["timezone"] == nil || $0.tags["boundary"] == "timezone" || $0.tags["place"] != nil
      })
  }

  @Test("newer divisions take the place of older ones; what has no clear license is not there")
  func subdivisions() throws {
    let world = try OSMFileContents(path: SharedData.packageRoot + "/data/world.osm.pbf")
    let codes = Set(world.relations.compactMap { $0.tags["ISO3166-2"] })
    #expect(codes.isSuperset(of: ["ID-PB", "ID-PE", "LV-111", "KZ-10", "IN-LA", "IQ-HA", "ET-SI", "DZ-54"]))
    #expect(codes.isDisjoint(with: ["ID-PD", "LV-001", "IN-DD", "IN-DN", "IQ-KR"]))
    #expect(!codes.contains { $0.hasPrefix("NP-") })
    let guelmim = world.relations.filter { $0.tags["ISO3166-2"] == "MA-10" }
    let rabat = world.relations.first { $0.tags["ISO3166-2"] == "MA-04" }?.tags.values
    #expect(rabat?.contains { $0.contains("Oriental") } == false, "a code that another region had before 2015")
    #expect(guelmim.map { $0.tags["name:en"] } == ["Guelmim-Oued Noun"], "whole, not its part in Western Sahara")
  }

  @Test(
    "subdivisions are called as people there call them, with the English name beside it",
    arguments: [
      ("ID-JB", "Jawa Barat", "West Java"), ("ID-SU", "Sumatera Utara", "North Sumatra"),
      ("IT-82", "Sicilia", "Sicily"),
      ("IT-32", "Trentino-Alto Adige/Südtirol", "Trentino-South Tyrol"), ("BE-VLG", "Vlaanderen", "Flanders"),
      ("RU-CE", "Чечня", "Chechnya"), ("UA-43", "Автономна Республіка Крим", "Crimea"),
      ("ME-13", "Plav", "Plav Municipality"),
      ("MM-14", "ချင်းပြည်နယ်", "Chin"), ("MV-23", "Haa Dhaalu", nil), ("KM-G", "القمر الكبرى", "Grande Comore"),
      ("CG-7", "Likouala", nil), ("IN-OD", "Odisha", nil),
      ("IN-TN", "Tamil Nadu", nil), ("IN-UP", "उत्तर प्रदेश", "Uttar Pradesh"),
    ])
  func ownNames(code: String, name: String, english: String?) throws {
    let world = try OSMFileContents(path: SharedData.packageRoot + "/data/world.osm.pbf")
    let unit = try #require(world.relations.first { $0.tags["ISO3166-2"] == code && $0.tags["place"] == nil })
    #expect(unit.tags["name"] == name && unit.tags["name:en"] == english)
  }

  @Test("codes are those that ISO 3166-2 has now, and English names are spelled right")
  func codes() throws {
    let world = try OSMFileContents(path: SharedData.packageRoot + "/data/world.osm.pbf")
    let codes = Set(world.relations.compactMap { $0.tags["ISO3166-2"] })
    let guatemala = Set((1...22).map { "GT-" + ($0 < 10 ? "0" : "") + String($0) })
    #expect(codes.filter { $0.hasPrefix("GT-") } == guatemala)
    #expect(codes.isSuperset(of: ["PK-JK", "QA-SH", "QA-KH", "QA-RA"]))
    #expect(codes.isDisjoint(with: ["PK-AJK", "QA-GH", "QA-JB", "QA-JU", "MR-NKC", "ST-S"]))
    let english = world.relations.compactMap { $0.tags["name:en"] }
    #expect(english.allSatisfy { EnglishSpelling.corrected($0) == $0 })
    #expect(english.contains("Piedmont") && english.contains("Northern Red Sea Region"))
  }

  @Test(
    "country, subdivision, county and time zone are one partition where the sources draw a border twice",
    arguments: [
      // Mount Everest, a fort by a river, and towns on both sides of rivers between states.
      (27.9881, 86.9250, "NP", "Asia/Kathmandu"), (-12.427, -64.424, "BR", "America/Porto_Velho"),
      (38.6273, -90.1979, "US-MO", "America/Chicago"), (45.6204, -122.6565, "US-WA", "America/Los_Angeles"),
    ])
  func partition(latitude: Double, longitude: Double, code: String, zone: String) throws {
    let world = try OSMFileContents(path: SharedData.packageRoot + "/data/world.osm.pbf")
    let point = GridPoint(x: Int32((longitude * 1e7).rounded()), y: Int32((latitude * 1e7).rounded()))
    let areas = world.boundaries(grid: WorldLayer.grid).filter {
      ($0.code != nil || $0.tags["boundary"] == "timezone") && $0.contains(point)
    }
    #expect(areas.compactMap { $0.tags["timezone"] }.contains(zone))
    let country = String(code.prefix(2))
    #expect(areas.compactMap { $0.tags["ISO3166-1"] } == [country])
    #expect(code == country || areas.contains { $0.code == code })
  }

  @Test("all of it is below 9 MB, and San Francisco has what a map shows")
  func map() throws {
    let files = ["world", "san-francisco"].map { SharedData.packageRoot + "/data/\($0).osm.pbf" }
    let sizes = try files.map { try OSMFileReader(path: $0).fileSize }
    #expect(sizes.reduce(0, +) < 9_000_000)
    let city = try OSMFileContents(path: files[1])
    func count(_ key: String, _ value: String? = nil) -> Int {
      city.ways.count { way in way.tags[key].map { value == nil || $0 == value } ?? false }
    }
    #expect(count("building") > 5_000 && count("highway", "footway") > 1_000 && count("natural", "coastline") > 5)
    #expect(count("railway", "rail") > 5 && count("leisure", "park") > 20 && count("natural", "water") > 5)
  }

  @Test("San Francisco has the corner of 37.77, -122.41 and nothing that an import ignores")
  func sanFrancisco() throws {
    let city = try OSMFileContents(path: SharedData.packageRoot + "/data/san-francisco.osm.pbf")
    #expect(!city.header.isWorldLayer)
    #expect(city.nodes.contains { $0.id == 5_177_552_049 && $0.tags["addr:street"] == "10th Street" })
    #expect(city.ways.contains { $0.tags["name"] == "Bryant Street" && $0.tags["highway"] != nil })
    let known = Set(city.nodes.map(\.id))
    let used = Set(city.ways.flatMap(\.refs))
    let members = Set(city.relations.flatMap { $0.members.lazy.filter { $0.type == .node }.map(\.id) })
    #expect(city.nodes.allSatisfy { !$0.tags.isEmpty || used.contains($0.id) || members.contains($0.id) })
    #expect(used.subtracting(known).isEmpty)
  }
}
