import GeoBaseMap
import GeoMap
import GeoModel
import GeoWire

/// The bottom layer of a map or picture.
enum MapBase: String, CaseIterable {
  case standard, muted, sketch, none

  /// The style of the store's map; nil for none.
  var style: MapStyle? { MapStyle(rawValue: rawValue) }
}

extension MapRoom {
  /// Changes the appearance of the base map (`mapType`, `overrideUserInterfaceStyle`), on all pages at once.
  func setBaseMap(_ json: MapParameters) throws(WireError) -> MapResult {
    try baseMapChange(json)()
    return MapRoom.done
  }

  /// The change that `baseMap`, `userInterfaceStyle` and `languages` request; missing ones stay as they are.
  func baseMapChange(_ json: MapParameters) throws(WireError) -> () -> Void {
    let base: MapBase? = try json.word("baseMap")
    let style: UserInterfaceStyle? = try json.word("userInterfaceStyle")
    let languages = try json.languages()
    return { [self] in
      let old = (baseMap, map.userInterfaceStyle, map.languages)
      if let base { baseMap = base }
      if let style { map.userInterfaceStyle = style }
      if let languages { map.languages = languages }
      // Pages have tiles with the old appearance.
      if old != (baseMap, map.userInterfaceStyle, map.languages) { overlaysChanged() }
    }
  }
}

extension MapParameters {
  /// Tags of `languages`, best first.
  func languages() throws(WireError) -> [String]? { try LanguageSource(json: self).languages("languages") }

  /// Reads languages with the parser of queries.
  private struct LanguageSource: QueryOptionSource {
    let json: MapParameters

    func option(_ name: StaticString) -> QueryOptionValue? { json.value(name).map { .json($0) } }
  }
}
