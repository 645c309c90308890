import GeoModel

/// What a layout has placed on the screen, when something had to stay behind.
struct Front {
  /// The slots of annotations that were placed.
  var slots: Set<Int> = []
  var grid: CollisionGrid
  /// The rank of the first one for which there was no room.
  var end = UInt64.max
}

extension MapView {
  /// Decides what is hidden: frames are placed from the highest priority down, of equal ones the one nearest to the middle of the map first,
  /// and who meets one that was placed is hidden. Required ones are placed first and never hidden by another. When ``maximumViewCount`` are
  /// placed, the others are hidden.
  func hideColliding(_ touched: inout Set<Int>) {
    needsCollisions = false
    let old = front
    let crowd = visible.count + clusters.count + groups.reduce(0) { $0 + $1.singles.count }
    hiddenClusters = []
    front = kinds.haveLimitedPriority || crowd > maximumViewCount ? placeInFront() : nil
    switch (old, front) {
    case (nil, nil): break
    case (let old?, let new?): touched.formUnion(old.slots.symmetricDifference(new.slots))
    case (nil, _): touched.formUnion(shown.slots.map { Int($0) })
    case (_, nil):
      touched.formUnion(visible.slots.map { Int($0) })
      for group in groups { touched.formUnion(group.singles) }
    }
  }

  /// Whether nothing comes of it that an annotation was added, moved or removed, as it was not placed before and would not be now.
  func staysBehind(_ slot: Int) -> Bool {
    guard let front, !front.slots.contains(slot) else { return false }
    guard store.isLive(slot), isCandidate(slot), store[slot].kind != 0 else { return true }
    let middle = ScreenMiddle(viewport)
    let rank = rank(of: slot, middle)
    if rank > front.end { return true }
    let kind = kinds[Int(store[slot].kind)]
    return kind.collides && kind.priority < 1000
      && front.grid.isHit(frame(kind, middle.offset(of: store[slot])), before: rank)
  }

  /// Places everything that may be shown; nil when nothing has to stay behind.
  private func placeInFront() -> Front? {
    let clusters = clusters.values.filter { $0.view != nil }
    let middle = ScreenMiddle(viewport)
    var (ranks, entries) = ([UInt64](), [UInt32]())
    func add(_ slot: Int) {
      ranks.append(rank(of: slot, middle))
      entries.append(UInt32(slot))
    }
    ranks.reserveCapacity(visible.count + clusters.count)
    entries.reserveCapacity(visible.count + clusters.count)
    for slot in visible.slots where store[Int(slot)].kind != 0 { add(Int(slot)) }
    for group in groups { for slot in group.singles { add(slot) } }
    // Clusters are behind all slots.
    let slotCount = store.slotCount
    for (index, cluster) in clusters.enumerated() {
      let look = kind(of: cluster)
      ranks.append(cluster.view === selected ? 0 : rank(look, middle.offset(of: cluster.found.middle)))
      entries.append(UInt32(slotCount + index))
    }
    RadixSort.sort(&ranks, &entries, from: 0, bits: 64)
    sortTies(ranks, &entries, clusters, middle)
    var front = Front(grid: CollisionGrid(size: viewSize))
    var room = maximumViewCount
    var placedClusters: Set<ClusterKey> = []
    for (index, entry) in entries.enumerated() {
      if room <= 0, ranks[index] > 0 {
        front.end = ranks[index]
        break
      }
      let cluster = Int(entry) < slotCount ? nil : clusters[Int(entry) - slotCount]
      let look = cluster.map { kind(of: $0) } ?? kinds[Int(store[Int(entry)].kind)]
      if look.collides {
        let placed = frame(
          look, cluster.map { middle.offset(of: $0.found.middle) } ?? middle.offset(of: store[Int(entry)]))
        if look.priority < 1000, ranks[index] > 0, front.grid.isHit(placed) { continue }
        front.grid.place(placed, rank: ranks[index])
      }
      room -= 1
      if let cluster { placedClusters.insert(cluster.key) } else { front.slots.insert(Int(entry)) }
    }
    hiddenClusters = Set(clusters.lazy.map(\.key).filter { !placedClusters.contains($0) })
    return front.slots.count + placedClusters.count < entries.count ? front : nil
  }

  /// Ranks are rounded; what has the same one is put in its exact order.
  private func sortTies(
    _ ranks: [UInt64], _ entries: inout [UInt32], _ clusters: [Cluster], _ middle: ScreenMiddle
  ) {
    let slotCount = store.slotCount
    func exact(_ entry: UInt32) -> (Double, Int) {
      guard Int(entry) >= slotCount else { return (middle.offset(of: store[Int(entry)]).square, Int(entry)) }
      let cluster = clusters[Int(entry) - slotCount]
      return (middle.offset(of: cluster.found.middle).square, slotCount + cluster.number)
    }
    var start = 0
    for end in 1...max(1, ranks.count) where end >= ranks.count || ranks[end] != ranks[start] {
      if end - start > 1 {
        entries.replaceSubrange(
          start..<end, with: entries[start..<end].map { (exact($0), $0) }.sorted { $0.0 < $1.0 }.map(\.1))
      }
      start = end
    }
  }

  /// A number that is lower for what is placed earlier; 0 for what is selected or dragged, and for the user location.
  @inline(__always) private func rank(of slot: Int, _ middle: ScreenMiddle) -> UInt64 {
    let record = store[slot]
    if record.hasView, let view = views[slot], view === selected || view.storedDragState != .none { return 0 }
    if record.extra != 0, store.ids[slot] == .userLocation { return 0 }
    return rank(kinds[Int(record.kind)], middle.offset(of: record))
  }

  /// The priority that counts, then the distance from the middle of the map.
  @inline(__always) private func rank(_ kind: ViewKind, _ offset: ScreenMiddle.Offset) -> UInt64 {
    let priority: Float = kind.collides ? kind.priority : 1000
    return (UInt64(~priority.bitPattern) &<< 32) &+ UInt64(Float(offset.square).bitPattern)
  }

  @inline(__always) private func frame(_ kind: ViewKind, _ offset: ScreenMiddle.Offset) -> CollisionFrame {
    CollisionFrame(
      centerX: viewSize.width / 2 + offset.x + kind.offsetX, centerY: viewSize.height / 2 + offset.y + kind.offsetY,
      width: kind.width, height: kind.height, isCircle: kind.mode == .circle)
  }

  private func kind(of cluster: Cluster) -> ViewKind {
    var kind = ViewKind()
    guard let view = cluster.view else { return kind }
    (kind.width, kind.height) = (view.size.width, view.size.height)
    (kind.offsetX, kind.offsetY) = (view.centerOffset.x, view.centerOffset.y)
    kind.priority = view.displayPriority.rawValue
    kind.mode = view.collisionMode
    return kind
  }
}

/// The middle of the map in units of ``WorldPoint``, to find in little time how far from it things are.
struct ScreenMiddle {
  /// Points to the right and downwards.
  struct Offset {
    var x: Double, y: Double
    /// The square of the distance.
    var square: Double { x * x + y * y }
  }

  private let wholeX: UInt32
  private let restX: Double, y: Double
  private let pointsPerUnit: Double

  init(_ viewport: Viewport) {
    let x = viewport.center.wrapped.x * WorldPoint.unitsPerMapPoint
    wholeX = UInt32(truncatingIfNeeded: Int64(x.rounded(.down)))
    restX = x - x.rounded(.down)
    y = viewport.center.y * WorldPoint.unitsPerMapPoint
    pointsPerUnit = viewport.zoomScale / WorldPoint.unitsPerMapPoint
  }

  /// How far a place is, the shorter way around the world: the difference of two numbers of 32 bits.
  @inline(__always) func offset(of record: AnnotationStore.Record) -> Offset {
    Offset(
      x: (Double(Int32(bitPattern: record.x &- wholeX)) - restX) * pointsPerUnit,
      y: (Double(record.y) - y) * pointsPerUnit)
  }

  /// How far a map point is.
  func offset(of point: MapPoint) -> Offset {
    let units = WorldPoint.unitsPerMapPoint
    let x = point.wrapped.x * units - Double(wholeX) - restX
    let turn = x > 2_147_483_648 ? -4_294_967_296 : x < -2_147_483_648 ? 4_294_967_296.0 : 0
    return Offset(x: (x + turn) * pointsPerUnit, y: (point.y * units - y) * pointsPerUnit)
  }
}
