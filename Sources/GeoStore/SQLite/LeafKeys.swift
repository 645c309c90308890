/// The keys of leaves of a table and where in them its rows stand, in one array, for those leaves that were searched before.
///
/// In a page the keys stand before their rows, each in a line of memory that holds little else, behind an offset in a line of its own: a
/// search waits for three lines one after the other, and only then for the row. Here the keys of a leaf are two lines that a processor
/// mostly has at hand, and the row is the first thing that is waited for. That is worth it where keys are looked for all over a table,
/// have gaps, and rows are large, as those of tiles.
struct LeafKeys {
  /// Where a row stands.
  struct Place {
    let key: Int64
    /// From the beginning of its page.
    let offset: Int
    /// Bytes of its cell, which begins with them and the key.
    let size: Int
  }

  /// For each leaf, where its keys begin in ``words``, and how many there are: none for a leaf that is not kept.
  private var leaves: [(first: UInt32, count: UInt32)]
  /// Where the keys of a leaf begin that was not searched yet.
  private static let unknown = UInt32.max
  /// The keys of a leaf, then the places of its rows, two in a word.
  private var words: [Int64] = []
  /// A reader keeps a megabyte at most.
  private static let capacity = 131_072
  /// A leaf with more rows is better searched where it stands.
  private static let mostRows = 32

  /// Nothing of so many leaves yet.
  init(leafCount: Int) { leaves = Array(repeating: (LeafKeys.unknown, 0), count: leafCount) }

  /// Keeps the keys of a leaf, which are in order, if there is room for them. It is not asked for them again if not.
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

  /// Whether it is known if the keys of a leaf are kept.
  @inline(__always) func knows(leaf: Int) -> Bool { leaves[leaf].first != LeafKeys.unknown }

  /// Where the last row of a leaf stands whose key is not greater than this one; nil when all are greater, and for a leaf that is not kept.
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
