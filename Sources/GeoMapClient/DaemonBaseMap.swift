import GeoMap

/// The map below everything on the pages and snapshots of a daemon's map (`mapType`), which the daemon draws from its store.
///
/// As the ``GeoMap/MapView/baseMap`` of such a map it chooses how that looks, on all pages at once. The program itself draws nothing of it.
public enum DaemonBaseMap: String, BaseMap, CaseIterable {
  /// The map in all its colors: what is shown unless somebody says otherwise.
  case standard
  /// In pale colors, below data that is to stand out.
  case muted
  /// What the geocoder knows: streets, houses, areas.
  case sketch
  /// Nothing.
  case none

  /// The daemon names whom it must in what it draws.
  public var attribution: String? { nil }

  /// Nothing: a program does not draw the daemon's map.
  public func drawing(of part: BaseMapPart) async -> BaseMapDrawing { BaseMapDrawing() }
}
