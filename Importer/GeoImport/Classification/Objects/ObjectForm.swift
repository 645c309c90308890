import GeoStore

/// Whether closed ways bound an area.
enum ObjectForm {
  /// Kinds whose closed ways are lines all the same.
  private static let lines: Set<String> = ["highway", "aerialway"]
  /// Values of other keys that are lines.
  private static let lineValues: [String: Set<String>] = [
    "waterway": ["river", "stream", "canal", "ditch", "drain", "tidal_channel", "pressurised", "fish_pass"],
    "natural": ["cliff", "ridge", "arete", "tree_row", "earth_bank", "valley", "gorge"],
    "man_made": ["dyke", "embankment", "pipeline", "breakwater", "groyne"],
    "aeroway": ["runway", "taxiway"],
    "place": ["houses"],
    "leisure": ["slipway"],
    "bridge": [], "tunnel": [], "lock": [],
  ]
  /// Values of `railway` that are areas; the others are tracks.
  private static let railwayAreas: Set<String> = [
    "station", "halt", "platform", "tram_stop", "yard", "depot", "turntable", "traverser", "wash", "workshop",
    "engine_shed", "museum", "facility", "service_station", "roundhouse",
  ]

  /// Whether a closed way with a main tag bounds an area.
  ///
  /// - Parameter area: what its tag `area` says; nil when it has none.
  static func isArea(_ tag: MapTag, area: Bool?) -> Bool {
    if let area { return area }
    if lines.contains(tag.key) { return false }
    if tag.key == "railway" { return railwayAreas.contains(tag.value) }
    guard let values = lineValues[tag.key] else { return true }
    return !values.isEmpty && !values.contains(tag.value)
  }
}
