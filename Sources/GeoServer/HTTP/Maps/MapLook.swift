import GeoWire

/// How a map is to look, as the parameters of an address say it: one reader for tiles, their lists, styles, pictures and the views of
/// pages, so that all of them refuse the same with the same sentences.
struct MapLook<Style: RawRepresentable & CaseIterable> where Style.RawValue == String {
  /// Of `style`; nil when it is not there, like all of these.
  let style: Style?
  /// Of `appearance`.
  let isDark: Bool?
  /// Of `languages`, or `language` as `geocode map` calls it.
  let languages: [String]?

  private enum Appearance: String, CaseIterable { case light, dark }

  /// Reads what there is. Of a name that comes twice the first one counts; others are ignored.
  ///
  /// - Throws: ``WireError`` that names the parameter.
  init(_ parameters: [(name: String, value: String)]) throws(WireError) {
    let options = TextOptions(parameters)
    style = try options.choice("style", of: Style.self)
    isDark = try options.choice("appearance", of: Appearance.self).map { $0 == .dark }
    let (languages, language) = (try options.languages("languages"), try options.languages("language"))
    self.languages = languages ?? language
  }
}
