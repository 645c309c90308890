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
