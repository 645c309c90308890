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
    // The English name is another place's, so are all others that the gazetteer does not have.
    #expect(!agreement.accepts("Провиденс", of: "1", isMain: false))
    #expect(!agreement.accepts("路南区", of: "4", isMain: true) && agreement.accepts("汉沽", of: "4", isMain: true))
    #expect(agreement.accepts("부산", of: "3", isMain: true) && agreement.accepts("釜山", of: "3", isMain: false))
    #expect(!agreement.accepts("عين السبع", of: "3", isMain: false))
    #expect(agreement.accepts("Bécs", of: "5", isMain: false) && !agreement.accepts("Ondo", of: "6", isMain: false))
    #expect(!agreement.accepts("Salto del Guairá", of: "6", isMain: true))
    #expect(agreement.accepts("Київ", of: "7", isMain: true))
    // Where the English name is just wrong, others may be right; vowels alone say nothing.
    #expect(agreement.accepts("Хангу", of: "4", isMain: false) && !agreement.accepts("Lunan", of: "4", isMain: false))
    #expect(agreement.accepts("オヨ", of: "8", isMain: false))
    #expect(
      !agreement.accepts("الشرقيه", of: "9", isMain: false) && agreement.accepts("Мансура", of: "9", isMain: false))
    #expect(agreement.accepts("Аллахабад", of: "10", isMain: false))
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
