import GeoModel
import Testing

@testable import GeoNominatim
@testable import GeoStore

@Suite("Names of objects")
struct NamingTests {
  private func object(_ names: [(String, String)], address: [(String, String)] = [], id: Int64 = 1) -> KnownObject {
    KnownObject(
      MapObject(
        id: MapObjectID(rawValue: id), source: SourceReference(type: .node, id: id),
        mainTag: MapTag(key: "place", value: "village"), ranks: MapObjectRanks(search: 19, address: 16), adminLevel: 15,
        names: names.map { MapTag(key: $0.0, value: $0.1) }, address: address.map { MapTag(key: $0.0, value: $0.1) },
        extraTags: [],
        centroid: FixedPoint(x: 0, y: 0), geometry: .point(FixedPoint(x: 0, y: 0))))
  }

  private func name(
    _ names: [(String, String)], _ languages: [String] = [], linked: [(String, String)]? = nil, country: String? = nil
  ) -> String? {
    NamePicker(languages: languages).name(
      of: object(names), linked: linked.map { object($0, id: 2) }, country: country)
  }

  @Test("without languages the local name is shown, wherever it stands")
  func local() { #expect(name([("name:de", "Genf"), ("ref", "1"), ("name", "Genève")]) == "Genève") }

  @Test("the first language that has a name decides, in any case of letters")
  func languages() {
    let names = [("name", "Genève"), ("name:de", "Genf"), ("name:zh-Hant", "日內瓦")]
    #expect(name(names, ["en", "de"]) == "Genf")
    #expect(name(names, ["ZH-HANT", "de"]) == "日內瓦")
    #expect(name(names, ["en"]) == "Genève")
  }

  @Test(
    "names are found however a language is written, and in forms that its readers accept",
    arguments: [
      ("sv_FI", "Helsingfors"), ("en_US", "Helsinki City"), ("sr-Latn", "Helsinki"), ("zh-CN", "赫尔辛基"),
      ("zh_TW", "赫爾辛基"), ("nb-NO", "Helsingfors by"), ("iw", "הלסינקי"),
    ])
  func forms(list: String, expected: String) {
    let names = [
      ("name", "Helsinki"), ("name:sv", "Helsingfors"), ("name:en", "Helsinki City"), ("name:sr", "Хелсинки"),
      ("name:zh", "赫爾辛基"), ("name:zh-Hans", "赫尔辛基"), ("name:no", "Helsingfors by"), ("name:he", "הלסינקי"),
    ]
    #expect(name(names, LanguagePreference.parse(list), country: "FI") == expected)
  }

  @Test("a local name counts as one in its country's language, and the international one as English")
  func likeTheEngine() {
    let names = [("name", "München"), ("int_name", "Munich")]
    #expect(name(names, ["de", "en"], country: "DE") == "München")
    #expect(name(names, ["fr", "en"], country: "DE") == "Munich")
    #expect(name([("int_name", "Munich"), ("brand", "Bahn")], ["de"], country: "DE") == "Bahn")
  }

  @Test("after the name come brand, official and short names, the reference, then whatever there is")
  func order() {
    #expect(name([("ref", "A 13"), ("official_name", "Autobahn"), ("brand", "Bahn")]) == "Bahn")
    #expect(name([("ref", "A 13"), ("official_name", "Autobahn")]) == "Autobahn")
    #expect(name([("ref", "A 13"), ("short_name:de", "AB"), ("alt_name", "x")], ["de"]) == "AB")
    #expect(name([("ref", "A 13"), ("alt_name", "x")]) == "A 13")
    #expect(name([("alt_name", "x"), ("old_name", "y")]) == "x")
    #expect(name([("addr:housename", "Haus")]) == "Haus")
    #expect(name([]) == nil)
  }

  @Test("a boundary lends names of its settlement, its own first")
  func linked() {
    let (own, settlement) = ([("name", "Vaduz")], [("name", "Vaduz Dorf"), ("name:ru", "Вадуц")])
    #expect(name(own, [], linked: settlement) == "Vaduz")
    #expect(name(own, ["ru"], linked: settlement) == "Вадуц")
  }

  @Test("the house number is the usual one before those of streets and registers")
  func houseNumbers() {
    func number(_ tags: [(String, String)]) -> String? {
      object([], address: tags).houseNumber
    }
    #expect(number([("conscriptionnumber", "300"), ("housenumber", "4")]) == "4")
    #expect(number([("streetnumber", "7"), ("conscriptionnumber", "300")]) == "7")
    #expect(number([("street", "x")]) == nil)
  }
}
