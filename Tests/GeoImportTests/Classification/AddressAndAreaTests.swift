import GeoStore
import GeoStoreWriting
import Testing

@testable import GeoImport

struct AddressTagsTests {
  @Test("several house numbers stay one text, spaces around it go")
  func lists() {
    #expect(AddressTags(Tags([.houseNumber: " 12;14 "]))?.houseNumber == "12;14")
    #expect(AddressTags(Tags([.houseNumber: "\u{200E}9\u{A0}"]))?.houseNumber == "9", "marks that nobody sees")
    #expect(AddressTags(Tags([.houseNumber: "\u{200B} "])) == nil)
  }

  @Test("conscription and street number are written as in Czechia")
  func conscription() {
    #expect(AddressTags(Tags([.conscriptionNumber: "123", .streetNumber: "4"]))?.houseNumber == "123/4")
    #expect(AddressTags(Tags([.conscriptionNumber: "123"]))?.houseNumber == "123")
    #expect(AddressTags(Tags([.houseNumber: "4", .conscriptionNumber: "123"]))?.houseNumber == "4")
  }

  @Test("what says that there is no number is none", arguments: ["s/n", "S/N", "sn", "no number", "б/н", " s.n. "])
  func noNumber(_ text: String) {
    #expect(AddressTags(Tags([.houseNumber: text, .street: "Main Street"])) == nil)
    #expect(AddressTags(Tags([.houseNumber: "12 " + text]))?.houseNumber.hasPrefix("12") == true)
  }

  @Test(
    "the word for number before a number does not say that there is none",
    arguments: ["No 7", "No:5", "NO.12a", "Sn 3"])
  func wordBeforeNumber(_ text: String) {
    #expect(AddressTags(Tags([.houseNumber: text]))?.houseNumber == text)
  }

  @Test("a block is the number of a house without one, if the quarter is known and there is no street")
  func blockAlone() throws {
    let tags: [TagKey: String] = [.block: "488", .neighbourhood: "上本能寺前町"]
    let address = try #require(AddressTags(Tags(tags)))
    #expect(address.houseNumber == "488" && address.isBlockNumber && address.parts.map(\.kind) == [.neighbourhood])
    #expect(AddressTags(Tags([.block: "488"])) == nil)
    #expect(AddressTags(Tags(tags.merging([.street: "Road 3803"]) { $1 })) == nil)
    #expect(AddressTags(Tags(tags.merging([.houseNumber: "1"]) { $1 }))?.houseNumber == "1")
  }

  @Test("a corner house is on its second street, too, with its second number if it has one")
  func secondStreet() throws {
    let corner: [TagKey: String] = [.houseNumber: "11/16", .street: "A", .secondStreet: "B"]
    let others = try #require(AddressTags(Tags(corner))).others
    #expect(others.map(\.houseNumber) == ["11/16"] && others.map(\.street) == ["B"])
    let numbered = AddressTags(Tags(corner.merging([.secondNumber: "16"]) { a, _ in a }))
    #expect(numbered?.others.map(\.houseNumber) == ["16"])
    // A block between three streets.
    let block = corner.merging([.secondNumber: "16", .thirdNumber: "4", .thirdStreet: "C"]) { a, _ in a }
    let all = try #require(AddressTags(Tags(block))).others
    #expect(all.map(\.houseNumber) == ["16", "4"] && all.map(\.street) == ["B", "C"])
  }

  @Test("a house that names several streets is on each, with its own number there if it has as many")
  func severalStreets() throws {
    func addresses(_ number: String, _ street: String) throws -> [String] {
      let address = try #require(AddressTags(Tags([.houseNumber: number, .street: street])))
      return [(houseNumber: address.houseNumber, street: address.street ?? "-")].map {
        "\($0.houseNumber) \($0.street)"
      }
        + address.others.map { "\($0.houseNumber) \($0.street)" }
    }
    #expect(try addresses("316;314", "Folsom Street;11th Street") == ["316 Folsom Street", "314 11th Street"])
    #expect(try addresses("5", "Mill Lane; High Street") == ["5 Mill Lane", "5 High Street"])
    #expect(try addresses("5;7;9", "A;B") == ["5;7;9 A", "5;7;9 B"])
    #expect(try addresses("5;7", "A;") == ["5;7 A"])
    #expect(AddressTags(Tags([.houseName: "Villa", .street: "A;B"]))?.others.isEmpty == true)
  }

  @Test("of a street and a terrace beside it the number is the terrace's")
  func subStreet() {
    let tags: [TagKey: String] = [.houseNumber: "3", .street: "High Street", .subStreet: "Mill Cottages"]
    #expect(AddressTags(Tags(tags))?.street == "Mill Cottages")
  }

  @Test("a house name is enough for an address, a street alone is not")
  func withoutNumber() {
    #expect(AddressTags(Tags([.houseName: "Rose Cottage"]))?.houseName == "Rose Cottage")
    #expect(AddressTags(Tags([.street: "Main Street", .city: "X"])) == nil)
  }

  @Test(
    "a number that is mapped as the name of a house is its number", arguments: ["31", "12a", "90-92", "1, 3", "14–18"])
  func numberAsName(_ text: String) throws {
    let address = try #require(AddressTags(Tags([.houseName: text, .street: "High Street"])))
    #expect(address.houseNumber == text && address.houseName == nil)
    #expect(AddressTags(Tags([.houseName: text, .houseNumber: "5"]))?.houseNumber == "5")
  }

  @Test(
    "a name that begins with a number or has one is a name",
    arguments: ["1st Floor", "42nd Tower", "12345", "No Entry 3"])
  func numberInName(_ text: String) throws {
    let address = try #require(AddressTags(Tags([.houseName: text])))
    #expect(address.houseNumber.isEmpty && address.houseName == text)
  }
}

struct AreaClassifierTests {
  private func area(_ tags: [TagKey: String]) -> (AreaClassifier.Area?, DataFaultCounts) {
    var faults = DataFaultCounts()
    return (AreaClassifier.area(Tags(tags), &faults), faults)
  }

  @Test("an administrative boundary carries its level, codes and population")
  func administrative() throws {
    let tags: [TagKey: String] = [
      .boundary: "administrative", .adminLevel: "2", .name: "Liechtenstein", .isoCountry: "li", .population: "38,114",
    ]
    let country = try #require(area(tags).0)
    #expect(country.kind == .administrative && country.level == 2 && country.countryCode == "LI")
    #expect(country.population == 38_114)
    let state = area([.boundary: "administrative", .adminLevel: "4", .name: "Bayern", .isoSubdivision: "DE-BY"]).0
    #expect(state?.subdivisionCode == "DE-BY" && state?.countryCode == nil)
  }

  @Test("a level that is not a number from 2 to 11 is counted", arguments: ["1", "12", "yes", ""])
  func levels(_ level: String) {
    let (area, faults) = area([.boundary: "administrative", .adminLevel: level, .name: "X"])
    #expect(area == nil && faults[.adminLevelInvalid] == 1)
  }

  @Test("of two levels the first counts")
  func twoLevels() { #expect(area([.boundary: "administrative", .adminLevel: "6;8", .name: "X"]).0?.level == 6) }

  @Test("a postal area is named by its code")
  func postal() {
    let tags: [TagKey: String] = [.boundary: "postal_code", .postalCode: "9490", .name: "Vaduz"]
    #expect(area(tags).0?.kind == .postal && area(tags).0?.name.text == "9490")
  }

  @Test("a municipality has a postal code if it has just one; a county's is that of an office")
  func municipalCode() {
    func code(_ code: String, level: String = "8", key: TagKey = .postalCode) -> String? {
      area([.boundary: "administrative", .adminLevel: level, .name: "X", key: code]).0?.postalCode
    }
    #expect(code("03100") == "03100" && code("03100", key: .postcode) == "03100" && code("2010", level: "9") == "2010")
    #expect(code("03100;03200") == nil && code("03100, 03200") == nil && code("03000", level: "6") == nil)
  }

  @Test("named lakes, rivers and reservoirs are inland water, bays and straits the sea")
  func water() {
    for tags: [TagKey: String] in [[.natural: "water"], [.waterway: "riverbank"], [.landuse: "reservoir"]] {
      #expect(area(tags.merging([.name: "X"]) { a, _ in a }).0?.kind == .inlandWater)
      #expect(area(tags).0 == nil, "unnamed")
    }
    #expect(area([.natural: "bay", .name: "X"]).0?.kind == .ocean)
    #expect(area([.placeType: "sea", .name: "X"]).0?.kind == .ocean)
  }

  @Test("a place mapped as an area is one; squares and woods are not")
  func places() {
    #expect(area([.placeType: "suburb", .name: "X"]).0?.placeKind == .suburb)
    #expect(area([.placeType: "square", .name: "X"]).0 == nil)
    #expect(area([.natural: "wood", .name: "X"]).0 == nil)
  }

  @Test("a time zone is one only if it looks like one")
  func timeZones() {
    #expect(area([.boundary: "timezone", .timeZone: "Europe/Vaduz"]).0?.timeZone == "Europe/Vaduz")
    #expect(area([.timeZone: "CET summer"]).0 == nil)
  }
}

struct PlaceAndFeatureTests {
  @Test("a bigger city reaches further, within bounds")
  func reach() {
    #expect(PlaceClassifier.reachMeters(.city, population: 0) == 8_000)
    #expect(PlaceClassifier.reachMeters(.city, population: 100_000) == 12_000)
    #expect(PlaceClassifier.reachMeters(.city, population: 9_000_000) == 15_000)
    #expect(PlaceClassifier.reachMeters(.town, population: 50_000) == 10_000)
    #expect(PlaceClassifier.reachMeters(.state, population: 9_000_000) == 0)
    #expect(PlaceClassifier.coarseReachMeters(population: 0) == 3_000)
    #expect(PlaceClassifier.coarseReachMeters(population: 20_000_000) == 15_000)
    #expect(PlaceClassifier.coarseReachMeters(population: 20_000_000, limit: 45_000) == 45_000)
    #expect(PlaceClassifier.coarseReachMeters(.district, population: 20_000) == 4_000)
    #expect(PlaceClassifier.coarseReachMeters(.suburb, population: 0) == 700)
    #expect(PlaceClassifier.coarseReachMeters(.suburb, population: 314_159).rounded() == 3_162)
  }

  @Test("the tag that says most makes a place of interest; furniture of the street does not")
  func categories() {
    #expect(FeatureClassifier.category(Tags([.building: "yes", .amenity: "cafe"])) == "amenity=cafe")
    #expect(FeatureClassifier.category(Tags([.building: "church"])) == "building=church")
    #expect(FeatureClassifier.category(Tags([.amenity: "bench"])) == nil)
    #expect(FeatureClassifier.category(Tags([.publicTransport: "platform"])) == nil)
    #expect(FeatureClassifier.category(Tags([.shop: "no"])) == nil)
  }

  @Test("a name keeps its translations; without a local one the English serves")
  func names() {
    var tags = Tags([.name: "Helsinki"])
    tags.addTranslation(language: "sv", "Helsingfors")
    #expect(tags.fullName == NameTable.Name("Helsinki", translations: [.init(language: "sv", text: "Helsingfors")]))
    var foreign = Tags()
    foreign.addTranslation(language: "ar", "القاهرة")
    foreign.addTranslation(language: "en", "Cairo")
    #expect(foreign.fullName?.text == "Cairo" && foreign.fullName?.translations.count == 2)
    // The first of several names in a language is used.
    tags.addTranslation(language: "zh-Hant", "赫爾辛基;赫尔辛基")
    tags.addTranslation(language: "ja", ";")
    #expect(tags.fullName?.translations.map(\.text) == [";", "Helsingfors", "赫爾辛基"])
    // Blanks are not a name.
    #expect(Tags([.name: "  ", .ref: "A 1"]).fullName == nil)
    // A mark that combines with the semicolon does not hide it.
    foreign.addTranslation(language: "fr", "Le Caire;\u{301}Kaire")
    #expect(foreign.fullName?.translations.last?.text == "Le Caire")
  }
}
