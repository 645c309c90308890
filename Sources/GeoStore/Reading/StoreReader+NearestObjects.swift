import GeoModel

extension StoreReader {
  /// Visits objects in the order of their distances, as the caller measures them, until the caller has enough.
  ///
  /// 1. A queue holds the trees' nodes and pages by the distance of their boxes, and objects by the caller's measure.
  ///    The nearest comes out first.
  /// 2. All objects of a page are measured when the page comes out. So objects on pages beyond the results are never
  ///    measured.
  ///
  /// - Parameters:
  ///   - distance: the greatest distance to visit, in meters.
  ///   - ranks: the search ranks to visit.
  ///   - most: about how many objects to measure at most. The search then ends; the objects visited until then are the
  ///     nearest ones.
  ///   - isWanted: called before an object is measured.
  ///   - meters: the distance to rank an object by, at least the distance of its box; nil leaves the object out.
  ///   - body: returns whether to continue.
  public func objects(
    nearestTo point: FixedPoint, withinMeters distance: Double, ranks: ClosedRange<UInt8>, atMost most: Int,
    where isWanted: (MapObjectRanks) -> Bool, meters: (MapObjectSketch) throws(StoreError) -> Double?,
    _ body: (MapObjectSketch) throws(StoreError) -> Bool
  ) throws(StoreError) {
    let index = try objectIndex()
    let search = ObjectSearch(point, distance, ranks)
    var waiting = WaitingObjects(search.projection, distance * distance)
    let everywhere = FixedBox(minX: .min, minY: .min, maxX: .max, maxY: .max)
    for (number, group) in index.groups.enumerated() where group.ranks.overlaps(ranks) {
      waiting.insert(.node(group: number, level: group.levels.count - 1, node: 0, outer: everywhere), in: everywhere)
    }
    var left = most
    while left > 0, let next = waiting.removeFirst() {
      switch next {
      case .object(let sketch): if try !body(sketch) { return }
      case .node(let number, let level, let node, let outer):
        left -= 1
        let group = index.groups[number]
        try forEachChild(index, group, level: level, node: node, in: outer) { child, box in
          waiting.insert(
            level > 0
              ? .node(group: number, level: level - 1, node: child, outer: box)
              : .page(
                group.firstPage &+ child, first: group.firstObject + Int64(child) * Int64(ObjectTree.pageSize), box),
            in: box)
        }
      case .page(let number, let first, let outer):
        left -= ObjectTree.pageSize
        try visit(
          index, page: number, in: outer, firstID: first, search, { _, ranks, _ in isWanted(ranks) }
        ) { (sketch) throws(StoreError) in
          if let meters = try meters(sketch) { waiting.insert(sketch, at: meters) }
        }
      }
    }
  }
}

/// The nodes, pages and objects that a nearest-first search has yet to visit.
private struct WaitingObjects {
  enum Item {
    case node(group: Int, level: Int, node: UInt32, outer: FixedBox)
    case page(UInt32, first: Int64, FixedBox)
    case object(MapObjectSketch)
  }

  private var queue = NearestQueue()
  private var items: [Item] = []
  private let projection: LocalProjection
  private let squaredBound: Double

  init(_ projection: LocalProjection, _ squaredBound: Double) {
    (self.projection, self.squaredBound) = (projection, squaredBound)
  }

  /// Adds an item at the distance of its box.
  mutating func insert(_ item: Item, in box: FixedBox) {
    insert(item, projection.squaredDistance(to: box), id: 0)
  }

  /// Adds an object. Equally distant objects come in the order of their rows.
  mutating func insert(_ object: MapObjectSketch, at meters: Double) {
    insert(.object(object), meters * meters, id: UInt32(truncatingIfNeeded: object.id.rawValue))
  }

  private mutating func insert(_ item: Item, _ squaredMeters: Double, id: UInt32) {
    guard squaredMeters <= squaredBound else { return }
    queue.insert(
      NearestQueue.Entry(squaredMeters: squaredMeters, id: id, position: UInt32(truncatingIfNeeded: items.count)))
    items.append(item)
  }

  mutating func removeFirst() -> Item? { queue.removeFirst().map { items[Int($0.position)] } }
}
