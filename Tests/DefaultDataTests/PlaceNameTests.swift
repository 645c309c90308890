import GeoTestKit
import Testing

@testable import make_default_data

@Suite("Names of the world layer")
struct PlaceNameTests {
  @Test(
    "a name in another script sounds like the English one, a translated word does not",
    arguments: [
      ("Балашиха", "Balashikha", true), ("مسقط", "Muscat", true), ("马累", "Malé", true), ("ベルリン", "Berlin", true),
      ("ފިރިހެން", "Malé", false), ("إلزامي", "Khasab", false), ("男性", "Malé", false),
    ])
  func likeness(name: String, english: String, isLikely: Bool) {
    #expect(NameLikeness().isLikely(name, english) == isLikely)
  }

  @Test("Natural Earth's name must be one that the gazetteer has or that sounds like it, and not another city's")
  func agreement() {
    let agreement = NameAgreement(
      main: [
        "1": "East Providence", "2": "Providence", "3": "Busan", "4": "Hangu", "5": "Vienna", "6": "Guaíra",
        "7": "Kyiv", "8": "Oyo", "9": "Al Mansurah", "10": "Prayagraj",
      ],
      alternates: ["3": ["Pusan", "부산"], "4": ["汉沽"], "5": ["Wien", "Bécs"], "10": ["Allahabad"]],
      english: [
        "1": "Providence", "3": "Busan", "4": "Lunan", "5": "Vienna", "7": "Kiev", "9": "sharkia", "10": "Allahabad",
      ])
    #expect(!agreement.accepts("Providence", of: "1", isMain: true))
    #expect(agreement.accepts("Providence", of: "2", isMain: true))
    // The English name belongs to another place, and so do all others that the gazetteer lacks.
    #expect(!agreement.accepts("Провиденс", of: "1", isMain: false))
    #expect(!agreement.accepts("路南区", of: "4", isMain: true) && agreement.accepts("汉沽", of: "4", isMain: true))
    #expect(agreement.accepts("부산", of: "3", isMain: true) && agreement.accepts("釜山", of: "3", isMain: false))
    #expect(!agreement.accepts("عين السبع", of: "3", isMain: false))
    #expect(agreement.accepts("Bécs", of: "5", isMain: false) && !agreement.accepts("Ondo", of: "6", isMain: false))
    #expect(!agreement.accepts("Salto del Guairá", of: "6", isMain: true))
    #expect(agreement.accepts("Київ", of: "7", isMain: true))
    // If the English name is simply wrong, others may be right. Vowels alone prove nothing.
    #expect(agreement.accepts("Хангу", of: "4", isMain: false) && !agreement.accepts("Lunan", of: "4", isMain: false))
    #expect(agreement.accepts("オヨ", of: "8", isMain: false))
    #expect(
      !agreement.accepts("الشرقيه", of: "9", isMain: false) && agreement.accepts("Мансура", of: "9", isMain: false))
    #expect(agreement.accepts("Аллахабад", of: "10", isMain: false))
  }

  @Test(
    "Latin letters in a Cyrillic word become the Cyrillic ones that they look like, as nobody could find it otherwise",
    arguments: [
      ("Бългaрия", "България"), ("Дуiтама", "Дуітама"), ("Самборондóн", "Самборондон"), ("OK ОК", "OK ОК"),
      ("К’олīто", "К’олīто"), ("Microsоft", "Microsоft"), ("Nova Новaя", "Nova Новая"),
    ])
  func lookalikes(name: String, expected: String) {
    #expect(Array(PlaceNames.withoutMarks(name).utf8) == Array(expected.utf8))
  }

  @Test(
    "marks of footnotes and of the direction of writing are no part of a name",
    arguments: [
      ("Мадрид²", "Мадрид"), ("\u{202B}مكة\u{202C}", "مكة"), ("Зона 2", "Зона 2"),
      ("شاهین\u{200C}شهر", "شاهین\u{200C}شهر"),
    ])
  func marks(name: String, expected: String) {
    #expect(PlaceNames.withoutMarks(name) == expected)
    #expect(Array(PlaceNames.withoutMarks("\u{9DF}").utf8) == Array("\u{9AF}\u{9BC}".utf8))
    var names = PlaceNames()
    names.add(name, language: "ru", to: "1")
    #expect(names.tags(of: "1", name: "Madrid", english: nil)["name:ru"] == expected)
    #expect(PlaceNames.asWritten(name, language: "ru") == expected)
  }

  @Test(
    "what a list adds to tell namesakes apart is no part of a name, unless the place itself is called so",
    arguments: [
      ("Mendoza (província)", "Mendoza", "Mendoza"), ("セント・ポール （ドミニカ国）", "Saint Paul", "セント・ポール"),
      ("เขตภาคใต้(บอตสวานา)", "Southern", "เขตภาคใต้"), ("Bender [Tighina]", "", "Bender"), ("Goa, India", "Goa", "Goa"),
      ("بندر، مولداوی", "Bender", "بندر"), ("Choiseul (kvarter, lat 13,79)", "Choiseul", "Choiseul"),
      ("Washington, D.C.", "District of Columbia", "Washington, D.C."), ("Baucau (municipalité", "Baucau", "Baucau"),
      ("Cocos (Keeling) Islands", "Cocos", "Cocos (Keeling) Islands"), ("(ohne Namen)", "", "(ohne Namen)"),
      ("Frankfurt (Oder)", "Frankfurt (Oder)", "Frankfurt (Oder)"),
      ("San Andrés, Providencia", "Archipiélago de San Andrés, Providencia", "San Andrés, Providencia"),
    ])
  func explanations(name: String, own: String, expected: String) {
    #expect(PlaceNames.withoutExplanation(name, of: own) == expected)
    var names = PlaceNames()
    names.add(name, language: "it", to: "1")
    let tags = names.tags(of: "1", name: own, english: nil)
    #expect(own == expected ? tags["name:it"] == nil : tags["name:it"] == expected)
  }

  @Test("in Germany rivers and regions in brackets are part of a town's name, in Switzerland numbers are not")
  func brackets() {
    #expect(PlaceNames.asWritten("Kempten (Allgäu)", language: "de") == "Kempten (Allgäu)")
    #expect(PlaceNames.asWritten("Seen (Kreis 3)", language: "de") == "Seen")
    #expect(PlaceNames.asWritten("City of Milford (balance)", language: "en") == "Milford")
    #expect(PlaceNames.asWritten("City of Industry", language: "en") == "City of Industry")
    #expect(PlaceNames.asWritten("Kalibo (poblacion)", language: "") == "Kalibo")
  }

  @Test(
    "the list that is partly translated by machine is believed where its name sounds like the English one",
    .enabled(if: SharedData.isAvailable, Comment(rawValue: SharedData.missing)))
  func machines() throws {
    let folder = SharedData.path("world/v2")
    let names = try PlaceNames.subdivisions(folder)
    #expect(OwnNames.local("MV-23", english: "Haa Dhaalu", names) == nil, "a whole sentence")
    #expect(OwnNames.local("AZ-QOB", english: "Gobustan", names) == nil, "“they manage”")
    #expect(OwnNames.local("IN-RJ", english: "Rajasthan", names) == "राजस्थान")
    #expect(OwnNames.local("CN-NM", english: "Inner Mongolia", names) == "内蒙古自治区")
    #expect(OwnNames.name(of: "RU-CE", english: "Chechnya", names) == "Чечня", "not an adjective")
    #expect(names.translation("MA-04", language: "de") == nil, "CLDR has the older Oriental")
  }

  @Test("names that a reader would see anyway are left out")
  func tags() {
    var names = PlaceNames()
    for (language, text) in ["en": "Venice", "de": "Venedig", "it": "Venezia", "pl": "Wenecja", "xx": "V"] {
      names.add(text, language: language, to: "1")
    }
    #expect(
      names.tags(of: "1", name: "Venezia", english: nil)
        == ["name": "Venezia", "name:en": "Venice", "name:de": "Venedig", "name:pl": "Wenecja"])
    names.add("Cairo", language: "it", to: "2")
    names.add("Kairo", language: "de", to: "2")
    #expect(
      names.tags(of: "2", name: "القاهرة", english: "Cairo")
        == ["name": "القاهرة", "name:en": "Cairo", "name:de": "Kairo"])
  }
}
