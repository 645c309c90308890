import GeoModel

// The order of map objects in a store:
// 1. Groups: coarse ones (search rank up to 25) and fine ones apart, as nobody asks for both at once, and of each the small
//    apart from the large, so that a large one does not blow up the box of its small neighbors.
// 2. Within a group along the Hilbert curve, by the middle of the box.
// 3. Each group is cut into pages of 32 objects, each page has a box, and 32 boxes make a node; nodes of nodes follow until
//    there is one. What is near a point is found from that one downwards: a packed R-tree.

/// The order of map objects, and the groups that it falls into.
struct ObjectOrder {
  /// Objects in a page, and boxes in a node.
  static let pageSize = 32
  /// The last search rank of the coarse groups.
  static let lastCoarseRank: UInt8 = 25
  /// Boxes of small objects have no longer side than this: about 450 m for fine objects, 7 km for coarse ones.
  static let smallExtents: [Int64] = [600_000, 40_000]

  /// Old positions in their new order.
  let old: [Int]
  /// The box of each object, by its new position.
  let boxes: [FixedBox]
  /// The part of the new order of each group that has objects, with the ranks in it.
  let groups: [Group]

  /// Objects that are searched together.
  struct Group {
    var range: Range<Int>
    var ranks: ClosedRange<UInt8>
  }

  /// Sorts a content's objects.
  init(_ content: StoreContent) {
    let boxes = content.objects.map { ObjectOrder.box(of: $0, content) }
    let keys = zip(content.objects, boxes).map { object, box in
      (ObjectOrder.group(of: object.ranks, box), HilbertCurve.index(box.middle))
    }
    let order = content.objects.indices.sorted { (keys[$0].0, keys[$0].1, $0) < (keys[$1].0, keys[$1].1, $1) }
    old = order
    self.boxes = order.map { boxes[$0] }
    var groups: [Group] = []
    var start = 0
    while start < order.count {
      let group = keys[order[start]].0
      var end = start
      var (low, high) = (UInt8.max, UInt8.min)
      while end < order.count, keys[order[end]].0 == group {
        let rank = content.objects[order[end]].ranks.search
        (low, high) = (min(low, rank), max(high, rank))
        end += 1
      }
      groups.append(Group(range: start..<end, ranks: low...high))
      start = end
    }
    self.groups = groups
  }

  private static func group(of ranks: MapObjectRanks, _ box: FixedBox) -> Int {
    let coarse = ranks.search <= lastCoarseRank ? 0 : 1
    let extent = max(Int64(box.maxX) - Int64(box.minX), Int64(box.maxY) - Int64(box.minY))
    return coarse * 2 + (extent <= smallExtents[coarse] ? 1 : 0)
  }

  private static func box(of object: MapObjectRecord, _ content: StoreContent) -> FixedBox {
    switch object.shape {
    case .point(let point): FixedBox(point)
    case .line(let line): FixedBox(around: content.vertices(line))
    case .polygons(let rings): FixedBox(around: content.rings(rings).lazy.flatMap { content.vertices($0.points) })
    }
  }
}
