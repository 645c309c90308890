extension NameChooser {
  /// The name in one of the wanted languages; nil when there is none.
  func choose(_ language: WantedLanguage, _ name: NameInPlace, _ translation: (String) -> String?) -> Choice? {
    for key in language.keys {
      if let text = translation(key), !text.isEmpty { return Choice(text: text, isTransliterated: false) }
    }
    if let text = name.text(in: language, translation) { return Choice(text: text, isTransliterated: false) }
    return language.isLatinSerbian ? serbian(name, translation) : nil
  }

  /// A Serbian name in Latin script from the one in Cyrillic.
  private func serbian(_ name: NameInPlace, _ translation: (String) -> String?) -> Choice? {
    let isSerbian = name.languages.contains("sr") && name.scripts.contains("Cyrl")
    guard let cyrillic = translation("sr") ?? translation("sr-Cyrl") ?? (isSerbian ? name.local : nil) else {
      return nil
    }
    return Transliteration.latin(cyrillic, countryCode: "RS").map { Choice(text: $0, isTransliterated: true) }
  }

  /// A name that somebody has written in a readable script: how the local name sounds, in English, internationally.
  func romanized(_ name: NameInPlace, _ translation: (String) -> String?) -> String? {
    let own = name.languages.flatMap { [$0 + "-Latn", $0 + "_rm", $0 + "-Latn-pinyin", $0 + "_pinyin"] }
    return (own + ["en", "int_name"]).lazy.compactMap(translation).first {
      !$0.isEmpty && Scripts(of: $0).isSubset(of: readable)
    }
  }

  /// The local name written by rule, in Japan from its reading in kana; the local name itself where no rule is right.
  func transliterated(_ name: NameInPlace, _ translation: (String) -> String?) -> Choice {
    let readings = name.countryCode == "JP" ? ["ja-Hira", "ja_kana", "ja-Kana", "ja-Hrkt"] : []
    let reading = readings.lazy.compactMap(translation).first { !$0.isEmpty }
    guard let text = Transliteration.latin(reading ?? name.local, countryCode: name.countryCode) else {
      return Choice(text: name.local, isTransliterated: false)
    }
    return Choice(text: text, isTransliterated: true)
  }
}
