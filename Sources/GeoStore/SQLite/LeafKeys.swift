/// A cache of the keys of a table's leaves and the positions of their rows, in one array.
///
/// It holds only leaves that have been searched.
///
/// In a page, a key is stored before its row, and the row's offset in another place. So a binary search waits for three
/// cache lines in sequence before it reaches the row. Here the keys of a leaf take two lines, which are usually in the
/// processor's cache, and the row is the first line to wait for.
///
/// This pays off for tables with gaps between keys, large rows and lookups all over the table, such as that of the
/// tiles.
struct LeafKeys {
  /// The position of a row.
  struct Place {
    let key: Int64
    /// Its offset from the beginning of the page.
    let offset: Int
    /// The size of its cell in bytes, including the length and the key at its beginning.
    let size: Int
  }

  /// For each leaf, the position of its keys in ``words`` and their number, which is 0 for a leaf that is not cached.
  private var leaves: [(first: UInt32, count: UInt32)]
  /// Marks a leaf that has not been searched yet.
  private static let unknown = UInt32.max
  /// The keys of a leaf, then the positions of its rows, two in each word.
  private var words: [Int64] = []
  /// Limits the cache to a megabyte for each table of a reader.
  private static let capacity = 131_072
  /// Leaves with more rows are searched in their pages.
  private static let mostRows = 32

  /// Makes an empty cache for a number of leaves.
  init(leafCount: Int) { leaves = Array(repeating: (LeafKeys.unknown, 0), count: leafCount) }

  /// Caches the keys of a leaf, which are in order, if there is room. Otherwise the leaf is marked as not cached.
  mutating func keep(_ page: TablePage, leaf: Int) {
    leaves[leaf] = (0, 0)
    let count = page.cellCount
    guard count <= LeafKeys.mostRows, words.count + 2 * count < LeafKeys.capacity else {
      return
    }
    var (keys, places): ([Int64], [Int64]) = ([], Array(repeating: 0, count: (count + 1) / 2))
    for position in 0..<count {
      guard let place = page.place(position) else { return }
      keys.append(place.key)
      places[position / 2] |= Int64(place.offset << 16 | place.size) << Int64(position % 2 * 32)
    }
    leaves[leaf] = (UInt32(words.count), UInt32(count))
    words += keys + places
  }

  /// Whether a leaf has been passed to `keep`, even if there was no room for it.
  @inline(__always) func knows(leaf: Int) -> Bool { leaves[leaf].first != LeafKeys.unknown }

  /// The position of a leaf's last row whose key is not greater than this one; nil when all keys are greater or the
  /// leaf is not cached.
  @inline(__always) func lastRow(notAfter key: Int64, leaf: Int) -> Place? {
    let (first, count) = (Int(leaves[leaf].first), Int(leaves[leaf].count))
    return words.withUnsafeBufferPointer { words in
      var position = -1
      for next in 0..<count { position &+= words[first &+ next] <= key ? 1 : 0 }
      guard position >= 0 else { return nil }
      let bits = words[first &+ count &+ position &>> 1] &>> Int64(position & 1 &* 32)
      return Place(
        key: words[first &+ position], offset: Int(bits &>> 16 & 0xffff), size: Int(bits & 0xffff))
    }
  }
}
