import GeoModel
import GeoStore

/// The user's own areas for a store, in any number of layers.
package struct OwnAreaContent: Sendable {
  /// The index of the areas, which are numbered layer by layer.
  package let index: AreaIndex
  /// The name of each area's layer, indexed by the area's number.
  package let layers: [String]

  /// The outlines of the areas of the user's own layers, whose numbers are the lowest ones.
  package let outlines: [[UInt8]]

  /// The layer in `own_area` of areas from postal code tables. No layer of the user can have this name.
  package static let postalLayer = "postal-codes"

  /// Cuts the areas of several layers into cells.
  package init(_ layers: [(name: String, areas: [OwnArea])]) {
    index = AreaIndex(layers: layers.map(\.areas))
    let drawn = layers.filter { $0.name != OwnAreaContent.postalLayer }
    outlines = AreaIndex.ordered(drawn.map(\.areas)).map(AreaOutlines.row)
    self.layers = layers.flatMap { layer in layer.areas.map { _ in layer.name } }
  }
}
