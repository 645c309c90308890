import CICU

/// Names of countries from ICU, for stores whose data lacks them.
public enum CountryNames {
  /// The name of a country in a language, such as `Schweiz` for `CH` in `de`; nil when ICU has none.
  ///
  /// - Parameters:
  ///   - isoCode: ISO 3166-1 alpha-2.
  ///   - language: a BCP 47 tag; a script or region that ICU has no names for falls back to the language.
  public static func name(ofCountry isoCode: String, language: String) -> String? {
    guard isoCode.utf8.count == 2 else { return nil }
    let name = ICUText.utf16(capacity: 128) { buffer, capacity, status in
      icu_display_country("und_" + isoCode, language, buffer, capacity, &status)
    }
    // ICU answers with the code when it knows no name.
    guard let name, !name.isEmpty, name != isoCode.uppercased() else { return nil }
    return name
  }
}
