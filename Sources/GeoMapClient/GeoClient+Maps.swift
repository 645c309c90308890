@_exported public import GeoClient
@_exported public import GeoMap
import GeoModel
import GeoWire

extension GeoClient {
  /// Opens a map of the daemon, which browsers can show (``GeoMap/MapView/page``). It is a `MapView` like any other,
  /// with the same delegate.
  ///
  /// ```swift
  /// let map = try await GeoClient().mapView(named: "fleet", center: vaduz, level: 12)   // or: let map = MapView()
  /// map.delegate = fleet
  /// map.addAnnotations(vehicles)
  /// try await map.run()
  /// ```
  ///
  /// Calls take effect at once and go to the daemon with the next layout. Gestures of users on a page reach the
  /// delegate in ``GeoMap/MapView/run()`` or ``GeoMap/MapView/deliverCallbacks()``, one of which a program must call.
  /// After a restart of the daemon, the map is opened again by its name and its content is sent again.
  ///
  /// - Parameters:
  ///   - name: the name by which other clients find the map, 1 to 128 bytes; nil for a new map with a generated name.
  ///   - center: the center to show; nil for the region of an existing map of that name, or else the world.
  ///   - level: the zoom level, 0 to 21, which counts only with a center; nil for the current one.
  ///   - size: the size in points, used while no page shows the map.
  ///   - stays: how many seconds the map stays after its last client has gone, up to a week; nil for a minute.
  /// - Throws: ``GeocodingError`` when no daemon responds, or the daemon accepts no more maps.
  public nonisolated(nonsending) func mapView(
    named name: String? = nil, center: Coordinate? = nil, level: Double? = nil,
    size: ScreenSize = ScreenSize(width: 800, height: 600), stays: Double? = nil
  ) async throws(GeocodingError) -> MapView {
    let (map, link) = openMap(named: name, center: center, level: level, size: size, stays: stays)
    try await link.ready(map)
    return map
  }

  /// Creates a map and begins to open it on the daemon.
  func openMap(
    named name: String?, center: Coordinate?, level: Double?, size: ScreenSize, stays: Double?
  ) -> (MapView, DaemonMap) {
    let map = MapView(size: size)
    if let center { map.setCenter(center, level: level ?? map.level, animated: false) }
    let link = DaemonMap(self, name: name, stays: stays, size: map.size, isOurs: center != nil)
    map.connect(to: link)
    return (map, link)
  }
}
