import Foundation
import GeoTestKit
import Testing

extension EndToEnd {
  /// Queries the default data about places all over the world.
  ///
  /// The facts come from `world-check.tsv`, which is stored with the real extracts. A few of them are here, so that
  /// something is checked without that file.
  @Suite("The world") struct WorldCheck {
    /// The expected answer at a point; nil fields are not checked.
    struct Fact {
      var point: String
      var country: String?
      var state: String?
      var city: String?
      var localCity: String?
      var sea: String?
      var timeZone: String?
    }

    private static let sample = [
      Fact(
        point: "38.8977 -77.0365", country: "US", state: "US-DC", city: "Washington", localCity: "Washington",
        timeZone: "America/New_York"),
      Fact(point: "50.0755 14.4378", country: "CZ", state: "CZ-10", city: "Prague", localCity: "Praha"),
      Fact(point: "-25.2867 -57.647", country: "PY", state: "PY-ASU", city: "Asunción", localCity: "Asunción"),
      Fact(point: "12.11 15.05", country: "TD", city: "N'Djamena"), Fact(point: "41.9981 21.4254", city: "Skopje"),
      Fact(point: "47.0105 28.8638", country: "MD", state: "MD-CU", city: "Chişinău", localCity: "Chişinău"),
      Fact(point: "45.4371 12.3326", country: "IT", state: "IT-34", city: "Venice", localCity: "Venezia"),
      Fact(point: "21.4225 39.8262", country: "SA", city: "Mecca", localCity: "مكة"),
      Fact(point: "39.9042 116.4074", country: "CN", state: "CN-BJ", city: "Beijing", localCity: "北京"),
      Fact(point: "37.5665 126.978", country: "KR", state: "KR-11", city: "Seoul", localCity: "서울"),
      Fact(point: "40.6413 -73.7781", country: "US", state: "US-NY", city: "New York City"),
      Fact(point: "49.7475 13.3776", country: "CZ", city: "Plzeň", localCity: "Plzeň"),
      Fact(point: "40.7282 -74.0776", state: "US-NJ", city: "Jersey City"),
      Fact(point: "34.0736 -118.4004", city: "Beverly Hills"), Fact(point: "51.5127 -0.1337", city: "London"),
      Fact(point: "53.3498 -6.2603", country: "IE", state: "IE-D", city: "Dublin"),
      Fact(point: "22.2819 114.1582", country: "HK", city: "Hong Kong"),
      Fact(point: "25.2048 55.2708", country: "AE", city: "Dubai"), Fact(point: "42.6629 21.1655", country: "XK"),
      Fact(point: "-2.533 140.717", country: "ID", state: "ID-PA"),
      Fact(point: "0 -30", sea: "Atlantic Ocean", timeZone: "Etc/GMT+2"),
      Fact(point: "-14 139", sea: "Gulf of Carpentaria"), Fact(point: "60 -86", sea: "Hudson Bay"),
      Fact(point: "58 -178", sea: "Bering Sea", timeZone: "Etc/GMT+12"),
      Fact(point: "51.47 -0.4543", state: "GB-ENG", city: "London"),
      Fact(point: "34.1867 -118.449", city: "Los Angeles"),
      Fact(point: "-37.9 144.6667", city: "Melbourne"), Fact(point: "25.2218 55.3573", city: "Dubai"),
      Fact(point: "10.7769 106.7009", city: "Ho Chi Minh City"), Fact(point: "23.8103 90.4125", city: "Dhaka"),
      Fact(point: "22.3302 114.1595", city: "Hong Kong"), Fact(point: "1.4927 103.7414", city: "Johor Bahru"),
      Fact(point: "5.312 -3.9936", city: "Abidjan"),
      Fact(point: "31.0364 31.3807", city: "Al Mansurah", localCity: "المنصورة"),
      Fact(point: "41.8137 -71.37", city: "East Providence"),
      Fact(point: "-8.7233 115.1723", city: "Kuta", localCity: "Kuta"),
      Fact(point: "-36.5 175.1", country: "NZ", sea: "Pacific Ocean"),
      Fact(point: "-36.2 175.42", country: "NZ", sea: ""),
      Fact(point: "64.35 -22.6", country: "IS", sea: "Atlantic Ocean"),
      Fact(point: "50.4501 30.5234", city: "Kyiv", localCity: "Київ", timeZone: "Europe/Kyiv"),
    ]

    @Test("is known at well-known places")
    func wellKnown() throws {
      for (_, tally) in try Self.compare(Self.sample) { #expect(tally.faults == []) }
    }

    @Test("is known at 200 places", .enabled(if: SharedData.isAvailable, "\(SharedData.missing)"))
    func manyPlaces() throws {
      let lines = try String(contentsOfFile: SharedData.path("world/v2/world-check.tsv"), encoding: .utf8).split(
        separator: "\n")
      let facts = lines.dropFirst().map { line in
        let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map { $0.isEmpty ? nil : String($0) }
        return Fact(
          point: "\(fields[0]!) \(fields[1]!)", country: fields[3], state: fields[4], city: fields[5],
          localCity: fields[6], sea: fields[7], timeZone: fields[8])
      }
      #expect(facts.count == 200)
      let needed = ["country": 1, "state": 0.99, "city": 0.97, "local name": 0.9, "sea": 0.97, "time zone": 0.99]
      for (field, tally) in try Self.compare(facts) {
        #expect(tally.share >= needed[field] ?? 1, "\(field): \(tally.share), wrong at \(tally.faults)")
      }
    }

    /// How many facts of a kind are right.
    private struct Tally {
      var count = 0
      var faults: [String] = []
      var share: Double { 1 - Double(faults.count) / Double(max(count, 1)) }

      mutating func add(_ expected: String?, _ found: Any?, at point: String, isSame: (String, String) -> Bool = (==)) {
        guard let expected else { return }
        count += 1
        let found = found as? String ?? ""
        if !isSame(expected, found) { faults.append("\(point): \(found) instead of \(expected)") }
      }
    }

    private static func compare(_ facts: [Fact]) throws -> [String: Tally] {
      let english = try answers(facts, language: "en")
      let local = try answers(facts, language: "native")
      var tallies: [String: Tally] = [:]
      for (fact, (english, local)) in zip(facts, zip(english, local)) {
        let city = { (expected: String, found: String) in isSame(expected, found) }
        tallies["country", default: Tally()].add(fact.country, english["countryCode"], at: fact.point)
        tallies["state", default: Tally()].add(fact.state, english["stateCode"], at: fact.point)
        tallies["city", default: Tally()].add(fact.city, english["city"], at: fact.point, isSame: city)
        tallies["local name", default: Tally()].add(fact.localCity, local["city"], at: fact.point, isSame: city)
        tallies["sea", default: Tally()].add(fact.sea, english["ocean"], at: fact.point)
        tallies["time zone", default: Tally()].add(fact.timeZone, english["timeZone"], at: fact.point)
      }
      return tallies
    }

    /// The addresses of the default data at these points.
    private static func answers(_ facts: [Fact], language: String) throws -> [[String: Any]] {
      let input = facts.map { $0.point + "\n" }.joined()
      let outcome = try DefaultCache.program().run("--format json --language \(language) -", input: input)
      #expect(outcome.status == 0 && outcome.lines.count == facts.count)
      return try outcome.lines.map { line in
        let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
        return object?["address"] as? [String: Any] ?? [:]
      }
    }

    /// Whether two spellings mean the same name: equal without accents, apostrophes and hyphens, or known variants.
    private static func isSame(_ expected: String, _ found: String) -> Bool {
      plain(expected) == plain(found) || otherSpellings[expected] == found
    }

    private static func plain(_ name: String) -> String {
      name.folding(options: [.diacriticInsensitive, .caseInsensitive], locale: nil)
        .replacing("-", with: " ").filter { $0.isLetter || $0 == " " }
    }

    private static let otherSpellings = [
      "Québec": "Quebec City", "Zhezkazgan": "Jezkazgan", "Palma": "Palma de Mallorca", "Hadibo": "Hadibu",
      "Offenbach am Main": "Offenbach",
    ]
  }
}
