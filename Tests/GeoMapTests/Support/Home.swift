import GeoMap
import GeoModel

/// Where the maps of the facts live: in this process. The same tests run with maps of a daemon, in GeoServerTests.
enum Home {
  /// Whether what a user does is done in this process.
  static let isHere = true

  /// A map of a size.
  static func map(size: ScreenSize = ScreenSize(width: 800, height: 600)) throws -> MapView { MapView(size: size) }

  /// Has a user do something.
  static func handle(_ gesture: Gesture, on map: MapView) { map.handle(gesture) }

  /// A test has ended.
  static func check(_ map: MapView) {}
}
