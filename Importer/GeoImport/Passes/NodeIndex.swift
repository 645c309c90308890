import GeoModel
import GeoStoreWriting

/// A set of ids, such as those of all needed nodes, each with its rank in ascending order.
///
/// Ids that share their upper 48 bits form a block. A block of few ids holds their lower 16 bits in ascending order; one
/// of many has a bit for each possible id. So a set takes about two bytes for an id or less, and neither ids nor ranks
/// are limited to 32 bits. The two forms are those of Roaring bitmaps (Lemire, Ssi-Yan-Kai and Kaser, 2016).
struct NodeIndex: Sendable {
  /// The ids that share their upper bits.
  private struct Block {
    /// The upper 48 bits.
    let number: Int64
    /// The number of ids in all blocks before this one.
    var rank = 0
    /// The position of the first of its ``words``.
    var start = 0
    /// The number of ids, with repetitions while they are counted.
    var count = 0

    /// Whether there is a bit for each possible id.
    var hasBits: Bool { count >= NodeIndex.bitsFrom }
    /// The number of its words: bits, then a count for each 64 of them, or else the ids.
    var wordCount: Int { hasBits ? NodeIndex.bitWords + NodeIndex.countWords : count }
  }

  /// The number of ids from which bits take fewer bytes.
  private static let bitsFrom = bitWords + countWords
  private static let bitWords = 1 << 12
  private static let countWords = 1 << 10

  private var blocks: MappedArray<Block>
  private var words: MappedArray<UInt16>
  /// The first block of each range of numbers, for about two blocks each, and one entry for the end.
  private var buckets: [UInt32] = [0, 0]
  /// The number of bits by which a number's distance from the first one is shifted to get its bucket.
  private var shift: UInt64 = 63
  /// The number of different ids.
  private(set) var count = 0

  /// Creates an index of ids, in any order and with repetitions, in their workspace.
  init(_ ids: MappedArray<Int64>) {
    self.init(in: ids.workspace) { take in for id in ids { take(id) } }
  }

  /// Creates an index of ids in any order and with repetitions.
  ///
  /// - Parameters:
  ///   - workspace: where the ids are stored if they are many; nil for the heap.
  ///   - forEachID: calls its argument with every id. It is called twice, and must give the same ids.
  init(in workspace: Workspace?, forEachID: ((Int64) -> Void) -> Void) {
    blocks = NodeIndex.countedBlocks(in: workspace, forEachID)
    var wordCount = 0
    for block in blocks.indices {
      blocks[block].start = wordCount
      wordCount += blocks[block].wordCount
    }
    words = MappedArray(repeating: 0, count: wordCount, in: workspace)
    fillBuckets()
    place(forEachID)
    settle()
    blocks.expectAccess(random: true)
    words.expectAccess(random: true)
  }

  /// The workspace of the index; nil for the heap.
  var workspace: Workspace? { words.workspace }

  /// The rank of an id in ascending order; nil if it is not in the index.
  func position(of id: Int64) -> Int? {
    var cursor = 0
    return position(of: id, at: &cursor)
  }

  /// The rank of an id; nil if it is not in the index. Nodes of a way or a file mostly have consecutive ranks, so the id
  /// after the last one is tried first.
  ///
  /// - Parameter cursor: the block of the last id, and the position after it there; 0 at first. Updated by the call.
  @inline(__always) func position(of id: Int64, at cursor: inout Int) -> Int? {
    if cursor >> 16 < blocks.count {
      let (block, position) = (blocks[cursor >> 16], cursor & 0xFFFF)
      if block.number == NodeIndex.number(id), !block.hasBits, position < block.count,
        words[block.start + position] == UInt16(truncatingIfNeeded: id)
      {
        cursor += 1
        return block.rank + position
      }
    }
    return position(of: id, from: &cursor)
  }

  /// The same where the id is not the one after the last.
  private func position(of id: Int64, from cursor: inout Int) -> Int? {
    let number = NodeIndex.number(id)
    if cursor >> 16 >= blocks.count || blocks[cursor >> 16].number != number {
      guard let found = block(number) else { return nil }
      cursor = found << 16
    }
    let block = blocks[cursor >> 16]
    let rank = words.withUnsafeBufferPointer { words in
      let (words, low) = (words.baseAddress! + block.start, UInt16(truncatingIfNeeded: id))
      return block.hasBits
        ? NodeIndex.rank(of: low, inBits: words) : NodeIndex.rank(of: low, among: words, block.count, &cursor)
    }
    return rank.map { block.rank + $0 }
  }

  /// The rank of an id in a block with bits.
  @inline(__always) private static func rank(of low: UInt16, inBits words: UnsafePointer<UInt16>) -> Int? {
    let bits = UnsafeRawPointer(words).loadUnaligned(fromByteOffset: Int(low >> 6) * 8, as: UInt64.self)
    let bit = UInt64(1) << UInt64(low & 63)
    guard bits & bit != 0 else { return nil }
    return Int(words[bitWords + Int(low >> 6)]) + (bits & (bit - 1)).nonzeroBitCount
  }

  /// The rank of an id in a block of ascending ids.
  @inline(__always) private static func rank(
    of low: UInt16, among words: UnsafePointer<UInt16>, _ count: Int, _ cursor: inout Int
  ) -> Int? {
    var position = cursor & 0xFFFF
    let isThere = (position == count || low <= words[position]) && (position == 0 || words[position - 1] < low)
    if !isThere {
      position = 0
      var end = count
      while position < end {
        let middle = (position + end) / 2
        if words[middle] < low { position = middle + 1 } else { end = middle }
      }
    }
    cursor = cursor & ~0xFFFF | position
    guard position < count, words[position] == low else { return nil }
    cursor += 1
    return position
  }

  /// The upper bits of an id.
  @inline(__always) private static func number(_ id: Int64) -> Int64 { id >> 16 }

  /// The block of a number; nil if there is none.
  private func block(_ number: Int64) -> Int? {
    guard let first = blocks.first, number >= first.number, number <= blocks[blocks.count - 1].number else {
      return nil
    }
    let bucket = Int(UInt64(bitPattern: number &- first.number) >> shift)
    var (low, high) = (Int(buckets[bucket]), Int(buckets[bucket + 1]))
    while low < high {
      let middle = (low + high) / 2
      if blocks[middle].number < number { low = middle + 1 } else { high = middle }
    }
    return low < blocks.count && blocks[low].number == number ? low : nil
  }

  // MARK: Creation

  /// The blocks of all ids in ascending order, with the number of ids in each.
  private static func countedBlocks(
    in workspace: Workspace?, _ forEachID: ((Int64) -> Void) -> Void
  ) -> MappedArray<Block> {
    var blocks = MappedArray<Block>(in: workspace)
    var positions: [Int64: Int] = [:]
    var (number, count): (Int64, Int) = (.min, 0)
    func endRun() {
      guard count > 0 else { return }
      let position = positions[number] ?? blocks.count
      if position == blocks.count {
        blocks.append(Block(number: number))
        positions[number] = position
      }
      blocks[position].count += count
    }
    forEachID { id in
      if NodeIndex.number(id) != number {
        endRun()
        (number, count) = (NodeIndex.number(id), 0)
      }
      count += 1
    }
    endRun()
    blocks.sort { $0.number < $1.number }
    return blocks
  }

  /// Fills ``buckets``.
  private mutating func fillBuckets() {
    guard let first = blocks.first?.number, let last = blocks.last?.number else { return }
    let span = UInt64(bitPattern: last &- first)
    shift = 0
    while span >> shift > UInt64(blocks.count / 2 + 16) { shift += 1 }
    buckets = Array(repeating: 0, count: Int(span >> shift) + 2)
    for block in blocks { buckets[Int(UInt64(bitPattern: block.number &- first) >> shift) + 1] += 1 }
    for bucket in 1..<buckets.count { buckets[bucket] += buckets[bucket - 1] }
  }

  /// Puts each id into its block: sets its bit, or adds it to the block's ids in any order.
  private mutating func place(_ forEachID: ((Int64) -> Void) -> Void) {
    var words = words
    self.words = []
    var ends = blocks.map(\.start)
    words.withUnsafeMutableBufferPointer { words in
      var (position, number): (Int, Int64) = (0, blocks.first?.number ?? 0)
      forEachID { id in
        if NodeIndex.number(id) != number {
          number = NodeIndex.number(id)
          position = block(number)!
        }
        let low = UInt16(truncatingIfNeeded: id)
        if blocks[position].hasBits {
          words[blocks[position].start + Int(low >> 4)] |= 1 << (low & 15)
        } else {
          words[ends[position]] = low
          ends[position] += 1
        }
      }
    }
    self.words = words
  }

  /// Sorts the ids of each block, drops repetitions, and counts.
  private mutating func settle() {
    var bits = [UInt64](repeating: 0, count: 1 << 10)
    for position in blocks.indices {
      let block = blocks[position]
      let different = words.withUnsafeMutableBufferPointer { words in
        let words = UnsafeMutableBufferPointer(rebasing: words[block.start..<block.start + block.wordCount])
        return block.hasBits ? NodeIndex.counted(words) : NodeIndex.sorted(words, &bits)
      }
      blocks[position].rank = count
      // A block keeps its form: one with bits has repetitions left in its count, which nothing reads.
      if !block.hasBits { blocks[position].count = different }
      count += different
    }
  }

  /// Enters the number of bits before each 64 of a block, and returns the number of all.
  private static func counted(_ words: UnsafeMutableBufferPointer<UInt16>) -> Int {
    var count = 0
    for word in 0..<countWords {
      words[bitWords + word] = UInt16(truncatingIfNeeded: count)
      for part in words[word * 4..<word * 4 + 4] { count += part.nonzeroBitCount }
    }
    return count
  }

  /// Sorts the ids of a block without repetitions, and returns their number.
  ///
  /// - Parameter bits: one for each id, all zero before and after.
  private static func sorted(_ words: UnsafeMutableBufferPointer<UInt16>, _ bits: inout [UInt64]) -> Int {
    var (low, high) = (bits.count, 0)
    for word in words {
      let part = Int(word >> 6)
      bits[part] |= 1 << UInt64(word & 63)
      (low, high) = (min(low, part), max(high, part + 1))
    }
    var count = 0
    for part in low..<max(low, high) {
      while bits[part] != 0 {
        words[count] = UInt16(part << 6 + bits[part].trailingZeroBitCount)
        bits[part] &= bits[part] - 1
        count += 1
      }
    }
    return count
  }
}

/// The locations of the needed nodes.
///
/// Without versions, they take about 16 bytes a node, half of them for its id in ``index``.
struct NodeLocations: Sendable {
  /// The needed nodes.
  let index: NodeIndex
  private var points: MappedArray<FixedPoint>
  /// Versions of the locations; empty if no node can occur twice.
  private var versions: MappedArray<ObjectVersion>
  /// Whether an extract has each node in some version; empty if not needed.
  private var natives: MappedArray<Bool>

  private static let missing = FixedPoint(x: .max, y: .max)

  /// Creates a table of locations for these nodes, all unknown at first.
  ///
  /// - Parameters:
  ///   - keepsVersions: whether nodes may occur in several versions, of which the newest counts.
  ///   - notesNatives: whether to record which nodes are in extracts, not only in change files.
  init(_ index: NodeIndex, keepsVersions: Bool, notesNatives: Bool = false) {
    self.index = index
    points = MappedArray(repeating: NodeLocations.missing, count: index.count, in: index.workspace)
    points.expectAccess(random: true)
    let unknown = ObjectVersion(number: .min, order: 0, isVisible: false)
    versions = MappedArray(repeating: unknown, count: keepsVersions ? index.count : 0, in: index.workspace)
    natives = MappedArray(repeating: false, count: notesNatives ? index.count : 0, in: index.workspace)
  }

  /// The location of a node; nil if no extract contains it or its newest version is deleted.
  func point(of id: Int64) -> FixedPoint? {
    var cursor = 0
    return point(of: id, at: &cursor)
  }

  /// The location of a node in a series of look-ups.
  ///
  /// - Parameter cursor: see ``NodeIndex/position(of:at:)``.
  func point(of id: Int64, at cursor: inout Int) -> FixedPoint? {
    guard let position = index.position(of: id, at: &cursor), points[position] != NodeLocations.missing else {
      return nil
    }
    return points[position]
  }

  /// Sets a node's location, unless a newer version is known.
  mutating func set(_ position: Int, _ point: FixedPoint, _ version: ObjectVersion) {
    if !versions.isEmpty {
      guard versions[position] <= version else { return }
      versions[position] = version
    }
    points[position] = version.isVisible ? point : NodeLocations.missing
  }

  /// Sets a node's location as given by a way. The version of the node itself comes later and replaces it.
  mutating func setOfWay(_ id: Int64, _ point: FixedPoint?, isNative: Bool) {
    guard let point, let position = index.position(of: id) else { return }
    set(position, point, ObjectVersion(number: .min + 1, order: 0, isVisible: true))
    if isNative { noteNative(position) }
  }

  /// Records that an extract has a node.
  mutating func noteNative(_ position: Int) { if !natives.isEmpty { natives[position] = true } }

  /// Whether an extract has a node in some version.
  func isNative(_ id: Int64) -> Bool { !natives.isEmpty && index.position(of: id).map { natives[$0] } ?? false }

  /// Whether this version of a node is the one that counts and is not deleted.
  func isCurrent(_ id: Int64, _ version: ObjectVersion) -> Bool {
    guard version.isVisible, let position = index.position(of: id) else { return false }
    return versions.isEmpty || versions[position] == version
  }
}
