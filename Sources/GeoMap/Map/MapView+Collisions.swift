import GeoModel

extension MapView {
  /// Something that is to be placed on the screen.
  private struct Candidate {
    var frame: CollisionFrame
    var priority: Float
    /// The square of the distance from the middle of the map, in points.
    var distance: Double
    /// Its slot; for clusters their number, behind all slots.
    var order: Int
    var cluster: ClusterKey?
  }

  /// Decides what is hidden: frames are placed from the highest priority down, of equal ones the one nearest to the middle of the map first,
  /// and who meets one that was placed is hidden. Required ones are placed first and never hidden.
  func hideColliding(_ touched: inout Set<Int>) {
    needsCollisions = false
    guard kinds.haveLimitedPriority else { return }
    let candidates = collisionCandidates().sorted { a, b in
      if a.priority != b.priority { return a.priority > b.priority }
      return a.distance != b.distance ? a.distance < b.distance : a.order < b.order
    }
    var grid = CollisionGrid()
    var newlyHidden: Set<Int> = []
    hiddenClusters = []
    for candidate in candidates {
      if candidate.priority < 1000, grid.isHit(candidate.frame) {
        if let key = candidate.cluster { hiddenClusters.insert(key) } else { newlyHidden.insert(candidate.order) }
      } else {
        grid.place(candidate.frame)
      }
    }
    touched.formUnion(hidden.symmetricDifference(newlyHidden))
    hidden = newlyHidden
  }

  private func collisionCandidates() -> [Candidate] {
    var candidates: [Candidate] = []
    let middle = ScreenPoint(x: size.width / 2, y: size.height / 2)
    func add(_ kind: ViewKind, _ place: MapPoint, _ order: Int, _ cluster: ClusterKey?, isFree: Bool) {
      guard kind.collides else { return }
      let point = point(for: place)
      let frame = CollisionFrame(
        centerX: point.x + kind.offsetX, centerY: point.y + kind.offsetY, width: kind.width, height: kind.height,
        isCircle: kind.mode == .circle)
      let (dx, dy) = (point.x - middle.x, point.y - middle.y)
      candidates.append(
        Candidate(
          frame: frame, priority: isFree ? 1000 : kind.priority, distance: dx * dx + dy * dy, order: order,
          cluster: cluster))
    }
    func add(slot: Int) {
      let view = views[slot]
      let isFree = view.map { $0 === selected || $0.storedDragState != .none } ?? false
      let place = WorldPoint(x: store[slot].x, y: store[slot].y).mapPoint
      add(kinds[Int(store[slot].kind)], place, slot, nil, isFree: isFree)
    }
    for slot in visible.slots where store[Int(slot)].kind != 0 { add(slot: Int(slot)) }
    for group in groups { for slot in group.singles { add(slot: slot) } }
    for (key, cluster) in clusters {
      guard let view = cluster.view, case .cluster(let number) = cluster.id else { continue }
      var kind = ViewKind(width: view.size.width, height: view.size.height)
      kind.offsetX = view.centerOffset.x
      kind.offsetY = view.centerOffset.y
      kind.priority = view.displayPriority.rawValue
      kind.mode = view.collisionMode
      add(kind, cluster.found.middle, store.slotCount + number, key, isFree: view === selected)
    }
    return candidates
  }
}
