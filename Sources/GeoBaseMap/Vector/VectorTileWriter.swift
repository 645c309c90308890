import GeoSupport

/// Writes a Mapbox Vector Tile 2.1: a protobuf message of layers, each with tables of the keys and values shared by its
/// features.
struct VectorTileWriter {
  /// The units along a tile's side.
  static let extent: Int32 = 4_096
  /// The bytes written so far.
  private(set) var bytes: [UInt8] = []

  /// Adds a layer; leaves out an empty one, as the specification demands.
  mutating func add(_ layer: VectorLayer) {
    guard !layer.isEmpty else { return }
    bytes.appendField(3, layer.encoded)
  }
}
