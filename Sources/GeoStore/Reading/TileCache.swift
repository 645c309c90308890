import GeoModel

/// The tiles that were decoded last, used again in turn.
///
/// A tile that somebody still holds is not recycled but replaced, so a tile in use never changes.
struct TileCache {
  /// Tiles kept; each takes a few kilobytes.
  static let capacity = 128

  private var keys = [Int64](repeating: -1, count: capacity)
  private var boxes = [FixedBox](repeating: .empty, count: capacity)
  private var tiles = [Tile?](repeating: nil, count: capacity)
  private var nextSlot = 0

  /// The kept tile that contains a point.
  func tile(containing point: FixedPoint) -> Tile? {
    for slot in 0..<TileCache.capacity where boxes[slot].contains(point) { return tiles[slot] }
    return nil
  }

  /// The kept tile of a key.
  func tile(key: Int64) -> Tile? {
    for slot in 0..<TileCache.capacity where keys[slot] == key { return tiles[slot] }
    return nil
  }

  /// A tile to fill, in the place of the oldest one.
  mutating func recycle() -> Tile {
    keys[nextSlot] = -1
    boxes[nextSlot] = .empty
    if tiles[nextSlot] != nil, isKnownUniquelyReferenced(&tiles[nextSlot]) { return tiles[nextSlot]! }
    let tile = Tile()
    tiles[nextSlot] = tile
    return tile
  }

  /// Keeps the tile that ``recycle()`` gave, now filled.
  mutating func keep(_ tile: Tile, key: Int64) {
    keys[nextSlot] = key
    boxes[nextSlot] = tile.box
    nextSlot = (nextSlot + 1) % TileCache.capacity
  }
}
