import GeoModel
import GeoStore

extension PlacemarkEngine {
  /// The names of all layers of user-defined areas: first the store's, then those that the engine was opened with.
  package var layerNames: [String] { storeLayerNames + ownLayers.map(\.name) }

  /// Checks that the chosen layers exist.
  ///
  /// - Throws: ``GeocodingError`` of code `invalidQuery` that lists the existing layers.
  func check(_ layers: LayerChoice) throws(GeocodingError) {
    guard case .named(let names) = layers else { return }
    func isKnown(_ name: String) -> Bool { storeLayerNames.contains(name) || ownLayers.contains { $0.name == name } }
    guard let missing = names.first(where: { !isKnown($0) }) else { return }
    throw .noLayer(missing, among: layerNames)
  }

  /// The areas of the wanted layers that contain a point.
  func layers(_ choice: LayerChoice, at coordinate: Coordinate) throws(StoreError) -> [LayerAreas]? {
    let names: [String]
    switch choice {
    case .none: return nil
    case .all: names = layerNames
    case .named(let wanted): names = wanted
    }
    let point = FixedPoint(coordinate).withinTheWorld
    let ofStore = names.contains(where: storeLayerNames.contains) ? try store.ownAreas(containing: point) : []
    return names.map { name in
      if let layer = ownLayers.first(where: { $0.name == name }) {
        return LayerAreas(layer: name, areas: layer.index.areas(containing: point))
      }
      let place = store.info.metadata.areaLayers.firstIndex { $0.name == name }
      return LayerAreas(layer: name, areas: place.map { ofStore[$0] } ?? [])
    }
  }
}
