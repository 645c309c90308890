/// Finds ways by id among all batches.
struct WayLookup: Sendable {
  /// Where a way is.
  struct Position {
    var batch: Int
    var way: Int
  }

  private var ids: [Int64] = []
  private var positions: [UInt64] = []

  /// A lookup of the ways that relations refer to.
  init(_ batches: [WayBatch], wanted: NodeIndex) {
    var entries: [(id: Int64, position: UInt64)] = []
    for (batch, ways) in batches.enumerated() {
      for (way, id) in ways.ids.enumerated() where !ways.isDropped(way) && wanted.position(of: id) != nil {
        entries.append((id, UInt64(batch) << 32 | UInt64(way)))
      }
    }
    entries.sort { $0.id < $1.id }
    ids = entries.map(\.id)
    positions = entries.map(\.position)
  }

  /// The place of a way; nil when no extract contains it.
  subscript(id: Int64) -> Position? {
    var (low, high) = (0, ids.count)
    while low < high {
      let middle = (low + high) / 2
      if ids[middle] < id { low = middle + 1 } else { high = middle }
    }
    guard low < ids.count, ids[low] == id else { return nil }
    return Position(batch: Int(positions[low] >> 32), way: Int(positions[low] & 0xFFFF_FFFF))
  }
}
