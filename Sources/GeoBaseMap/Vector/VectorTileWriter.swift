import GeoSupport

/// Writes a Mapbox Vector Tile 2.1: a protobuf message of layers, each with tables of the keys and values that its features share.
struct VectorTileWriter {
  /// Units of a tile's side.
  static let extent: Int32 = 4_096
  /// The tile so far.
  private(set) var bytes: [UInt8] = []

  /// Adds a layer; an empty one is left out, as the specification asks for.
  mutating func add(_ layer: VectorLayer) {
    guard !layer.isEmpty else { return }
    bytes.appendField(3, layer.encoded)
  }
}
