import GeoStore

/// The areas that decide a hierarchy: those that contain the point, and the tile's coarse ones that may stand in for them.
struct AreaKey: Equatable {
  /// First those that contain the point, ascending, so that tiles with the same areas share a key; then the others, nearest
  /// first.
  private var ids: [AreaID] = []
  /// How many of them contain the point.
  private var containingCount = 0

  /// A key without areas.
  init() {}

  /// The areas that contain the point.
  var containing: ArraySlice<AreaID> { ids[..<containingCount] }
  /// The areas that may stand in for coarse ones that are not believed.
  var alternatives: ArraySlice<AreaID> { ids[containingCount...] }

  /// A number that different keys hardly share.
  var hash: UInt64 {
    var hash = UInt64(truncatingIfNeeded: containingCount)
    for id in ids {
      hash = (hash ^ UInt64(id.rawValue)) &* 0x9E37_79B9_7F4A_7C15
      hash ^= hash >> 32
    }
    return hash
  }

  /// Starts over with areas that contain the point, ascending, in the memory of those before.
  mutating func begin(containing areas: some Sequence<AreaID>) {
    ids.removeAll(keepingCapacity: true)
    ids.append(contentsOf: areas)
    containingCount = ids.count
  }

  /// Adds an area that contains the point, before any alternative.
  mutating func insert(_ area: AreaID) {
    ids.append(area)
    containingCount += 1
    // There are few, and most come in order.
    var position = ids.count - 1
    while position > 0, ids[position - 1] > area {
      ids.swapAt(position - 1, position)
      position -= 1
    }
  }

  /// Adds the alternatives, nearest first.
  mutating func append(alternatives areas: some Sequence<AreaID>) { ids.append(contentsOf: areas) }
}
