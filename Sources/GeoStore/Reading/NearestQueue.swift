import GeoModel

/// A queue of entries to examine, the nearest first: a binary heap that keeps its capacity.
struct NearestQueue {
  /// A group of houses, an object, or a box that contains some.
  struct Entry {
    /// Square of the distance to it or to its box, in square meters.
    var squaredMeters: Double
    /// Its row, which orders equally near entries; 0 for nodes and pages of objects.
    var id: UInt32
    /// Its position in a list of the queue's owner.
    var position: UInt32

    /// Whether it comes first: by distance, then by the lower row.
    @inline(__always) func isBefore(_ other: Entry) -> Bool { (squaredMeters, id) < (other.squaredMeters, other.id) }
  }

  private var entries: [Entry] = []

  /// Removes all entries.
  mutating func removeAll() { entries.removeAll(keepingCapacity: true) }

  /// Adds an entry.
  mutating func insert(_ entry: Entry) {
    var position = entries.count
    entries.append(entry)
    while position > 0 {
      let parent = (position - 1) / 2
      if entries[parent].isBefore(entry) { break }
      entries[position] = entries[parent]
      position = parent
    }
    entries[position] = entry
  }

  /// Removes and returns the nearest entry; nil when there is none.
  mutating func removeFirst() -> Entry? {
    guard let first = entries.first, let last = entries.popLast() else { return nil }
    if entries.isEmpty { return first }
    var position = 0
    while true {
      var child = 2 * position + 1
      if child >= entries.count { break }
      if child + 1 < entries.count, entries[child + 1].isBefore(entries[child]) { child += 1 }
      if last.isBefore(entries[child]) { break }
      entries[position] = entries[child]
      position = child
    }
    entries[position] = last
    return first
  }
}
