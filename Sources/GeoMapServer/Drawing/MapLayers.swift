import GeoBaseMap
import GeoMap
import GeoModel
import GeoWire

/// The layers of the user's own areas that maps can show: those of the store, and those of the daemon's files.
struct MapLayers: Sendable {
  /// Opens the map of the store.
  let tiles: MapTiles

  /// The areas of layers as overlays, in their order.
  ///
  /// - Throws: ``WireError`` when there is no such layer, or when the store cannot be read.
  func overlays(of choice: LayerChoice) throws(WireError) -> [LayerOverlay] {
    do throws(MapTiles.Failure) {
      guard choice != .none else { return [] }
      if let map = try tiles.mapIfAny() { return try MapLayers.overlays(of: choice, on: map) }
      guard case .named(let names) = choice, let name = names.first else { return [] }
      throw .refused(GeocodingError.noLayer(name, among: []).message)
    } catch {
      if case .refused(let reason) = error { throw WireError(.invalidQuery, reason) }
      throw .unreadableStore
    }
  }

  /// The areas of layers of a map as overlays.
  static func overlays(of choice: LayerChoice, on map: StoreMap) throws(MapTiles.Failure) -> [LayerOverlay] {
    do throws(StoreMap.LayerFailure) { return try map.overlays(of: choice) } catch {
      switch error {
      case .unknown(let reason): throw .refused(reason)
      case .unreadable(let error): throw .unreadable(error.message)
      }
    }
  }
}
