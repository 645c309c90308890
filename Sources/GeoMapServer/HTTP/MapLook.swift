import GeoWire

/// The appearance of a map, from the parameters of a URL. Tiles, tile lists, styles, pictures and views of pages all
/// use it, so that the same mistake gets the same error message everywhere.
struct MapLook<Style: RawRepresentable & CaseIterable> where Style.RawValue == String {
  /// The parameter `style`; like the other parameters, it is nil if it is missing.
  let style: Style?
  /// The parameter `appearance`.
  let isDark: Bool?
  /// The parameter `languages`, or `language` as `geocode map` calls it.
  let languages: [String]?

  private enum Appearance: String, CaseIterable { case light, dark }

  /// Reads the parameters. If a name occurs twice, the first one counts; others are ignored.
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
