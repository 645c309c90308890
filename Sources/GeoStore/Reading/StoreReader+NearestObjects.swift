import GeoModel

extension StoreReader {
  /// Visits objects in the order of their distances, as the caller measures them, until it has enough.
  ///
  /// 1. A queue has the trees' nodes and pages by the distance of their boxes, and objects by what the caller says; the nearest comes out first.
  /// 2. Of a page that comes out all objects are measured, so nothing is that is far away.
  ///
  /// - Parameters:
  ///   - distance: in meters; nothing farther is visited.
  ///   - ranks: search ranks.
  ///   - most: about so many objects are measured at most, whatever the store holds. What is visited then is still the nearest.
  ///   - isWanted: is asked before an object is measured.
  ///   - meters: how far an object counts to be: at least as far as its box is; nil leaves it out.
  ///   - body: returns whether it wants more.
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

/// What a search from near to far has still to look at.
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

  /// Adds what lies in a box.
  mutating func insert(_ item: Item, in box: FixedBox) {
    insert(item, projection.squaredDistance(to: box), id: 0)
  }

  /// Adds an object; equally far ones come in the order of their rows.
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
