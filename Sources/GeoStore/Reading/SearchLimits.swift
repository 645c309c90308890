/// What a question to a store may still do, shared by the tiles of a reader, and whether something that it read did not fit together.
///
/// Where checksums agree but keys, boxes and counts lie, a search would go on until nothing of the file is left. These bounds are many
/// times what a search on a sound store can need, so that whoever reaches them reads a damaged one.
final class SearchLimits {
  /// Tiles that one question looks up or passes at most. The densest 70 km of the world, through which a long street may go, have a third
  /// of that.
  private static let tiles = 2_000_000
  /// Vertices of lines that one question reads, whatever it looks at, and how many more for each byte of a tile that it opens: buildings share
  /// their outline with their addresses, each of which takes some bytes.
  private static let (vertices, verticesPerByte) = (16_000_000, 64)

  /// Whether something did not fit together.
  @exclusivity(unchecked) var areBroken = false
  /// Tiles that may still be looked up.
  @exclusivity(unchecked) private var tilesLeft = SearchLimits.tiles
  /// Vertices that may still be read.
  @exclusivity(unchecked) private var verticesLeft = SearchLimits.vertices

  /// For the next question.
  @inline(__always) func renew() {
    tilesLeft = SearchLimits.tiles
    verticesLeft = SearchLimits.vertices
  }

  /// Counts a tile; false when there were too many.
  @inline(__always) func passTile() -> Bool {
    tilesLeft &-= 1
    return tilesLeft >= 0
  }

  /// Allows for a tile that is opened.
  @inline(__always) func open(ofBytes count: Int) { verticesLeft &+= count &* SearchLimits.verticesPerByte }

  /// Counts vertices; false when there were too many.
  @inline(__always) func read(vertices count: Int) -> Bool {
    verticesLeft &-= count
    return verticesLeft >= 0
  }
}
