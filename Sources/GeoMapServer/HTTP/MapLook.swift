import GeoWire

/// How a map should look, read from the parameters of an address. Tiles, lists of tiles, styles, pictures and views of pages are all read here,
/// so that the same mistake is refused with the same sentence everywhere.
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
