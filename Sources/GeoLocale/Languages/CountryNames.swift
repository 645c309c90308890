import CICU
import GeoModel
import Synchronization

/// Names of countries from ICU, for stores whose data lacks them.
public enum CountryNames {
  /// The name of a country in a language, such as `Schweiz` for `CH` in `de`; nil when ICU has none.
  ///
  /// - Parameters:
  ///   - isoCode: ISO 3166-1 alpha-2, or `XK`.
  ///   - language: a BCP 47 tag; where ICU has no names for its script or region, those of the language count.
  ///
  /// Any thread may call. Asking again costs a tenth of a microsecond.
  public static func name(ofCountry isoCode: String, language: String) -> String? {
    let asked = Asked(isoCode: isoCode, language: language)
    if let known = known.withLock({ $0[asked] }) { return known }
    let name = lookUp(isoCode, language)
    known.withLock { known in
      // Languages come from outside: what they can make us remember is bounded.
      if known.count >= 2_048 { known.removeAll() }
      known[asked] = .some(name)
    }
    return name
  }

  /// The name of a country in its own first language, such as `Deutschland` for `DE`; in English where ICU has none in
  /// that language; nil for what is no country.
  public static func localName(ofCountry isoCode: String) -> String? {
    let own = CountryLanguages.of(isoCode).lazy.compactMap { name(ofCountry: isoCode, language: $0) }.first
    return own ?? name(ofCountry: isoCode, language: "en")
  }

  /// A question that was asked before.
  private struct Asked: Hashable {
    var isoCode: String
    var language: String
  }

  private static let known = Mutex<[Asked: String?]>([:])

  private static func lookUp(_ isoCode: String, _ language: String) -> String? {
    guard isoCode.utf8.count == 2, let tag = LanguageTag(language) else { return nil }
    var status: Int32 = 0
    let name = ICUText.utf16(capacity: 128) { buffer, capacity, result in
      defer { status = result }
      return icu_display_country("und_" + isoCode, tag.localeID, buffer, capacity, &result)
    }
    // Without a name in the language ICU answers in the language of this process, or with the code.
    guard let name, !name.isEmpty, status != icuUsingDefault, name != isoCode.uppercased() else { return nil }
    return name
  }
}
