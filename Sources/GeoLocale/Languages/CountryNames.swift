import CICU
import GeoModel
import GeoSupport
import Synchronization

/// Names of countries from ICU, for stores whose data lacks them.
package enum CountryNames {
  /// The name of a country in a language, such as `Schweiz` for `CH` in `de`; nil when ICU has none.
  ///
  /// - Parameters:
  ///   - isoCode: ISO 3166-1 alpha-2, or `XK`.
  ///   - language: a BCP 47 tag; where ICU has no names for its script or region, the language's names are used.
  ///
  /// Thread-safe. A repeated call takes a tenth of a microsecond.
  package static func name(ofCountry isoCode: String, language: String) -> String? {
    let asked = isoCode + " " + language
    if let known = known.withLock({ $0[asked] }) { return known }
    let name = lookUp(isoCode, language)
    known.withLock { $0[asked] = .some(name) }
    return name
  }

  /// The name of a country in its own first language, such as `Deutschland` for `DE`; in English where ICU has none in
  /// that language. Nil for codes that are not countries.
  package static func localName(ofCountry isoCode: String) -> String? {
    let own = CountryLanguages.of(isoCode).lazy.compactMap { name(ofCountry: isoCode, language: $0) }.first
    return own ?? name(ofCountry: isoCode, language: "en")
  }

  // The keys are code and language. The size is limited because languages come from untrusted input.
  private static let known = Mutex(BoundedCache<String, String?>(capacity: 2_048))

  private static func lookUp(_ isoCode: String, _ language: String) -> String? {
    guard isoCode.utf8.count == 2, let tag = LanguageTag(language) else { return nil }
    var status: Int32 = 0
    let name = ICUText.utf16(capacity: 128) { buffer, capacity, result in
      defer { status = result }
      return icu_display_country("und_" + isoCode, tag.localeID, buffer, capacity, &result)
    }
    // Without a name in the language, ICU returns one in the language of this process, or the code.
    guard let name, !name.isEmpty, status != icuUsingDefault, name != isoCode.uppercased() else { return nil }
    return name
  }
}

/// Names of some 400 cities from ICU, for data that knows a city only by its English name.
///
/// They are the cities after which time zones are named, including most capitals. A city's time zone distinguishes it
/// from others of the same name: Moscow in Idaho is not Москва.
package enum CityNames {
  /// The name of a city in a language, such as `Moskau` for Moscow in `de`; nil when its time zone is not named after
  /// it, or ICU has no name in the language that differs from the English one.
  ///
  /// - Parameters:
  ///   - english: the city's English name.
  ///   - timeZone: the IANA time zone it lies in.
  ///   - language: a BCP 47 tag.
  ///
  /// Thread-safe. Takes 50 microseconds, so callers cache the result.
  package static func name(ofCity english: String, timeZone: String, language: String) -> String? {
    guard let tag = LanguageTag(language), tag.language != "en" else { return nil }
    guard city(of: timeZone, localeID: "en") == english else { return nil }
    // Without a name in the language, ICU returns the one in the zone's id.
    return city(of: timeZone, localeID: tag.localeID).flatMap { $0 == english ? nil : $0 }
  }

  private static func city(of timeZone: String, localeID: String) -> String? {
    let zone = Array(timeZone.utf16)
    return ICUText.utf16(capacity: 128) { buffer, capacity, status in
      icu_time_zone_city(zone, Int32(zone.count), localeID, buffer, capacity, &status)
    }
  }
}
