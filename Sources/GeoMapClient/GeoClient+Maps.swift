@_exported public import GeoClient
@_exported public import GeoMap
import GeoModel
import GeoWire

extension GeoClient {
  /// Opens a map of the daemon, which pages in browsers show (``GeoMap/MapView/page``): a `MapView` as any other, with the same delegate.
  ///
  /// ```swift
  /// let map = try await GeoClient().mapView(named: "fleet", center: vaduz, level: 12)   // or: let map = MapView()
  /// map.delegate = fleet
  /// map.addAnnotations(vehicles)
  /// try await map.run()
  /// ```
  ///
  /// What the program does is done at once, and goes to the daemon with the next layout. What people do on a page comes to the delegate in
  /// ``GeoMap/MapView/run()`` or ``GeoMap/MapView/deliverCallbacks()``, one of which a program must call. When the daemon was restarted the map is
  /// opened again by its name, and everything is put there again.
  ///
  /// - Parameters:
  ///   - name: by which others find it, 1 to 128 bytes; nil for a new map with a name of its own.
  ///   - center: what is shown; nil for what a map of that name shows already, else the world.
  ///   - level: 0 to 21; nil for the one that is shown.
  ///   - size: points, while no page shows the map.
  ///   - stays: seconds that the map stays after its last client, up to a week; nil for a minute.
  /// - Throws: ``GeocodingError`` when no daemon answers, or it takes no more maps.
  public nonisolated(nonsending) func mapView(
    named name: String? = nil, center: Coordinate? = nil, level: Double? = nil,
    size: ScreenSize = ScreenSize(width: 800, height: 600), stays: Double? = nil
  ) async throws(GeocodingError) -> MapView {
    let (map, link) = openMap(named: name, center: center, level: level, size: size, stays: stays)
    try await link.ready(map)
    return map
  }

  /// A map that is being opened.
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
