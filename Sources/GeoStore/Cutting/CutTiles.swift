import GeoModel

/// The finished tiles of one part of the Earth, in the order of their keys.
struct CutTiles: Sendable {
  /// Keys of the table `tile`, ascending.
  private(set) var keys: [Int64] = []
  /// All tiles' bytes, one after the other.
  private(set) var bytes: [UInt8] = []
  /// Where each tile's bytes end.
  private(set) var ends: [Int] = []
  /// The box of the streets and houses of each tile that has any.
  private(set) var contentBoxes: [(key: Int64, box: FixedBox)] = []
  /// Houses with a postal code.
  private(set) var postalGroups: [CutPostalGroup] = []
  /// Ids of administrative areas that contain a place, by the place's position.
  private(set) var placeAreas: [(place: Int, areas: [UInt32])] = []

  /// Adds the next tile.
  mutating func append(_ content: CellContent, bytes tile: [UInt8], contentBox: FixedBox) {
    keys.append(content.cell.key)
    bytes.append(contentsOf: tile)
    ends.append(bytes.count)
    if !contentBox.isEmpty { contentBoxes.append((content.cell.key, contentBox)) }
  }

  /// Adds the postal groups of the next tile.
  mutating func append(_ groups: [CutPostalGroup]) { postalGroups.append(contentsOf: groups) }

  /// Adds what contains a place.
  mutating func append(place: Int, areas: [UInt32]) { placeAreas.append((place, areas)) }

  /// The administrative areas of all places, by the place's position.
  static func placeAreas(of parts: [CutTiles], placeCount: Int) -> [[UInt32]] {
    var areas = [[UInt32]](repeating: [], count: placeCount)
    for part in parts { for entry in part.placeAreas { areas[entry.place] = entry.areas } }
    return areas
  }
}
