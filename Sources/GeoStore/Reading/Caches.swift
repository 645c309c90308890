import GeoModel
import GeoSupport

/// A bounded cache of recently read values. Each id has one slot, where it replaces another id's value.
///
/// A hit costs one memory access. As in a `SlotTable`, unused slots take no physical memory.
final class SlotCache<Value> {
  /// An id beside its value, so that both are in one line of the processor's cache.
  private struct Slot {
    /// One more than the id; 0 in an empty slot, which has no value.
    var mark: UInt64
    var value: Value
  }

  private let slots: UnsafeMutablePointer<Slot>
  private let mask: UInt32
  /// The slots that have a value, for `deinit`.
  @exclusivity(unchecked) private var filled: [UInt32] = []

  /// A cache with 2 to the power of `bits` slots.
  init(bits: Int) {
    slots = zeroedMemory(for: Slot.self, count: 1 << bits)
    mask = UInt32(1 << bits) - 1
  }

  deinit {
    for position in filled { (slots + Int(position)).deinitialize(count: 1) }
    giveBack(slots, count: Int(mask) + 1)
  }

  /// The cached value of an id, or the newly read one.
  @inline(__always) func value(_ id: UInt32, _ read: () throws(StoreError) -> Value) throws(StoreError) -> Value {
    let slot = slots + Int(id & mask)
    if slot.pointee.mark == UInt64(id) + 1 { return slot.pointee.value }
    let value = try read()
    keep(value, id)
    return value
  }

  private func keep(_ value: Value, _ id: UInt32) {
    let slot = slots + Int(id & mask)
    if slot.pointee.mark != 0 {
      slot.pointee = Slot(mark: UInt64(id) + 1, value: value)
    } else {
      slot.initialize(to: Slot(mark: UInt64(id) + 1, value: value))
      filled.append(id & mask)
    }
  }

}

/// The cache of recently read tiles, found by their key or by a point.
///
/// Each key has one slot, where it replaces another. A replaced tile is recycled, unless a caller still holds it: then
/// a new one takes its slot. So a tile in use never changes.
///
/// A point may be in a tile of any level. The lookup tries its key at each level that was ever cached here: a dozen
/// memory accesses, far cheaper than a descent in the file's B-tree.
struct TileCache {
  /// Bits of a slot's number.
  ///
  /// More slots would give more hits, but their memory evicts data from the processor's cache that every query needs:
  /// 2,048 are no faster than 512. With only 128, queries far from streets take longer, as they read the same tiles
  /// twice.
  private static let slotBits = 8
  /// The number of tiles kept. Each takes about a kilobyte, besides its bytes in the file.
  static let capacity = 1 << slotBits

  private var keys = [Int64](repeating: -1, count: capacity)
  private var tiles = [Tile?](repeating: nil, count: capacity)
  /// The limits of the query that reads the tiles.
  let limits = SearchLimits()
  private let file: MappedFile
  /// A bit for each level that a cached tile has had.
  private var levels: UInt32 = 0

  /// Makes an empty cache for a file.
  init(_ file: MappedFile) { self.file = file }

  /// The cached tile that contains the point with a Hilbert index.
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

  /// The cached tile of a key.
  func tile(key: Int64) -> Tile? {
    let slot = TileCache.slot(key)
    return keys[slot] == key ? tiles[slot] : nil
  }

  /// A tile to fill. It takes the key's slot, but is found only after ``keep(_:)`` is called.
  mutating func recycle(for key: Int64) -> Tile {
    let slot = TileCache.slot(key)
    keys[slot] = -1
    if tiles[slot] != nil, isKnownUniquelyReferenced(&tiles[slot]), let tile = tiles[slot] { return tile }
    let tile = Tile(limits, file: file)
    tiles[slot] = tile
    return tile
  }

  /// Makes the tile that ``recycle(for:)`` returned for the key available to lookups.
  mutating func keep(_ key: Int64) {
    keys[TileCache.slot(key)] = key
    levels |= 1 << UInt32(key & TileCell.levelMask)
  }

  private static func slot(_ key: Int64) -> Int {
    Hashing.slot(of: UInt64(bitPattern: key), slotBits: slotBits)
  }
}
