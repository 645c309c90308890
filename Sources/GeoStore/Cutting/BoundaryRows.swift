import GeoModel

/// The rows of the areas' boundaries, packed, and the borders of which they are made.
struct BoundaryRows: Sendable {
  /// The boundaries, area after area.
  private(set) var bytes: MappedArray<UInt8>
  /// Where each area's bytes end; they begin where those of the area before end.
  private(set) var ends: MappedArray<Int>
  /// The vertices of each border, in the order of their numbers.
  let borders: MappedArray<PointRange>

  /// The rows of areas, given by their positions.
  init(_ content: StoreContent, areas: some Collection<Int>) {
    bytes = MappedArray(in: content.workspace)
    ends = MappedArray(in: content.workspace)
    var shared = SharedBorders(content, areas: areas)
    for area in areas {
      bytes.append(contentsOf: BorderCoding.encode(shared.outlines(of: area)))
      ends.append(bytes.count)
    }
    borders = shared.borders
  }

  /// The bytes of an area, by its place in the order that was given.
  subscript(area: Int) -> BytesPart { BytesPart(bytes: bytes, range: (area > 0 ? ends[area - 1] : 0)..<ends[area]) }
}
