import GeoModel
import GeoStore

extension PlacemarkEngine {
  /// The names of all layers of one's own areas: those of the store, then those that it was opened with.
  package var layerNames: [String] { storeLayerNames + ownLayers.map(\.name) }

  /// Those of the store that no other layer takes the place of.
  private var storeLayerNames: [String] {
    store.info.metadata.areaLayers.map(\.name).filter { name in !ownLayers.contains { $0.name == name } }
  }

  /// Checks that layers are there.
  ///
  /// - Throws: ``GeocodingError`` of code `invalidQuery` that lists those that are.
  func check(_ layers: LayerChoice) throws(GeocodingError) {
    guard case .named(let names) = layers else { return }
    let known = layerNames
    guard let missing = names.first(where: { !known.contains($0) }) else { return }
    let advice =
      known.isEmpty
      ? "there are none; geocoded --areas and geocode import --areas add them"
      : "there are: \(known.joined(separator: ", "))"
    throw GeocodingError(.invalidQuery, "there is no layer '\(ForeignText.visible(missing))'; \(advice)")
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
      let areas =
        ownLayers.first { $0.name == name }?.index.areas(containing: point)
        ?? ofStore.lazy.filter { $0.layer == name }.prefix(LayerAreas.mostAreas).map(\.area)
      return LayerAreas(layer: name, areas: areas)
    }
  }
}
