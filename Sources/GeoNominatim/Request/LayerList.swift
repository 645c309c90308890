import GeoStore

/// The `layer` parameter.
enum LayerList {
  /// What is answered when no layer is asked for: addresses and places of interest.
  static let standard: MapLayers = [.address, .poi]

  /// Reads a list such as `address,poi`; an empty one is as good as none.
  ///
  /// - Throws: a problem that names the layer which does not exist.
  static func parse(_ text: String) throws(NominatimProblem) -> MapLayers {
    var layers: MapLayers = []
    for part in text.split(separator: ",") {
      let name = ParameterReader.trimmed(String(part)).lowercased()
      guard let layer = named.first(where: { $0.name == name })?.layer else {
        let known = named.map(\.name).joined(separator: ", ")
        throw NominatimProblem(message: "Parameter 'layer': '\(name.prefix(40))' is no layer; there are: \(known).")
      }
      layers.formUnion(layer)
    }
    return layers.isEmpty ? standard : layers
  }

  /// All layers by their names.
  private static let named: [(name: String, layer: MapLayers)] = [
    ("address", .address), ("poi", .poi), ("railway", .railway), ("natural", .natural), ("manmade", .manmade),
  ]
}
