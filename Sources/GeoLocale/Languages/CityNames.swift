import CICU
import GeoModel

/// Names of some 400 cities from ICU, for data that knows a city only by its English name.
///
/// They are the cities after which time zones are named, among them most capitals. The time zone a city lies in tells
/// it from others of the same name: Moscow in Idaho is no Москва.
public enum CityNames {
  /// The name of a city in a language, such as `Moskau` for Moscow in `de`; nil when its time zone is not named after
  /// it, or ICU has no name of its own in the language.
  ///
  /// - Parameters:
  ///   - english: the city's English name.
  ///   - timeZone: the IANA time zone it lies in.
  ///   - language: a BCP 47 tag.
  ///
  /// Any thread may call. Costs 50 microseconds: callers remember the answer.
  public static func name(ofCity english: String, timeZone: String, language: String) -> String? {
    guard let tag = LanguageTag(language), tag.language != "en" else { return nil }
    guard city(of: timeZone, localeID: "en") == english else { return nil }
    // Without a name in the language ICU answers with the one in the zone's id.
    return city(of: timeZone, localeID: tag.localeID).flatMap { $0 == english ? nil : $0 }
  }

  /// The name of a city in the first language of its country, such as `القاهرة` for Cairo in Egypt; nil as above.
  public static func localName(ofCity english: String, timeZone: String, countryCode: String) -> String? {
    guard let language = CountryLanguages.of(countryCode).first else { return nil }
    return name(ofCity: english, timeZone: timeZone, language: language)
  }

  private static func city(of timeZone: String, localeID: String) -> String? {
    let zone = Array(timeZone.utf16)
    return ICUText.utf16(capacity: 128) { buffer, capacity, status in
      icu_time_zone_city(zone, Int32(zone.count), localeID, buffer, capacity, &status)
    }
  }
}
