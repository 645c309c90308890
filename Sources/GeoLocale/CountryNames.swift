/// Names of countries from ICU, for stores whose data lacks them.
public enum CountryNames {
  /// The name of a country in a language, such as `Schweiz` for `CH` in `de`; nil when ICU has none.
  public static func name(ofCountry isoCode: String, language: String) -> String? { fatalError("not written yet") }
}
