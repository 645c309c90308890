import GeoModel

/// The rows of the areas' boundaries, packed, and the borders of which they are made.
struct BoundaryRows: Sendable {
  /// The boundary of each area, by its place in the order that was given.
  private(set) var rings: PackedRows
  /// The vertices of each border, in the order of their numbers.
  let borders: MappedArray<PointRange>

  /// The rows of areas, given by their positions.
  init(_ content: StoreContent, areas: some Collection<Int>) {
    rings = PackedRows(in: content.workspace)
    var shared = SharedBorders(content, areas: areas)
    for area in areas { rings.append(BorderCoding.encode(shared.outlines(of: area))) }
    borders = shared.borders
  }
}
