import GeoMap
import GeoModel
import GeoStore

extension StoreMap {
  /// The reason why layers cannot be shown.
  package enum LayerFailure: Error {
    /// There is no such layer; a sentence for whoever asked for it.
    case unknown(String)
    /// The store cannot be read.
    case unreadable(StoreError)
  }

  /// The areas of layers as overlays, in the order in which they are named.
  ///
  /// A layer of the store is read when it is first asked for.
  ///
  /// - Throws: ``LayerFailure`` when a named layer does not exist, or has no outlines because an older version has put
  ///   it into the store. A wish for all layers gets those that can be drawn.
  package func overlays(of choice: LayerChoice) throws(LayerFailure) -> [LayerOverlay] {
    let names: [String]
    switch choice {
    case .none: return []
    case .all: names = layerNames
    case .named(let wanted): names = wanted
    }
    var overlays: [LayerOverlay] = []
    for name in names {
      guard layerNames.contains(name) else {
        throw .unknown(GeocodingError.noLayer(name, among: layerNames).message)
      }
      if let found = try outlines(of: name) {
        overlays.append(LayerOverlay(layer: name, shapes: found))
      } else if choice != .all {
        throw .unknown(
          "an older version has put the layer '\(name)' into the store, without the outlines that a map needs; import it again"
        )
      }
    }
    return overlays
  }

  private func outlines(of name: String) throws(LayerFailure) -> AreaOutlines? {
    if let known = outlines.withLock({ $0[name] }) { return known }
    do throws(StoreError) {
      let found = try withArtist { (artist) throws(StoreError) in
        let found = try artist.store.outlines(ofLayer: name)
        try artist.store.confirm()
        return found
      }
      outlines.withLock { $0[name] = found }
      return found
    } catch { throw .unreadable(error) }
  }
}
