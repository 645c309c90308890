import GeoModel

/// Decides what collisions hide. Frames are placed by descending priority, and within one priority from the middle of
/// the map outward. A frame that meets a placed one is hidden. Required frames are placed first and never hidden by
/// others. Once the limit of frames is placed, the rest is hidden.
struct FrontPlacement {
  let store: AnnotationStore
  let indexes: AnnotationIndexes
  let layout: LayoutState
  let views: AnnotationViews
  let size: ScreenSize
  let middle: ScreenMiddle

  /// Whether the addition, move or removal of an annotation changes nothing in front: it was not placed before and
  /// would not be now.
  func staysBehind(_ slot: Int) -> Bool {
    guard !layout.front.slots.contains(slot), !layout.front.isWhole || indexes.kinds.haveLimitedPriority else {
      return false
    }
    guard store.isLive(slot), layout.isCandidate(slot, store, indexes), store[slot].kind != 0 else { return true }
    if layout.front.isWhole { return false }
    let rank = rank(of: slot)
    if rank > layout.front.end { return true }
    let look = indexes.kind(of: slot)
    return look.canBeHidden
      && layout.front.grid.isHit(CollisionFrame(look, middle.offset(of: store[slot]), size), before: rank)
  }

  /// Places everything that may be shown.
  func place(_ clusters: ClusterList, atMost limit: Int) -> (front: Front, hidden: Set<ClusterKey>) {
    let clusters = clusters.all.filter { $0.view != nil }
    var (ranks, entries) = ([UInt64](), [UInt32]())
    for slot in layout.visible.slots where store[Int(slot)].kind != 0 {
      ranks.append(rank(of: Int(slot)))
      entries.append(slot)
    }
    for group in indexes.groups {
      for slot in group.singles {
        ranks.append(rank(of: slot))
        entries.append(UInt32(slot))
      }
    }
    // Entries from `slotCount` on are clusters.
    let slotCount = store.slotCount
    for (index, cluster) in clusters.enumerated() {
      let look = kind(of: cluster)
      ranks.append(cluster.view === views.selected ? 0 : FrontOrder.rank(look, middle.offset(of: cluster.found.middle)))
      entries.append(UInt32(slotCount + index))
    }
    RadixSort.sort(&ranks, &entries, from: 0, bits: 64)
    sortTies(ranks, &entries, clusters)
    var search = CrowdSearch(indexes.crowds, in: layout.sight.ranges, middle, size)
    var front = Front(grid: CollisionGrid(size: size))
    var placedClusters: Set<ClusterKey> = []
    var (next, room, last) = (0, limit, UInt64(0))
    while true {
      let order = next < entries.count ? order(entries[next], ranks[next], clusters) : nil
      if room <= 0, order?.rank != 0 {
        front.end = last
        front.isWhole = front.isWhole && order == nil && search.isEmpty
        break
      }
      if let found = search.next(before: order, front.grid) {
        if found.look.collides { front.grid.place(found.frame, rank: found.order.rank) }
        front.slots.insert(found.slot)
        last = found.order.rank
      } else if let order {
        let entry = Int(entries[next])
        next += 1
        let cluster = entry < slotCount ? nil : clusters[entry - slotCount]
        let look = cluster.map { kind(of: $0) } ?? indexes.kind(of: entry)
        if look.collides {
          let offset = cluster.map { middle.offset(of: $0.found.middle) } ?? middle.offset(of: store[entry])
          let frame = CollisionFrame(look, offset, size)
          if look.canBeHidden, order.rank > 0, front.grid.isHit(frame) {
            front.isWhole = false
            continue
          }
          front.grid.place(frame, rank: order.rank)
        }
        if let cluster { placedClusters.insert(cluster.key) } else { front.slots.insert(entry) }
        last = order.rank
      } else {
        break
      }
      room -= 1
    }
    if search.hasCovered { front.isWhole = false }
    front.atMost = front.slots.count
    return (front, Set(clusters.lazy.map(\.key).filter { !placedClusters.contains($0) }))
  }

  /// The exact order of an entry; entries from `slotCount` on are clusters.
  private func order(_ entry: UInt32, _ rank: UInt64, _ clusters: [Cluster]) -> FrontOrder {
    let (slot, slotCount) = (Int(entry), store.slotCount)
    guard slot >= slotCount else {
      return FrontOrder(rank: rank, square: middle.offset(of: store[slot]).square, number: slot)
    }
    let cluster = clusters[slot - slotCount]
    return FrontOrder(
      rank: rank, square: middle.offset(of: cluster.found.middle).square, number: slotCount + cluster.number)
  }

  /// Sorts entries of equal rank by their exact order, because ranks are rounded.
  private func sortTies(_ ranks: [UInt64], _ entries: inout [UInt32], _ clusters: [Cluster]) {
    var start = 0
    for end in 1...max(1, ranks.count) where end >= ranks.count || ranks[end] != ranks[start] {
      if end - start > 1 {
        let rank = ranks[start]
        let tied = entries[start..<end].map { (order: order($0, rank, clusters), entry: $0) }
        entries.replaceSubrange(start..<end, with: tied.sorted { $0.order < $1.order }.map(\.entry))
      }
      start = end
    }
  }

  /// The rank of a slot; lower ranks are placed earlier. It is 0 for selected and dragged annotations and for the
  /// user's location.
  @inline(__always) private func rank(of slot: Int) -> UInt64 {
    let record = store[slot]
    if views.isHeld(slot) { return 0 }
    if record.extra != 0, store.ids[slot] == .userLocation { return 0 }
    return FrontOrder.rank(indexes.kinds[Int(record.kind)], middle.offset(of: record))
  }

  private func kind(of cluster: Cluster) -> ViewKind {
    cluster.view.map { ViewKind(of: $0) } ?? ViewKind()
  }
}
