import GeoModel

/// The finished tiles of one part of the Earth, in the order of their keys.
struct CutTiles: Sendable {
  /// A tile without its bytes.
  struct Head: BitwiseCopyable, Sendable {
    /// Key of the table `tile`.
    var key: Int64
    /// Where the tile's bytes end.
    var end: Int
    /// The box of its streets and houses; empty when it has none.
    var contentBox: FixedBox
  }

  /// The tiles, by ascending key.
  private(set) var heads: MappedArray<Head>
  /// All tiles' bytes, one after the other.
  private(set) var bytes: MappedArray<UInt8>
  /// Houses with a postal code.
  private(set) var postalGroups: PostalGroups
  /// What contains the places of these tiles.
  private(set) var placeAreas: PlaceAreas

  /// No tiles yet.
  init(in workspace: Workspace?) {
    heads = MappedArray(in: workspace)
    bytes = MappedArray(in: workspace)
    postalGroups = PostalGroups(in: workspace)
    placeAreas = PlaceAreas(in: workspace)
  }

  /// Adds the next tile.
  mutating func append(_ content: CellContent, bytes tile: [UInt8], contentBox: FixedBox) {
    bytes.append(contentsOf: tile)
    heads.append(Head(key: content.cell.key, end: bytes.count, contentBox: contentBox))
  }

  /// Adds the postal groups of the next tile.
  mutating func append(_ groups: [CutPostalGroup]) { for group in groups { postalGroups.append(group) } }

  /// Adds what contains a place.
  mutating func append(place: Int, areas: [UInt32]) { placeAreas.append(place: place, areas: areas) }
}
