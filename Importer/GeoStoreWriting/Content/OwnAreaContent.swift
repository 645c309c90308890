import GeoModel
import GeoStore

/// The areas of one's own that a store is to have, in any number of layers.
package struct OwnAreaContent: Sendable {
  /// Where they are; numbered layer by layer.
  package let index: AreaIndex
  /// The name of each area's layer, in the order of the numbers.
  package let layers: [String]

  /// What `own_area` has as the layer of areas of tables of postal codes. A layer cannot be called so.
  package static let postalLayer = "postal-codes"

  /// Cuts the areas of layers into cells.
  package init(_ layers: [(name: String, areas: [OwnArea])]) {
    index = AreaIndex(layers: layers.map(\.areas))
    self.layers = layers.flatMap { layer in layer.areas.map { _ in layer.name } }
  }
}
