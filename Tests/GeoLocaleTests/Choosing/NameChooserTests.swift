import Testing

@testable import GeoLocale

@Suite("Choosing names")
struct NameChooserTests {
  static let moscow = ["en": "Moscow", "de": "Moskau", "zh": "莫斯科", "ru": "Москва", "fr": "Moscou"]
  static let helsinki = ["fi": "Helsinki", "sv": "Helsingfors", "ru": "Хельсинки"]

  private func choose(
    _ local: String, in country: String?, _ languages: [String], _ translations: [String: String] = [:]
  ) -> NameChooser.Choice {
    NameChooser(languages: languages).choose(local: local, countryCode: country) { translations[$0] }
  }

  private func text(
    _ local: String, in country: String?, _ languages: [String], _ translations: [String: String] = [:]
  ) -> String { choose(local, in: country, languages, translations).text }

  @Test("Moscow has a name in every asked language")
  func inMoscow() {
    #expect(text("Москва", in: "RU", ["en"], Self.moscow) == "Moscow")
    #expect(text("Москва", in: "RU", ["de-CH"], Self.moscow) == "Moskau")
    #expect(text("Москва", in: "RU", ["zh-TW"], Self.moscow) == "莫斯科")
    #expect(text("Москва", in: "RU", ["ru"]) == "Москва")
    #expect(text("Москва", in: "RU", ["sv", "fr"], Self.moscow) == "Moscou")
  }

  @Test("Helsinki is Helsingfors in Swedish, and stays Helsinki in German")
  func inHelsinki() {
    #expect(text("Helsinki", in: "FI", ["sv"], Self.helsinki) == "Helsingfors")
    #expect(text("Helsinki", in: "FI", ["fi"], Self.helsinki) == "Helsinki")
    #expect(text("Helsinki", in: "FI", ["ru"], Self.helsinki) == "Хельсинки")
    #expect(text("Helsinki", in: "FI", ["de"], Self.helsinki) == "Helsinki")
  }

  @Test("no language, and native, mean the local name in any script")
  func native() {
    #expect(text("Москва", in: "RU", [], Self.moscow) == "Москва")
    #expect(text("Москва", in: "RU", ["native"], Self.moscow) == "Москва")
    #expect(text("Москва", in: "RU", ["sv", "native"], Self.moscow) == "Москва")
    #expect(text("Москва", in: "RU", ["de", "native"], Self.moscow) == "Moskau")
  }

  @Test("a local name in the asked language is not replaced by a later language")
  func localIsAsked() {
    #expect(text("Hauptstraße", in: "DE", ["de", "en"], ["en": "Main Street"]) == "Hauptstraße")
    #expect(text("Hauptstraße", in: "CH", ["de", "en"], ["en": "Main Street"]) == "Hauptstraße")
    #expect(text("Hauptstraße", in: "DE", ["fr", "en"], ["en": "Main Street"]) == "Main Street")
    #expect(text("Karl Johans gate", in: "NO", ["nn", "en"], ["en": "Karl Johan Street"]) == "Karl Johans gate")
  }

  @Test("a Finnish name is not taken for Swedish")
  func otherOfficialLanguage() {
    let names = ["fi": "Rautatientori", "en": "Railway Square"]
    #expect(text("Rautatientori", in: "FI", ["sv", "en"], names) == "Railway Square")
  }

  @Test("bilingual names stay as mapped until a language is asked")
  func bilingual() {
    let brussels = ["fr": "Bruxelles", "nl": "Brussel", "de": "Brüssel"]
    #expect(text("Bruxelles - Brussel", in: "BE", [], brussels) == "Bruxelles - Brussel")
    #expect(text("Bruxelles - Brussel", in: "BE", ["nl"], brussels) == "Brussel")
    #expect(text("Bruxelles - Brussel", in: "BE", ["sv"], brussels) == "Bruxelles - Brussel")
    #expect(text("Bolzano - Bozen", in: "IT", ["de"], ["de": "Bozen", "it": "Bolzano"]) == "Bozen")
  }

  @Test("of a name in two scripts the readable one is kept")
  func twoScripts() {
    #expect(text("中環 Central", in: "HK", ["en"]) == "Central")
    #expect(text("中環 Central", in: "HK", ["zh-Hant"]) == "中環")
    #expect(text("Rabat ⵔⴱⴰⵟ الرباط", in: "MA", ["fr"]) == "Rabat")
    #expect(text("Rabat ⵔⴱⴰⵟ الرباط", in: "MA", ["ar"]) == "الرباط")
    #expect(text("中環 Central", in: "HK", []) == "中環 Central")
  }

  @Test("Chinese falls back within its scripts, Taiwan's to traditional first")
  func chinese() {
    let names = ["zh-Hans": "台湾", "zh-Hant": "台灣", "zh": "台灣/台湾"]
    #expect(text("X", in: "US", ["zh-TW"], names) == "台灣")
    #expect(text("X", in: "US", ["zh"], names) == "台灣/台湾")
    #expect(text("X", in: "US", ["zh-Hans"], names) == "台湾")
    #expect(text("X", in: "US", ["zh-CN"], ["zh-TW": "台灣"]) == "台灣")
    #expect(text("北京市", in: "CN", ["zh-Hant", "en"], ["en": "Beijing"]) == "北京市")
    #expect(text("北京市", in: "CN", ["ja"]) == "北京市")
  }

  @Test("Serbian in Latin script is written from Cyrillic, and says so")
  func serbian() {
    #expect(text("Београд", in: "RS", ["sr-Latn"], ["sr-Latn": "Beograd", "sr": "Београд"]) == "Beograd")
    let choice = choose("Београд", in: "RS", ["sr-Latn", "en"], ["en": "Belgrade"])
    #expect(choice == NameChooser.Choice(text: "Beograd", isTransliterated: true))
    #expect(text("Београд", in: "RS", ["sr"]) == "Београд")
    #expect(text("Београд", in: "RS", ["sr-ME"]) == "Beograd")
  }

  @Test("a name for a region counts where it is in the wanted script")
  func regionsInOtherScripts() {
    let serbian = ["sr-RS": "Осло", "sr": "Осло", "sr-Latn": "Oslo"]
    #expect(text("X", in: "US", ["sr-Latn-RS"], serbian) == "Oslo")
    #expect(text("X", in: "US", ["sr-Cyrl-RS"], serbian) == "Осло")
    let chinese = ["zh-HK": "奧斯陸", "zh-Hans": "奥斯陆"]
    #expect(text("X", in: "US", ["zh-Hans-HK"], chinese) == "奥斯陆")
    #expect(text("X", in: "US", ["zh-Hant-HK"], chinese) == "奧斯陸")
    #expect(text("X", in: "US", ["pt-Latn-BR"], ["pt-BR": "Noruega", "pt": "x"]) == "Noruega")
  }

  @Test("a code of three letters is the one of two, where there is one", arguments: ["deu", "deu-AT", "DEU-Latn"])
  func longCodes(tag: String) {
    #expect(text("Москва", in: "RU", [tag], ["de": "Moskau", "en": "Moscow"]) == "Moskau")
    let names = ["yue": "a", "zh": "b", "fil": "c", "nb": "d", "gsw": "e", "nds": "f"]
    for (tag, name) in [("zho", "b"), ("yue", "a"), ("fil", "c"), ("nob", "d"), ("gsw", "e"), ("nds", "f")] {
      #expect(text("X", in: "US", [tag], names) == name)
    }
    #expect(text("北京市", in: "CN", ["zho"]) == "北京市")
  }

  @Test("norms of Norwegian stand in for each other, Brazilian for Portuguese")
  func relatives() {
    #expect(text("X", in: "US", ["nb"], ["no": "Noreg"]) == "Noreg")
    #expect(text("X", in: "US", ["no"], ["nn": "Noreg", "en": "Norway"]) == "Noreg")
    #expect(text("X", in: "US", ["pt-BR"], ["pt": "Moscou"]) == "Moscou")
    #expect(text("X", in: "US", ["pt_br"], ["pt-BR": "Irã", "pt": "Irão"]) == "Irã")
  }

  @Test("unreadable names fall back to names that people wrote in Latin")
  func romanized() {
    #expect(text("東京都", in: "JP", ["de"], ["ja-Latn": "Tōkyō", "en": "Tokyo"]) == "Tōkyō")
    #expect(text("東京都", in: "JP", ["de"], ["ja_rm": "Tōkyō-to"]) == "Tōkyō-to")
    #expect(text("北京市", in: "CN", ["de"], ["zh_pinyin": "Běijīng Shì", "en": "Beijing"]) == "Běijīng Shì")
    #expect(text("القاهرة", in: "EG", ["de"], ["en": "Cairo"]) == "Cairo")
    #expect(!choose("القاهرة", in: "EG", ["de"], ["en": "Cairo"]).isTransliterated)
  }

  @Test(
    "the last resort is transliteration by the country's rules, marked",
    arguments: [
      ("Чистопрудный бульвар", "RU", "Chistoprudnyy bulvar"), ("Київ", "UA", "Kyyiv"), ("София", "BG", "Sofiya"),
      ("Љубљанска улица", "RS", "Ljubljanska ulica"), ("Αθήνα", "GR", "Athína"),
      ("Πλατεία Συντάγματος", "GR", "Plateía Syntágmatos"),
      ("თბილისი", "GE", "Tbilisi"), ("Երևան", "AM", "Yerevan"), ("서울", "KR", "Seoul"), ("北京市", "CN", "Běi Jīng Shì"),
      ("とうきょう", "JP", "Tōkyō"), ("トーキョー", "JP", "Tōkyō"), ("Мiнск", "BY", "Minsk"),
      ("улица Ленина", "UA", "ulytsa Lenyna"),
    ])
  func transliterated(local: String, country: String, latin: String) {
    #expect(choose(local, in: country, ["de"]) == NameChooser.Choice(text: latin, isTransliterated: true))
  }

  @Test(
    "names without vowels are written so that they can be said",
    arguments: [
      ("רחוב אלוף", "IL", "Rahob Alof"), ("דרך יפו", "IL", "Darkh Yapo"), ("القاهرة", "EG", "Al-Qahra"),
      ("ميدان التحرير", "EG", "Midan Al-Tahrir"), ("مدينة نصر", "EG", "Madina Nasr"),
      ("الرياض", "SA", "Al-Rayad"), ("تهران", "IR", "Tahran"), ("תל אביב", "IL", "Tal Abib"),
      ("मुंबई", "IN", "Mumbai"),
    ])
  func spoken(local: String, country: String, latin: String) {
    #expect(choose(local, in: country, ["de"]) == NameChooser.Choice(text: latin, isTransliterated: true))
  }

  @Test("kanji are not read as Chinese; their reading in kana is used where it is known")
  func kanji() {
    #expect(choose("東京都", in: "JP", ["de"]) == NameChooser.Choice(text: "東京都", isTransliterated: false))
    let choice = choose("東京都", in: "JP", ["de"], ["ja-Hira": "とうきょうと"])
    #expect(choice == NameChooser.Choice(text: "Tōkyōto", isTransliterated: true))
  }

  @Test("readers of Cyrillic read other languages in it, and Latin")
  func readableScripts() {
    #expect(text("Київ", in: "UA", ["ru"], ["en": "Kyiv"]) == "Київ")
    #expect(text("Hauptstraße", in: "DE", ["ru"]) == "Hauptstraße")
    #expect(text("서울", in: "KR", ["ru"], ["en": "Seoul"]) == "Seoul")
    #expect(text("42", in: "RU", ["de"]) == "42")
  }
}
