import GeoMap

/// The base map on the pages and snapshots of a daemon's map (`mapType`), which the daemon draws from its store.
///
/// Assign it to ``GeoMap/MapView/baseMap`` of such a map to choose the look on all pages. The program itself draws no
/// base map.
public enum DaemonBaseMap: String, BaseMap, CaseIterable {
  /// The map in full color: the default.
  case standard
  /// The map in pale colors, for data that should stand out.
  case muted
  /// A sketch of the geocoder's data: streets, houses and areas.
  case sketch
  /// No base map.
  case none

  /// Nil, because the daemon adds the credits to what it draws.
  public var attribution: String? { nil }

  /// Returns an empty drawing, because a program does not draw the daemon's map.
  public func drawing(of part: BaseMapPart) async -> BaseMapDrawing { BaseMapDrawing() }
}
