import GeoModel
import GeoStore

// The order of map objects in a store:
// 1. They are grouped: coarse objects (search rank up to 25), fine ones, and those for roads alone. Most queries need
//    only one of these. In each, small objects are separated from large ones, which would enlarge the boxes of their
//    small neighbors.
// 2. Within a group they are ordered along the Hilbert curve, by the middle of their box.
// 3. Each group is cut into pages of 32 objects. Each page has a box, and 32 boxes make a node. Nodes of nodes follow
//    up to a single root, from which searches start: a packed R-tree.

/// The order of map objects and their groups.
struct ObjectOrder {
  /// The last search rank of coarse groups.
  static let lastCoarseRank: UInt8 = 25
  /// The longest side of a small object's box: about 7 km for coarse objects, 450 m for all others.
  static let smallExtents: [Int64] = [600_000, 40_000, 40_000]

  /// The old position of each object, in the new order.
  private(set) var old: MappedArray<UInt32>
  /// The box of each object, by its new position.
  private(set) var boxes: MappedArray<FixedBox>
  /// The groups that have objects, with their ranges of the new order and their ranks.
  private(set) var groups: [Group] = []

  /// Objects that are searched together.
  struct Group {
    var number: UInt8
    var range: Range<Int>
    var ranks: ClosedRange<UInt8>
  }

  /// An object to be sorted.
  private struct Entry: Sendable {
    var index: UInt64
    var box: FixedBox
    var position: UInt32
    var group: UInt8
    var rank: UInt8
  }

  /// Sorts a content's objects.
  init(_ content: StoreContent) {
    old = MappedArray(in: content.workspace)
    boxes = MappedArray(in: content.workspace)
    for entry in ObjectOrder.sorted(content) {
      add(entry, at: old.count)
      old.append(entry.position)
      boxes.append(entry.box)
    }
  }

  /// All objects by group, and in each group along the curve.
  private static func sorted(_ content: StoreContent) -> MappedArray<Entry> {
    var entries = MappedArray<Entry>(in: content.workspace)
    entries.reserveCapacity(content.objects.count)
    for (position, object) in content.objects.enumerated() {
      let box = box(of: object, content)
      entries.append(
        Entry(
          index: HilbertCurve.index(box.middle), box: box, position: UInt32(position),
          group: UInt8(group(of: object.ranks, box)), rank: object.ranks.search))
    }
    RadixSort.sort(&entries) { $0.index }
    RadixSort.sort(&entries) { UInt64($0.group) }
    entries.sortTies(
      where: { $0.group == $1.group && $0.index == $1.index }, by: { content.objects[Int($0.position)].source })
    return entries
  }

  /// Extends the last group by an entry, or begins the next group.
  private mutating func add(_ entry: Entry, at position: Int) {
    if let last = groups.last, last.number == entry.group {
      let ranks = min(last.ranks.lowerBound, entry.rank)...max(last.ranks.upperBound, entry.rank)
      groups[groups.count - 1].range = last.range.lowerBound..<position + 1
      groups[groups.count - 1].ranks = ranks
    } else {
      groups.append(Group(number: entry.group, range: position..<position + 1, ranks: entry.rank...entry.rank))
    }
  }

  private static func group(of ranks: MapObjectRanks, _ box: FixedBox) -> Int {
    let level = ranks.search <= lastCoarseRank ? 0 : ranks.search < MapObjectRanks.forRoadsAlone ? 1 : 2
    let extent = max(Int64(box.maxX) - Int64(box.minX), Int64(box.maxY) - Int64(box.minY))
    return level * 2 + (extent <= smallExtents[level] ? 1 : 0)
  }

  private static func box(of object: MapObjectRecord, _ content: StoreContent) -> FixedBox {
    switch object.shape {
    case .point(let point): FixedBox(point)
    case .line(let line): FixedBox(around: content.vertices(line)).storable
    case .polygons(let rings):
      content.box(of: rings).storable
    }
  }
}

extension ObjectTree {
  /// Calls `body` with the boxes of all nodes above pages, from the lowest level up.
  static func forEachNode<Failure: Error>(
    over pages: MappedArray<FixedBox>, _ body: (Slice<MappedArray<FixedBox>>) throws(Failure) -> Void
  ) throws(Failure) {
    var level = pages
    while true {
      var above = MappedArray<FixedBox>(in: level.workspace)
      for start in stride(from: 0, to: level.count, by: pageSize) {
        let node = level[start..<min(start + pageSize, level.count)]
        try body(node)
        above.append(FixedBox(around: node))
      }
      if above.count <= 1 { return }
      level = above
    }
  }

  /// Encodes a node.
  static func encode(_ boxes: some Sequence<FixedBox>) -> [UInt8] {
    var bytes: [UInt8] = []
    for box in boxes {
      for edge in [box.minX, box.minY, box.maxX, box.maxY] {
        withUnsafeBytes(of: edge.littleEndian) { bytes.append(contentsOf: $0) }
      }
    }
    return bytes
  }
}
