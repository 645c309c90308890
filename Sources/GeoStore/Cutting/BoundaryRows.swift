import GeoModel

/// The rows of the areas' boundaries, packed, and the borders of which they are made.
struct BoundaryRows: Sendable {
  /// The boundary of each area, by its place in the order that was given.
  private(set) var rings: PackedRows
  /// The borders in the order of their numbers.
  private(set) var borders: PackedRows

  /// The rows of areas, given by their positions.
  init(_ content: StoreContent, areas: some Collection<Int>) {
    rings = PackedRows(in: content.workspace)
    var shared = SharedBorders(content, areas: areas)
    for area in areas { rings.append(BorderCoding.encode(shared.outlines(of: area))) }
    borders = PackedRows(in: content.workspace)
    for border in shared.borders { borders.append(BorderCoding.encode(content.vertices(border))) }
  }
}
