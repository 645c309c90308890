import GeoModel
import GeoStore
import Testing

@testable import GeoImport

@Suite("Ranks and layers of map objects")
struct ObjectRankTests {
  private func ranker(
    _ tag: String, _ form: ObjectRanker.Form = .area, level: UInt8 = 15, country: String? = nil
  ) -> ObjectRanker {
    let parts = tag.split(separator: "=").map { String($0) }
    let type: SourceReference.ObjectType = form == .node ? .node : .way
    var ranker = ObjectRanker(
      tag: MapTag(key: parts[0], value: parts[1]), type: type, form: form, adminLevel: level)
    ranker.country = country
    return ranker
  }

  @Test("the level of a boundary gives twice its rank", arguments: [2, 4, 6, 8, 10, 12] as [UInt8])
  func boundaries(_ level: UInt8) {
    let rank = level * 2
    #expect(ranker("boundary=administrative", level: level).ranks == MapObjectRanks(search: rank, address: rank))
  }

  @Test(
    "places, lands, waters and ways",
    arguments: [
      ("place=city", 16, 16), ("place=town", 18, 16), ("place=village", 19, 16), ("place=suburb", 19, 20),
      ("place=hamlet", 20, 20), ("place=island", 17, 0), ("place=square", 25, 25), ("place=house", 30, 30),
      ("place=houses", 28, 0), ("place=anything", 22, 0), ("boundary=national_park", 25, 0),
      ("place=neighbourhood", 24, 24), ("place=farm", 22, 25), ("landuse=residential", 24, 24),
      ("landuse=forest", 24, 0), ("leisure=park", 24, 0), ("leisure=garden", 25, 0), ("leisure=pitch", 30, 30),
      ("water=lake", 20, 0),
      ("natural=peak", 18, 0), ("natural=tree", 30, 30), ("natural=water", 22, 0), ("waterway=river", 19, 0),
      ("waterway=canal", 20, 0), ("highway=residential", 26, 26), ("highway=footway", 27, 27),
      ("highway=primary_link", 27, 27), ("highway=platform", 30, 30),
      ("amenity=cafe", 30, 30), ("building=yes", 30, 30), ("man_made=tower", 30, 30),
    ] as [(String, UInt8, UInt8)])
  func table(_ tag: String, _ search: UInt8, _ address: UInt8) {
    #expect(ranker(tag).ranks == MapObjectRanks(search: search, address: address))
  }

  @Test("nodes on ways and lands without an area are as fine as houses")
  func forms() {
    #expect(ranker("highway=bus_stop", .node).ranks == MapObjectRanks(search: 30, address: 30))
    #expect(ranker("landuse=residential", .node).ranks == MapObjectRanks(search: 30, address: 30))
  }

  @Test(
    "some countries order their levels in their own way",
    arguments: [
      ("boundary=administrative", 4, "be", 6, 6), ("boundary=administrative", 5, "de", 10, 0),
      ("boundary=administrative", 3, "se", 8, 8), ("boundary=administrative", 4, "no", 12, 12),
      ("boundary=administrative", 8, "ru", 14, 14), ("place=municipality", 15, "id", 18, 18),
      ("boundary=administrative", 6, "es", 10, 10), ("boundary=administrative", 7, "nl", 13, 0),
      ("place=municipality", 15, "fr", 14, 14), ("boundary=administrative", 4, "li", 8, 8),
    ] as [(String, UInt8, String, UInt8, UInt8)])
  func countries(_ tag: String, _ level: UInt8, _ country: String, _ search: UInt8, _ address: UInt8) {
    let ranker = ranker(tag, level: level, country: country)
    #expect(ranker.ranks == MapObjectRanks(search: search, address: address) && ranker.dependsOnCountry)
  }

  @Test("a capital is one rank more important, a postal area by the look of its code")
  func special() {
    var capital = ranker("place=city", .node)
    capital.isCapital = true
    #expect(capital.ranks == MapObjectRanks(search: 15, address: 16))
    var postal = ranker("boundary=postal_code")
    postal.postalCode = "9490"
    #expect(postal.ranks == MapObjectRanks(search: 21, address: 11))
    (postal.postalCode, postal.country) = ("SW1A 1AA", "gb")
    #expect(postal.ranks == MapObjectRanks(search: 25, address: 5))
    postal.postalCode = "SW1A"
    #expect(postal.ranks == MapObjectRanks(search: 21, address: 5))
    (postal.postalCode, postal.country) = ("950-0000", "jp")
    #expect(postal.ranks == MapObjectRanks(search: 25, address: 11))
  }

  @Test(
    "layers: what an address is made of, what people look for, tracks, nature, and all the rest",
    arguments: [
      ("highway=residential", .line, false, .address), ("place=village", .node, false, .address),
      ("boundary=administrative", .area, false, .address), ("place=house", .node, true, .address),
      ("building=yes", .area, true, .address), ("amenity=cafe", .node, false, .poi),
      ("amenity=cafe", .node, true, [.address, .poi]), ("amenity=bench", .line, false, .manmade),
      ("railway=tram", .line, false, .railway), ("railway=station", .node, false, [.railway, .poi]),
      ("waterway=river", .line, false, .natural), ("natural=peak", .node, false, .natural),
      ("natural=spring", .node, false, [.natural, .poi]), ("leisure=park", .area, false, .manmade),
      ("boundary=national_park", .area, false, .manmade), ("building=school", .area, false, .manmade),
    ] as [(String, ObjectRanker.Form, Bool, MapLayers)])
  func layers(_ tag: String, _ form: ObjectRanker.Form, _ isAddress: Bool, _ expected: MapLayers) {
    let ranker = ranker(tag, form, level: 8)
    #expect(ranker.layers(ranker.ranks, isAddress: isAddress) == expected)
  }

  @Test("closed ways are areas unless they are something to go along")
  func closedWays() {
    func isArea(_ key: String, _ value: String, area: Bool? = nil) -> Bool {
      ObjectForm.isArea(MapTag(key: key, value: value), area: area)
    }
    #expect(isArea("leisure", "park") && isArea("building", "yes") && isArea("railway", "station"))
    #expect(isArea("natural", "water") && isArea("waterway", "dock") && isArea("place", "square"))
    #expect(!isArea("highway", "residential") && !isArea("railway", "tram") && !isArea("waterway", "river"))
    #expect(!isArea("aeroway", "runway") && !isArea("place", "houses") && !isArea("bridge", "yes"))
    #expect(isArea("highway", "pedestrian", area: true) && !isArea("leisure", "park", area: false))
  }
}
