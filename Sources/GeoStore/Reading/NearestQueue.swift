/// What is still to be looked at in a search of a tree, the nearest first: a binary heap that keeps its room.
struct NearestQueue {
  /// A node of the tree, or a row.
  struct Entry {
    /// Square of the distance to its box, in square meters.
    var squaredMeters: Double
    /// Number of the node or id of the row.
    var id: Int64
    /// Levels of nodes below; -1 for a row.
    var level: Int
  }

  private var entries: [Entry] = []

  /// Forgets everything.
  mutating func removeAll() { entries.removeAll(keepingCapacity: true) }

  /// Adds an entry.
  mutating func insert(_ entry: Entry) {
    var position = entries.count
    entries.append(entry)
    while position > 0 {
      let parent = (position - 1) / 2
      if entries[parent].squaredMeters <= entry.squaredMeters { break }
      entries[position] = entries[parent]
      position = parent
    }
    entries[position] = entry
  }

  /// Takes the nearest entry out; nil when there is none.
  mutating func removeFirst() -> Entry? {
    guard let first = entries.first, let last = entries.popLast() else { return nil }
    if entries.isEmpty { return first }
    var position = 0
    while true {
      var child = 2 * position + 1
      if child >= entries.count { break }
      if child + 1 < entries.count, entries[child + 1].squaredMeters < entries[child].squaredMeters { child += 1 }
      if last.squaredMeters <= entries[child].squaredMeters { break }
      entries[position] = entries[child]
      position = child
    }
    entries[position] = last
    return first
  }
}
