import GeoModel
import GeoSupport

/// The tiles that were decoded last, found by their key or by a point, used again in turn.
///
/// Each key has one slot, where it drives out another. A tile that somebody still holds is not recycled but replaced, so a
/// tile in use never changes.
///
/// A point may be in a tile of any level. Its key at each level that was ever met here is looked up: a dozen reads of
/// memory, far less than a descent in the file.
struct TileCache {
  /// Bits of a slot's number. More slots than this find more tiles, but in memory farther away from the processor than the tile's
  /// bytes in the file: questions all over a large store become slower by a tenth with 2,048 slots.
  private static let slotBits = 9
  /// Tiles kept; each takes 2 to 6 kilobytes.
  static let capacity = 1 << slotBits

  private var keys = [Int64](repeating: -1, count: capacity)
  private var tiles = [Tile?](repeating: nil, count: capacity)
  /// A bit for each level of a kept tile.
  private var levels: UInt32 = 0

  /// The kept tile that contains the point with a Hilbert index.
  @inline(__always) func tile(containing index: UInt64) -> (key: Int64, tile: Tile)? {
    var open = levels
    while open != 0 {
      let level = 31 - open.leadingZeroBitCount
      open &= ~(1 << UInt32(level))
      let mask: UInt64 = level == 0 ? 0 : ~0 << (64 - 2 * UInt64(level))
      let key = Int64(bitPattern: index & mask) | Int64(level)
      let slot = TileCache.slot(key)
      if keys[slot] == key, let tile = tiles[slot] { return (key, tile) }
    }
    return nil
  }

  /// The kept tile of a key.
  func tile(key: Int64) -> Tile? {
    let slot = TileCache.slot(key)
    return keys[slot] == key ? tiles[slot] : nil
  }

  /// A tile to fill, kept in the place of another one once ``keep(_:)`` is called.
  mutating func recycle(for key: Int64) -> Tile {
    let slot = TileCache.slot(key)
    keys[slot] = -1
    if tiles[slot] != nil, isKnownUniquelyReferenced(&tiles[slot]), let tile = tiles[slot] { return tile }
    let tile = Tile()
    tiles[slot] = tile
    return tile
  }

  /// Finds the tile that ``recycle(for:)`` gave for the key from now on.
  mutating func keep(_ key: Int64) {
    keys[TileCache.slot(key)] = key
    levels |= 1 << UInt32(key & TileCell.levelMask)
  }

  private static func slot(_ key: Int64) -> Int {
    Hashing.slot(of: UInt64(bitPattern: key), slotBits: slotBits)
  }
}
