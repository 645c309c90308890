import GeoTestKit
import Testing

@testable import make_default_data

@Suite("Tags of the world layer")
struct TagTests {
  @Test(
    "county names as people say them",
    arguments: [
      ("San Francisco County", "CA", "San Francisco County"), ("Orleans Parish", "LA", "Orleans Parish"),
      ("Charlottesville City", "VA", "Charlottesville"), ("Carson City", "NV", "Carson City"),
      ("Charles City County", "VA", "Charles City County"), ("Anchorage Municipality", "AK", "Anchorage"),
      ("Mayagez Municipio", "PR", "Mayagüez"), ("San Juan County", "PR", "San Juan"),
      ("San Juan County", "WA", "San Juan County"), ("Saint Croix (County Equivalent)", "VI", "Saint Croix"),
      ("District of Columbia", "DC", "District of Columbia"), ("DeBaca County", "NM", "De Baca County"),
    ])
  func countyName(_ source: String, _ state: String, _ expected: String) {
    #expect(CountyTags.name(source, state: state) == expected)
  }

  @Test("a county of Puerto Rico lies in the territory, which has a code of its own")
  func territory() {
    #expect(CountyTags.tidy(["name": "Ponce Municipio", "is_in:state_code": "PR"])["is_in:country_code"] == "PR")
    #expect(CountyTags.tidy(["name": "Kent County", "is_in:state_code": "DE"])["is_in:country_code"] == "US")
  }

  private func tidy(_ tags: [String: String]) -> [String: String]? {
    AdministrativeTags.tidy(Boundary(tags: tags, lines: []))?.tags
  }

  @Test("a country keeps its English name only if it differs")
  func englishName() {
    let country = ["admin_level": "2", "name": "Deutschland", "name:en": "Germany", "ISO3166-1:alpha2": "DE"]
    #expect(tidy(country)?["name:en"] == "Germany")
    #expect(tidy(country)?["ISO3166-1"] == "DE")
    #expect(
      tidy(["admin_level": "2", "name": "Malta", "name:en": "Malta", "ISO3166-1:alpha2": "MT"])?["name:en"] == nil)
  }

  @Test("codes that ISO only reserves become subdivisions, or nothing where there are such already")
  func reservedCodes() {
    let canaries = tidy(["admin_level": "2", "name": "Canary Islands", "ISO3166-1:alpha2": "IC"])
    #expect(canaries?["ISO3166-2"] == "ES-CN")
    #expect(canaries?["admin_level"] == "4")
    #expect(canaries?["ISO3166-1"] == nil)
    #expect(tidy(["admin_level": "2", "name": "Ceuta", "ISO3166-1:alpha2": "EA"]) == nil)
  }

  @Test("codes that the source mixes up are put right, and those that ISO has replaced are the new ones")
  func codes() {
    #expect(tidy(["admin_level": "4", "name": "Likouala", "ISO3166-2": "CG-2"])?["ISO3166-2"] == "CG-7")
    let odisha = Boundary(tags: ["name": "Odisha", "ISO3166-2": "IN-OR"], lines: [])
    #expect(AdministrativeTags.withNewestCode(odisha).tags == ["name": "Odisha", "ISO3166-2": "IN-OD"])
  }

  @Test("subdivisions have the level that OpenStreetMap gives them")
  func levels() {
    #expect(tidy(["admin_level": "4", "name": "California", "ISO3166-2": "US-CA"])?["admin_level"] == "4")
    #expect(tidy(["admin_level": "4", "name": "Zadarska županija", "ISO3166-2": "HR-13"])?["admin_level"] == "6")
    #expect(tidy(["admin_level": "4", "name": "Opština Nikšić", "ISO3166-2": "ME-12"])?["name"] == "Nikšić")
  }

  @Test("municipalities of Qatar that are gone are parts of others")
  func qatar() throws {
    func unit(_ code: String, _ west: Int32) -> Boundary {
      let corners: [(Int32, Int32)] = [(west, 0), (west + 1, 0), (west + 1, 1), (west, 1), (west, 0)]
      return Boundary(
        tags: ["admin_level": "4", "ISO3166-2": code, "name": code],
        lines: [corners.map { GridPoint(x: $0.0 * 1_000_000, y: $0.1 * 1_000_000) }])
    }
    let old = [unit("QA-GH", 0), unit("QA-KH", 1), unit("QA-JU", 2), unit("QA-JB", 3), unit("QA-RA", 4)]
    let new = Repairs.repaired(old.compactMap(AdministrativeTags.tidy))
    #expect(new.compactMap(\.code) == ["QA-KH", "QA-SH", "QA-RA"])
    #expect(new[0].contains(GridPoint(x: 500_000, y: 500_000)) && new[2].contains(GridPoint(x: 3_500_000, y: 500_000)))
    #expect(new[1].tags["name:en"] == "Al-Shahaniya")
  }

  @Test("a code that ISO 3166-2 has no more is left out")
  func withdrawn() {
    let unit = AdministrativeTags.withNewestCode(Boundary(tags: ["ISO3166-2": "MR-NKC"], lines: []))
    #expect(unit.tags == ["is_in:country_code": "MR"])
  }
}
