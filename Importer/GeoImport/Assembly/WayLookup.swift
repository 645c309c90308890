import GeoStore

/// Finds ways by id among all batches.
struct WayLookup: Sendable {
  /// Where a way is.
  struct Position {
    var batch: Int
    var way: Int
  }

  /// Ids with `batch << 32 | way`, by id.
  private var entries: MappedArray<KeyedPosition>

  /// A lookup of the ways that relations refer to. It lives where their ids do.
  init(_ batches: [WayBatch], wanted: NodeIndex) {
    entries = MappedArray(in: wanted.workspace)
    for (batch, ways) in batches.enumerated() {
      for (way, id) in ways.ids.enumerated() where !ways.isDropped(way) && wanted.position(of: id) != nil {
        entries.append(KeyedPosition(key: WayLookup.key(id), position: batch << 32 | way))
      }
    }
    RadixSort.sort(&entries) { $0.key }
  }

  /// The place of a way; nil when no extract contains it.
  subscript(id: Int64) -> Position? {
    let index = entries.firstIndex(notBelow: WayLookup.key(id))
    guard index < entries.count, entries[index].key == WayLookup.key(id) else { return nil }
    return Position(batch: entries[index].position >> 32, way: entries[index].position & 0xFFFF_FFFF)
  }

  /// Orders ids, negative ones first.
  private static func key(_ id: Int64) -> UInt64 { UInt64(bitPattern: id ^ .min) }
}
