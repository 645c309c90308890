import GeoModel

/// A layer of areas that a client sets for its own watches.
package struct WireAreas: Hashable, Sendable {
  /// The name of the layer.
  package var layer: String
  /// The areas, in their order.
  package var areas: [OwnArea]
  /// The number of features left out.
  package var leftOut: Int
  /// The first feature left out, in words.
  package var firstLeftOut: String?

  /// The number of corners of all rings.
  package var corners: Int {
    areas.reduce(0) { $0 + $1.polygons.reduce(0) { $0 + $1.reduce(0) { $0 + $1.count } } }
  }
}

extension RequestParameters {
  /// Reads `layer`.
  func layerName() throws(WireError) -> String {
    guard let name = value("layer")?.string, LayerName.isValid(name) else {
      throw WireError(.invalidQuery, "'layer' must be the name of a layer: \(LayerName.rule)")
    }
    return name
  }

  /// Reads `layer`, `areas` (GeoJSON), and the properties to use: `nameProperty`, `properties`.
  func areas() throws(WireError) -> WireAreas {
    let layer = try layerName()
    guard let areas = value("areas"), areas.isObject else {
      throw WireError(.invalidQuery, "'areas' must be an object of GeoJSON, such as a FeatureCollection")
    }
    var wish = OwnAreaReader.Wish()
    if let name = value("nameProperty") {
      guard let text = name.string else { throw WireError(.invalidQuery, "'nameProperty' must be a string") }
      wish.name = text
    }
    if let properties = value("properties") {
      guard let names = properties.strings, names.count <= ProtocolLimits.fields else {
        throw WireError(
          .invalidQuery, "'properties' must be an array of up to \(ProtocolLimits.fields) names of properties")
      }
      wish.properties = names
    }
    do throws(OwnAreaReader.Failure) {
      let read = try OwnAreaReader.read(Array(areas.text), wish)
      return WireAreas(
        layer: layer, areas: read.areas, leftOut: read.dropped.values.reduce(0, +), firstLeftOut: read.firstDropped)
    } catch { throw WireError(.invalidQuery, "'areas': \(error.message)") }
  }
}
