import GeoMap
import GeoModel

/// Creates the maps of the facts, in this process. GeoServerTests run the same tests with maps of a daemon.
enum Home {
  /// Whether gestures are performed in this process.
  static let isHere = true

  /// A map of this size.
  static func map(size: ScreenSize = ScreenSize(width: 800, height: 600)) throws -> MapView { MapView(size: size) }

  /// Performs a user's gesture.
  static func handle(_ gesture: Gesture, on map: MapView) { map.handle(gesture) }

  /// Called at the end of a test.
  static func check(_ map: MapView) {}
}
