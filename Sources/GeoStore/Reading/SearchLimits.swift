/// The limits of one query to a store, shared by the tiles of a reader, and whether anything it read was inconsistent.
///
/// If checksums match but keys, boxes or counts are wrong, a search could go on through the whole file. The limits are
/// many times what a search in a sound store needs, so reaching one means that the store is damaged.
final class SearchLimits {
  /// The most tiles that one query looks up or passes.
  ///
  /// The densest 70 km of the world, which a long street may cross, have a third of that.
  private static let tiles = 2_000_000
  /// The most vertices that one query reads, and how many more are allowed for each byte of a tile that it opens.
  ///
  /// A few bytes of an address can refer to a long outline, as addresses share the outlines of their buildings.
  private static let (vertices, verticesPerByte) = (16_000_000, 64)

  /// Whether something inconsistent was read.
  @exclusivity(unchecked) var areBroken = false
  /// Tiles that may still be looked up.
  @exclusivity(unchecked) private var tilesLeft = SearchLimits.tiles
  /// Vertices that may still be read.
  @exclusivity(unchecked) private var verticesLeft = SearchLimits.vertices

  /// Resets the limits for the next query.
  @inline(__always) func renew() {
    tilesLeft = SearchLimits.tiles
    verticesLeft = SearchLimits.vertices
  }

  /// Counts a tile; false when the limit is exceeded.
  @inline(__always) func passTile() -> Bool {
    tilesLeft &-= 1
    return tilesLeft >= 0
  }

  /// Raises the limit of vertices for a tile that is opened.
  @inline(__always) func open(ofBytes count: Int) { verticesLeft &+= count &* SearchLimits.verticesPerByte }

  /// Counts vertices; false when the limit is exceeded.
  @inline(__always) func read(vertices count: Int) -> Bool {
    verticesLeft &-= count
    return verticesLeft >= 0
  }
}
